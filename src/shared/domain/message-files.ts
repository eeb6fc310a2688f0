/** More files do not go with one message. */
export const MAX_FILES_PER_MESSAGE = 5;
