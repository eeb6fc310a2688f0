/** How many addresses may get a copy. */
export const MOST_CC = 10;

const LONGEST = 254;
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** One address that can be written to. A line break in it would start another line of the mail, or another command to its server. */
export const isMailAddress = (text: string): boolean =>
  text.length <= LONGEST && !/[\r\n]/.test(text) && ADDRESS.test(text);

/** Who gets a copy of a mail: each once, and not who gets it anyway. An address that is none keeps nobody else from it. */
export function copiesTo(cc: readonly string[], to: string): { cc: string[]; invalidCount: number } {
  const valid = cc.filter(isMailAddress);
  const byName = new Map(valid.map((address) => [address.toLowerCase(), address]));
  byName.delete(to.toLowerCase());
  return { cc: [...byName.values()].slice(0, MOST_CC), invalidCount: cc.length - valid.length };
}

/** Each address once, as it was first written: to mail programs a capital letter makes no other address. */
export const distinctAddresses = (addresses: readonly string[]): string[] =>
  addresses.filter(
    (address, place) => addresses.findIndex((one) => one.toLowerCase() === address.toLowerCase()) === place,
  );
