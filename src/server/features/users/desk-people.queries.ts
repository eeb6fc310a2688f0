import { pendingResetHere } from '../../identity/factor-resets.ts';
import { requireMember } from '../../identity/members.queries.ts';
import {
  type ListedPerson,
  listPeople,
  membersWithFactor,
  type PeopleFilter,
  readPerson,
} from '../../identity/people.queries.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Says until when whose sign-in is locked. */
export interface Locks {
  lockedUntil(userIds: readonly bigint[]): Promise<Map<bigint, Date>>;
}

export const PAGE_LENGTH = 25;

export async function readPeople(
  tx: Tx,
  throttle: Locks,
  tenantId: string,
  { page = 1, ...filter }: PeopleFilter & { page?: number | undefined },
) {
  const { people, count } = await listPeople(tx, tenantId, filter, { page, length: PAGE_LENGTH });
  return { people: await withAccounts(tx, throttle, tenantId, people), count, pageLength: PAGE_LENGTH };
}

export async function readOnePerson(tx: Tx, throttle: Locks, tenantId: string, userId: bigint) {
  const [person] = await withAccounts(tx, throttle, tenantId, [await readPerson(tx, tenantId, userId)]);
  if (!person) throw new Error('A person was lost on the way.');
  const { loginName, permissions } = await requireMember(tx, tenantId, { id: userId });
  const factorResetAt = await pendingResetHere(tx, { tenantId, userId });
  return { ...person, loginName, permissions, factorResetAt: inWire(factorResetAt) };
}

/** What belongs to the account is said only of people who have accepted the invitation. */
async function withAccounts(tx: Tx, throttle: Locks, tenantId: string, people: readonly ListedPerson[]) {
  const accepted = people.filter(({ acceptedAt }) => acceptedAt !== null).map(({ id }) => id);
  const locks = await throttle.lockedUntil(accepted);
  const withFactor = await membersWithFactor(tx, tenantId, accepted);
  return people.map(
    ({
      invitedAt,
      invitationExpiresAt,
      invitationOpenedAt,
      acceptedAt,
      declinedAt,
      lastSignedInAt,
      ...person
    }) => ({
      ...person,
      lockedUntil: inWire(person.state === 'active' ? locks.get(person.id) : null),
      invitedAt: inWire(invitedAt),
      invitationExpiresAt: inWire(invitationExpiresAt),
      invitationOpenedAt: inWire(invitationOpenedAt),
      acceptedAt: inWire(acceptedAt),
      declinedAt: inWire(declinedAt),
      lastSignedInAt: inWire(lastSignedInAt),
      hasSecondFactor: acceptedAt === null ? null : withFactor.has(person.id),
    }),
  );
}

const inWire = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;
