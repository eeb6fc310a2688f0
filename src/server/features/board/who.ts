import type { Tx } from '../../platform/db/database.ts';

interface Recorded {
  actorId: bigint | null;
  details: unknown;
}

/** How the tenant calls these people. */
export async function namesOf(
  tx: Tx,
  tenantId: string,
  userIds: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, string>> {
  const known = userIds.filter((userId) => userId !== null);
  if (known.length === 0) return new Map();
  const members = await tx
    .selectFrom('memberships')
    .select(['userId', 'name'])
    .where('tenantId', '=', tenantId)
    .where('userId', 'in', known)
    .execute();
  return new Map(members.flatMap(({ userId, name }) => (name === null ? [] : [[userId, name] as const])));
}

/** Who did it: a person, or else the command or the system of the funder by which it was done. */
export function whoOf({ actorId, details }: Recorded, names: ReadonlyMap<bigint, string>): string | null {
  const name = actorId === null ? undefined : names.get(actorId);
  if (name !== undefined) return name;
  const { operator } = (details ?? {}) as { operator?: unknown };
  if (typeof operator !== 'string') return null;
  // 'service token 12: posting' is called by its name, and a command by the machine's user who ran it.
  return operator.replace(/^service token \d+: /, '').replace(/^(command line|desk): /, '');
}
