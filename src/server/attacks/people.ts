import {
  CALLER_KINDS,
  type CallerKind,
  mayHold,
  PERMISSION_NAMES,
  type Permission,
} from '../../shared/domain/permissions.ts';
import type { Role } from '../../shared/domain/roles.ts';

/** Somebody with a live session: what they are to which tenant, and what their membership holds. */
export interface Person {
  /** None for a role that nobody signs in with. */
  kind: CallerKind | null;
  role: Role;
  holds: readonly Permission[];
  isOfAnotherTenant?: boolean;
  isTerminated?: boolean;
}

const NAMES: Record<CallerKind, { one: string; former: string; role: Role }> = {
  investor: { one: 'an investor', former: 'a former investor', role: 'syndication' },
  staff: { one: 'a member of staff', former: 'a former member of staff', role: 'administrator' },
};

/** Also of those that do not count for somebody of this kind: a name in the wrong membership must open nothing. */
const EVERY = PERMISSION_NAMES;

/** The people of one kind: with nothing, with everything, each permission alone missing, no longer there, and not from here. */
function peopleOf(kind: CallerKind): [string, Person][] {
  const { one, former, role } = NAMES[kind];
  const person = { kind, role };
  const lacking = PERMISSION_NAMES.filter((permission) => mayHold(kind, permission)).map(
    (permission): [string, Person] => [
      `${one} without ${permission}`,
      { ...person, holds: EVERY.filter((other) => other !== permission) },
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

/** By the names that the matrix prints. A new kind of caller and a new permission add their own. */
export const PEOPLE: ReadonlyMap<string, Person> = new Map([
  ...CALLER_KINDS.flatMap(peopleOf),
  ['a broker with a session', { kind: null, role: 'broker', holds: EVERY }],
]);

/** Whoever is let in by most calls. */
export const PERMITTED_INVESTOR = `${NAMES.investor.one} with every permission`;
export const PLAIN_INVESTOR = `${NAMES.investor.one} without permissions`;
export const PLAIN_STAFF = `${NAMES.staff.one} without permissions`;
