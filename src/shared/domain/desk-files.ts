/** How many files one person of the staff may add to deals within a day. */
export const MAX_DESK_FILES_PER_DAY = 100;
