export const PASSWORD_MIN_LENGTH = 8;

/** Counted in characters as people see them, whatever they are made of. */
export const isLongEnough = (password: string): boolean =>
  [...password.normalize('NFKC')].length >= PASSWORD_MIN_LENGTH;
