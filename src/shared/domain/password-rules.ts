export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** Counts code points after normalization, so that an accented letter counts once however it was typed. */
export const isLongEnough = (password: string): boolean =>
  [...password.normalize('NFKC')].length >= PASSWORD_MIN_LENGTH;

/** Counts in the same way as the sign-in calls do. */
export const isShortEnough = (password: string): boolean => password.length <= PASSWORD_MAX_LENGTH;
