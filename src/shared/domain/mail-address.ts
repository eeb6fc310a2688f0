/** The most addresses that may receive a copy. */
export const MAX_CC_ADDRESSES = 10;

const MAX_LENGTH = 254;
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/**
 * One valid mail address. Line breaks are refused because they would inject a header line or a command to the mail
 * server.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= MAX_LENGTH && !/[\r\n]/.test(text) && ADDRESS.test(text);

/**
 * The copy recipients of a mail: each once, without the recipients who get it anyway. An invalid address is skipped
 * and does not keep the others from it.
 */
export function copyRecipients(cc: readonly string[], to: string): { cc: string[]; invalidCount: number } {
  const valid = cc.filter(isMailAddress);
  const byName = new Map(valid.map((address) => [address.toLowerCase(), address]));
  byName.delete(to.toLowerCase());
  return { cc: [...byName.values()].slice(0, MAX_CC_ADDRESSES), invalidCount: cc.length - valid.length };
}

/** Whether two lists name the same addresses, in any order. */
export const isSameAddresses = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((address) => other.includes(address)) && other.every((address) => one.includes(address));

/** Each address once, in the first spelling used. Mail programs ignore letter case. */
export const distinctAddresses = (addresses: readonly string[]): string[] =>
  addresses.filter(
    (address, place) => addresses.findIndex((one) => one.toLowerCase() === address.toLowerCase()) === place,
  );
