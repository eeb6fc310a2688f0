import type { GuestPart } from '../../shared/domain/guest-parts.ts';
import type { CallerKind, Permission } from '../../shared/domain/permissions.ts';
import type { Caller } from './callers.ts';
import { PEOPLE, type Person } from './people.ts';
import type { Belongings, Owner } from './world.ts';

const OWN: readonly Owner[] = ['own'];
const ELSEWHERE: readonly Owner[] = ['another tenant'];
const OF_TENANT: readonly Owner[] = ['own', 'another syndicate'];
/** For calls where it does not matter whose thing the request names. */
const ANYBODY: readonly Owner[] = ['own', 'another syndicate', 'another tenant', 'nobody'];

/** Whose things people of one kind reach with a call. */
interface ReachOfPeople {
  of: readonly CallerKind[];
  needs?: readonly Permission[];
  whose: readonly Owner[];
  /** With this permission they reach these as well. */
  further?: { with: Permission; whose: readonly Owner[] };
}

/** The same for all other callers, by name. Callers that are not listed reach nothing. */
interface ReachOfOthers {
  by: Readonly<Record<string, readonly Owner[]>>;
}

const SWITCHED = { with: 'switch-syndicates', whose: OF_TENANT } as const;

/** Written independently of the contract, because the contract is what is tested. */
export const REACHES = {
  /** The caller's own account and sessions. */
  self: { of: ['investor', 'staff'], whose: ANYBODY },
  /** What an investor is told of themselves. */
  'self in the portal': { of: ['investor'], whose: ANYBODY },
  /** What staff see of their own tenant, whatever the request names. */
  desk: { of: ['staff'], needs: ['view-desk'], whose: ANYBODY },
  /** A thing of the tenant that the request names. */
  'things at the desk': { of: ['staff'], needs: ['view-desk'], whose: OF_TENANT },
  /** What a guest is told of themselves. */
  'self as a guest': { of: ['guest'], whose: ANYBODY },
  'own syndicate': { of: ['investor'], whose: OWN },
  syndicate: { of: ['investor'], whose: OWN, further: SWITCHED },
  'all syndicates': { of: ['investor'], needs: ['switch-syndicates'], whose: ANYBODY },
  'deal file': { of: ['investor'], needs: ['view-fcs'], whose: OWN, further: SWITCHED },
  'offer link': { by: { 'a broker with a link': OWN } },
  'the link alone': { by: { 'a broker with a link': ANYBODY } },
  'bank link': { by: { 'a merchant with a link': ANYBODY } },
  'tenant of the token': {
    by: { 'a system of the funder': ANYBODY, 'a system of another funder': ANYBODY },
  },
  'things of the tenant': {
    by: { 'a system of the funder': OF_TENANT, 'a system of another funder': ['another tenant'] },
  },
  /** Needs something that none of these callers has. */
  nothing: { by: {} },
} as const satisfies Record<string, ReachOfPeople | ReachOfOthers>;

/** The request in the names of the wire. */
export interface WireRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface Row {
  /** 'everybody' means that nothing is refused, so the answer must not show anybody's data. */
  reaches: keyof typeof REACHES | 'everybody';
  /** For a call that needs more permissions than others of the same reach. */
  needs?: readonly Permission[];
  /** For a call that guests reach as well: the part that has to be open to them, or their own account. */
  guests?: GuestPart | 'own account';
  /** For a call that changes how somebody signs in, with whichever tenant. */
  changesAccount?: true;
  send?: ((named: Belongings, caller: Caller) => WireRequest) | undefined;
}

export const isReached = (row: Row, caller: string, owner: Owner): boolean => {
  if (row.reaches === 'everybody') return true;
  const reach: ReachOfPeople | ReachOfOthers = REACHES[row.reaches];
  if ('by' in reach) return reach.by[caller]?.includes(owner) ?? false;
  const person = PEOPLE.get(caller);
  return person !== undefined && whoseOf(person, reach, row).includes(owner);
};

/** Whether what is reached depends on this permission. */
export const isNeeded = (permission: Permission, row: Row): boolean => {
  if (row.reaches === 'everybody') return false;
  const reach: ReachOfPeople | ReachOfOthers = REACHES[row.reaches];
  if ('by' in reach) return false;
  return [...(reach.needs ?? []), ...(row.needs ?? []), reach.further?.with].includes(permission);
};

function whoseOf(person: Person, reach: ReachOfPeople, row: Row): readonly Owner[] {
  const { kind, holds } = person;
  if (kind === 'guest') return whoseOfGuest(person, reach, row);
  const { needs: more = [], changesAccount = false } = row;
  if (kind === null || !reach.of.includes(kind) || !isLetIn(person)) return [];
  if (changesAccount && person.isByForeignTicket) return [];
  if (![...(reach.needs ?? []), ...more].every((permission) => holds.includes(permission))) return [];
  const whose = reach.further && holds.includes(reach.further.with) ? reach.further.whose : reach.whose;
  return person.actsElsewhere && whose !== ANYBODY ? ELSEWHERE : whose;
}

/** Whatever the request names, a guest reaches their own account; of the rest only what is of the book that is open to them. */
function whoseOfGuest(guest: Person, reach: ReachOfPeople, { guests }: Row): readonly Owner[] {
  if (!isLetIn(guest)) return [];
  if (reach.of.includes('guest')) return reach.whose;
  if (guests === undefined || (guests !== 'own account' && !guest.parts?.includes(guests))) return [];
  return reach.whose === ANYBODY ? ANYBODY : OWN;
}

/** Whether the person is a member of the tenant that their requests name, by a session that counts there. */
export const isLetIn = ({
  isOfAnotherTenant,
  isTerminated,
  isByForeignTicket,
  actsElsewhere,
  isOver,
}: Person) =>
  !isOver && !isOfAnotherTenant && !isTerminated && (!isByForeignTicket || actsElsewhere === true);
