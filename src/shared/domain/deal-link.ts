/** Accepts a page of another system, or the file control sheet of an earlier deal in this portal. */
const FOLLOWED = /^(https:\/\/[^\s\\]+|\/fcs\/[\w-]+)$/i;

/** The address if it is safe to use in a link, otherwise null. A `javascript:` address is not. */
export function safeLink(address: string | null): string | null {
  return address !== null && FOLLOWED.test(address) ? address : null;
}
