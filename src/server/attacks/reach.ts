import type { Caller, CallerKind } from './callers.ts';
import type { Belongings, Owner } from './world.ts';

/** Whose things each caller reaches by a call of that kind; who is not named reaches nothing. */
type Reach = Partial<Record<CallerKind, readonly Owner[]>>;

const OWN = ['own'] as const;
const OF_TENANT = ['own', 'another syndicate'] as const;
const members = (whose: readonly Owner[]) =>
  ({ 'an investor': whose, 'a viewer of files': whose, 'a manager': whose }) satisfies Reach;

export const REACHES = {
  /** The caller's own account and sessions: whatever the request names is beside the point. */
  self: members(['own', 'another syndicate', 'another tenant', 'nobody']),
  'own syndicate': members(OWN),
  syndicate: { ...members(OWN), 'a manager': OF_TENANT },
  'all syndicates': { 'a manager': ['own', 'another syndicate', 'another tenant', 'nobody'] },
  'deal file': { 'a viewer of files': OWN, 'a manager': OF_TENANT },
  'offer link': { 'a broker with a link': OWN },
  'the link alone': { 'a broker with a link': ['own', 'another syndicate', 'another tenant', 'nobody'] },
  'bank link': { 'a merchant with a link': ['own', 'another syndicate', 'another tenant', 'nobody'] },
  'tenant of the token': {
    'a system of the funder': ['own', 'another syndicate', 'another tenant', 'nobody'],
    'a system of another funder': ['own', 'another syndicate', 'another tenant', 'nobody'],
  },
  'things of the tenant': {
    'a system of the funder': OF_TENANT,
    'a system of another funder': ['another tenant'],
  },
  /** Only with something that none of these callers has. */
  nothing: {},
} as const satisfies Record<string, Reach>;

/** In the names of the wire. */
export interface WireRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface Row {
  /** 'everybody': there is nothing to refuse; whatever is answered must show nothing of anybody. */
  reaches: keyof typeof REACHES | 'everybody';
  send?: ((named: Belongings, caller: Caller) => WireRequest) | undefined;
}

export const isReached = ({ reaches }: Row, caller: string, owner: Owner): boolean => {
  if (reaches === 'everybody') return true;
  const reach: Reach = REACHES[reaches];
  return reach[caller as CallerKind]?.includes(owner) ?? false;
};
