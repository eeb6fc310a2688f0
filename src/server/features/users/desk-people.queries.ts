import type { Staff } from '../../access/caller.ts';
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
  lockedUntil(userIds: readonly bigint[], tenantId: string): Promise<Map<bigint, Date>>;
}

/** Whose second factor is missing is told only to those who look after people. */
type Reader = Pick<Staff, 'tenantId' | 'permissions'>;

export const PAGE_LENGTH = 25;

export async function readPeople(
  tx: Tx,
  throttle: Locks,
  reader: Reader,
  { page = 1, ...filter }: PeopleFilter & { page?: number | undefined },
) {
  const { people, count } = await listPeople(tx, reader.tenantId, filter, { page, length: PAGE_LENGTH });
  return { people: await withAccounts(tx, throttle, reader, people), count, pageLength: PAGE_LENGTH };
}

export async function readOnePerson(tx: Tx, throttle: Locks, reader: Reader, userId: bigint) {
  const { tenantId } = reader;
  const [person] = await withAccounts(tx, throttle, reader, [await readPerson(tx, tenantId, userId)]);
  if (!person) throw new Error('A person was lost on the way.');
  const { loginName, permissions } = await requireMember(tx, tenantId, { id: userId });
  const factorResetAt = await pendingResetHere(tx, { tenantId, userId });
  return {
    ...person,
    loginName: person.state === 'closed' ? null : loginName,
    permissions,
    factorResetAt: inWire(factorResetAt),
  };
}

/** What belongs to the account is said only of people who have accepted the invitation and are not closed. */
async function withAccounts(
  tx: Tx,
  throttle: Locks,
  { tenantId, permissions }: Reader,
  people: readonly ListedPerson[],
) {
  const accepted = people.filter(({ state }) => state === 'active').map(({ id }) => id);
  const locks = await throttle.lockedUntil(accepted, tenantId);
  const withFactor = permissions.has('manage-people')
    ? await membersWithFactor(tx, tenantId, accepted)
    : null;
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
      hasSecondFactor: acceptedAt === null || !withFactor ? null : withFactor.has(person.id),
    }),
  );
}

const inWire = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;
