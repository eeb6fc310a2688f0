const WEIGHTS = [3, 7, 1];
/** The first two digits are a Federal Reserve district, a thrift, an electronic or a traveller's-cheque number. */
const PREFIX = /^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;

/** Nine digits whose weighted sum is a multiple of ten, as the American Bankers Association has it. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || !PREFIX.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * (WEIGHTS[place % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** As many digits as a bank transfer can carry, and more than the four that stay readable. */
export const isAccountNumber = (text: string): boolean => /^\d{5,17}$/.test(text);

export const lastFourOf = (number: string): string => number.slice(-4);

/** '•••• 6789': how many digits there are before is nobody's business. */
export const maskedNumber = (lastFour: string): string => `•••• ${lastFour}`;

/** The longest that a funder can have a change of bank account wait: a week. */
export const LONGEST_BANK_HOLD_HOURS = 168;

/** 'A change takes effect after 72 hours', as the funder has it. */
export const bankHoldInWords = (hours: number): string =>
  hours === 0 ? 'at once' : `after ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
