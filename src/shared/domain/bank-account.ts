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

/** Time for whoever did not ask for a change to hear of it and cancel it: a weekend and a day. */
export const BANK_CHANGE_HOURS = 72;
