/** How many addresses may get a copy. */
export const MOST_CC = 10;

const LONGEST = 254;
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** One address that can be written to. A line break in it would start another line of the mail, or another command to its server. */
export const isMailAddress = (text: string): boolean =>
  text.length <= LONGEST && !/[\r\n]/.test(text) && ADDRESS.test(text);
