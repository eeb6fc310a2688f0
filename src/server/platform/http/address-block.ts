import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A customer of an internet provider gets at least this much of an IPv6 address, and picks the rest at will. */
const NETWORK_GROUPS = 4;

/**
 * What is counted as one visitor: an IPv4 address, or the /64 network of an IPv6 address. An IPv4 address that is written as
 * IPv6 is the IPv4 address.
 */
export function addressBlock(address: string): string {
  const [withoutZone = address] = address.split('%', 1);
  if (!isIPv6(withoutZone)) return withoutZone;
  const groups = groupsOf(withoutZone);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The parser of URLs writes a trailing IPv4 address as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const numbersIn = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [numbersIn(before), numbersIn(after ?? '')];
  return [...left, ...Array<number>(GROUPS - left.length - right.length).fill(0), ...right];
}
