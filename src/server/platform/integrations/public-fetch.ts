import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CustomFetch } from 'openid-client';
import { Agent, fetch, Headers } from 'undici';

interface Options {
  /** Whether a server on this machine may be called, also without TLS: for development and tests. */
  mayBeLocal: boolean;
  lookUp?: typeof lookup;
}

/** Somebody named an address behind the firewall, or a name that leads there. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
  override name = 'PrivateAddress';
}

/** The answer is compressed, although that was not asked for. */
export class PackedAnswer extends Error {
  readonly code = 'PACKED_ANSWER';
  override name = 'PackedAnswer';
}

const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Calls addresses that people name, so none of a machine beside this one. A name is looked up once for each connection, and the connection
 * goes to the address that was judged: a second lookup could answer otherwise. Redirects are not followed. Nothing is unpacked, because the size
 * is limited before that: some hundred bytes could become as many megabytes.
 */
export function createPublicFetch({ mayBeLocal, lookUp = lookup }: Options): CustomFetch {
  const mayCall = (address: string): boolean => {
    const range = rangeOf(address);
    return range === 'public' || (mayBeLocal && range === 'loopback');
  };
  const publicLookup: LookupFunction = (host, options, done) => {
    const judge = (error: Error | null, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new PrivateAddress(), []);
      if (!addresses.every(({ address }) => mayCall(address))) return done(new PrivateAddress(), []);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    };
    lookUp(host, { ...(options as LookupOptions), all: true }, judge);
  };
  const dispatcher = new Agent({ connect: { lookup: publicLookup }, maxResponseSize: MAX_ANSWER_BYTES });

  return async (address, options) => {
    const url = new URL(address);
    const isSafe = url.protocol === 'https:' || (mayBeLocal && isPlainLoopback(address));
    // An address in numbers is not looked up.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (!isSafe || (ipaddr.isValid(host) && !mayCall(host))) throw new PrivateAddress();
    const { body = null, ...rest } = options;
    const headers = new Headers(options.headers);
    headers.set('accept-encoding', 'identity');
    const response = await fetch(url, { ...rest, headers, body, redirect: 'manual', dispatcher });
    if (response.headers.has('content-encoding')) {
      await response.body?.cancel();
      throw new PackedAnswer();
    }
    return response as unknown as Response;
  };
}

/** IANA has given out 2000::/3 alone of IPv6. An IPv4 address within an IPv6 one is judged as itself. */
function rangeOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return parsed.range();
  return parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'))
    ? 'public'
    : 'other';
}

/** Whether the address is one on this machine, without TLS. */
export function isPlainLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
