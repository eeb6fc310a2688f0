const WEIGHTS = [3, 7, 1];
/**
 * The first two digits name a Federal Reserve district, a thrift institution, an electronic network or traveler's
 * checks.
 */
const PREFIX = /^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;

/**
 * A routing number has nine digits whose weighted sum is a multiple of ten. The American Bankers Association defines
 * the weights.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || !PREFIX.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * (WEIGHTS[place % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** No more digits than an ACH transfer can carry, and more than the four that stay readable when masked. */
export const isAccountNumber = (text: string): boolean => /^\d{5,17}$/.test(text);

export const lastFourOf = (number: string): string => number.slice(-4);

/** '•••• 6789'. The number of bullets is fixed so that it does not give away how long the number is. */
export const maskedNumber = (lastFour: string): string => `•••• ${lastFour}`;

/** The longest waiting period that a funder can set for a change of bank account: one week. */
export const MAX_BANK_HOLD_HOURS = 168;

/** 'A change takes effect after 72 hours', with the waiting period that the funder has set. */
export const bankHoldInWords = (hours: number): string =>
  hours === 0 ? 'at once' : `after ${hours} ${hours === 1 ? 'hour' : 'hours'}`;

/** Why a change of bank account was cancelled: by whom, or by what happened to the user who had asked for it. */
export const SETTLED_BECAUSE = [
  'member',
  'link',
  'operator',
  'no longer a member',
  'account closed',
  'password change',
  'password reset',
  'ended by user',
  'token reuse',
  'second factor added',
  'second factor removed',
  'second factor reset',
] as const;

export type SettledBecause = (typeof SETTLED_BECAUSE)[number];
