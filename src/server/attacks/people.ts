import { GUEST_PARTS, type GuestPart } from '../../shared/domain/guest-parts.ts';
import {
  CALLER_KINDS,
  type CallerKind,
  mayHold,
  PERMISSION_NAMES,
  type Permission,
} from '../../shared/domain/permissions.ts';
import type { Role } from '../../shared/domain/roles.ts';

/** Somebody with a live session: their role in which tenant, and the permissions of their membership. */
export interface Person {
  /** Null for a role that cannot sign in. */
  kind: CallerKind | null;
  role: Role;
  holds: readonly Permission[];
  /** Holds every other one. */
  lacks?: Permission;
  isOfAnotherTenant?: boolean;
  isTerminated?: boolean;
  /** Has accepted the other tenant's invitation too. */
  isOfBoth?: boolean;
  /** The session was opened by a ticket of the other tenant. */
  isByForeignTicket?: boolean;
  /** The requests name the other tenant. */
  actsElsewhere?: boolean;
  /** What is open to a guest, or was. */
  parts?: readonly GuestPart[];
  /** The last day has passed, or somebody has ended the access. */
  isOver?: 'the day has passed' | 'ended';
}

type KindWithPermissions = Exclude<CallerKind, 'guest'>;

const NAMES: Record<KindWithPermissions, { one: string; former: string; role: Role }> = {
  investor: { one: 'an investor', former: 'a former investor', role: 'syndication' },
  staff: { one: 'a member of staff', former: 'a former member of staff', role: 'administrator' },
};

/** Includes permissions that do not count for this kind of person, because they must open nothing in the wrong membership. */
const EVERY = PERMISSION_NAMES;

/**
 * The people of one kind: without permissions, with all of them, with each one missing, one who has left, and one from
 * elsewhere.
 */
function peopleOf(kind: KindWithPermissions): [string, Person][] {
  const { one, former, role } = NAMES[kind];
  const person = { kind, role };
  const lacking = PERMISSION_NAMES.filter((permission) => mayHold(kind, permission)).map(
    (permission): [string, Person] => [
      `${one} without ${permission}`,
      { ...person, lacks: permission, holds: EVERY.filter((other) => other !== permission) },
    ],
  );
  return [
    [`${one} without permissions`, { ...person, holds: [] }],
    [`${one} with every permission`, { ...person, holds: EVERY }],
    ...lacking,
    [former, { ...person, holds: EVERY, isTerminated: true }],
    [`${one} of another tenant`, { ...person, holds: EVERY, isOfAnotherTenant: true }],
  ];
}

/** Somebody of two tenants, once with the password and once with a ticket of the other tenant, acting in either of the two. */
const OF_BOTH: Person = { kind: 'investor', role: 'syndication', holds: EVERY, isOfBoth: true };
const BY_FOREIGN_TICKET = 'a session of another funder’s ticket';
const PEOPLE_OF_BOTH: [string, Person][] = [
  ['an investor of two tenants', OF_BOTH],
  ['an investor of two tenants, in the other', { ...OF_BOTH, actsElsewhere: true }],
  [BY_FOREIGN_TICKET, { ...OF_BOTH, isByForeignTicket: true }],
  [`${BY_FOREIGN_TICKET}, in its portal`, { ...OF_BOTH, isByForeignTicket: true, actsElsewhere: true }],
];

/** Permissions open nothing in the membership of a guest, so they hold every one. */
const GUEST = { kind: 'guest', role: 'guest', holds: EVERY } as const;
const GUESTS: [string, Person][] = [
  ...GUEST_PARTS.map((part): [string, Person] => [`a guest for ${part}`, { ...GUEST, parts: [part] }]),
  ['a guest for everything', { ...GUEST, parts: GUEST_PARTS }],
  ['a guest whose last day has passed', { ...GUEST, parts: GUEST_PARTS, isOver: 'the day has passed' }],
  ['a guest whose access was ended', { ...GUEST, parts: GUEST_PARTS, isOver: 'ended' }],
  ['a former guest', { ...GUEST, parts: GUEST_PARTS, isTerminated: true }],
  ['a guest of another tenant', { ...GUEST, parts: GUEST_PARTS, isOfAnotherTenant: true }],
];

/** The people by the names that the matrix prints. A new kind of caller and a new permission each add their own. */
export const PEOPLE: ReadonlyMap<string, Person> = new Map([
  ...CALLER_KINDS.filter((kind) => kind !== 'guest').flatMap(peopleOf),
  ...GUESTS,
  ...PEOPLE_OF_BOTH,
  ['a broker with a session', { kind: null, role: 'broker', holds: EVERY }],
]);

/** The person whom most calls admit. */
export const PERMITTED_INVESTOR = `${NAMES.investor.one} with every permission`;
export const PLAIN_INVESTOR = `${NAMES.investor.one} without permissions`;
export const PLAIN_STAFF = `${NAMES.staff.one} without permissions`;
