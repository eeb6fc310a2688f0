import { sql } from 'kysely';
import { STAFF_ROLES } from '../../shared/domain/roles.ts';
import type { StaffPermission } from '../../shared/domain/staff-permissions.ts';
import type { Tx } from '../platform/db/database.ts';
import { areApart } from './require-apart.ts';

/** Who of the funder's staff holds a permission and can sign in, by name. */
export const holdersOf = (
  tx: Tx,
  tenantId: string,
  ...permissions: readonly StaffPermission[]
): Promise<{ userId: bigint; name: string }[]> =>
  tx
    .selectFrom('memberships')
    .select(['userId', sql<string>`coalesce(name, '')`.as('name')])
    .where('tenantId', '=', tenantId)
    .where('role', 'in', STAFF_ROLES)
    .where('isTerminated', '=', false)
    .where('acceptedAt', 'is not', null)
    .where(sql<boolean>`permissions @> ${['view-desk', ...permissions]}::text[]`)
    .orderBy('name')
    .orderBy('userId')
    .execute();

/** Who else could approve what somebody wants, by name. */
export async function namesOfOthers(
  tx: Tx,
  tenantId: string,
  permission: StaffPermission,
  userId: bigint,
): Promise<string[]> {
  const names = [];
  for (const holder of await holdersOf(tx, tenantId, permission))
    if (await areApart(tx, tenantId, userId, holder.userId)) names.push(holder.name);
  return names;
}

/** 'Theo Grant or Ada Vance', for what says who can. */
export function anyOf(names: readonly string[]): string {
  const last = names.at(-1);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : (last ?? '');
}
