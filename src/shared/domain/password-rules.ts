export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** Counted in characters as people see them, whatever they are made of. */
export const isLongEnough = (password: string): boolean =>
  [...password.normalize('NFKC')].length >= PASSWORD_MIN_LENGTH;

/** Counted as the sign-in calls count. */
export const isShortEnough = (password: string): boolean => password.length <= PASSWORD_MAX_LENGTH;
