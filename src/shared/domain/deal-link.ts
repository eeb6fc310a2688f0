/** Another system's page, or the file control sheet of an earlier deal here. */
const FOLLOWED = /^(https:\/\/[^\s\\]+|\/fcs\/[\w-]+)$/i;

/** An address that may stand behind a link; null for any other, such as one that runs a script. */
export function followedLink(address: string | null): string | null {
  return address !== null && FOLLOWED.test(address) ? address : null;
}
