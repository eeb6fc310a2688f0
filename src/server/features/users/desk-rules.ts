import { sql } from 'kysely';
import type { Permission } from '../../../shared/domain/permissions.ts';
import { isOfInvestors } from '../../../shared/domain/permissions.ts';
import type { Staff } from '../../access/caller.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

/** Nobody changes what they may do themselves, or closes themselves. */
export function requireAnother({ userId }: Staff, changedId: bigint): void {
  if (userId === changedId) throw new Refusal('own_account');
}

/** Nobody gives away more than they have. Investors' permissions are not staff's to hold. */
export function requireHeld({ permissions: held }: Staff, given: Iterable<Permission>): void {
  for (const permission of given)
    if (!isOfInvestors(permission) && !held.has(permission)) throw new Refusal('permission_not_yours');
}

/**
 * Somebody else must be left who can look after people. Everybody who can is locked, in one order, so that two administrators who
 * close each other at the same moment do not both succeed.
 */
export async function requireAnotherManager(tx: Tx, tenantId: string, changedId: bigint): Promise<void> {
  const { rows } = await sql<{ userId: bigint; isManager: boolean }>`
    select user_id, not is_terminated and accepted_at is not null and caller_kind(role) = 'staff'
      and permissions @> array['view-desk', 'manage-people'] as is_manager
    from memberships
    where tenant_id = ${tenantId}::uuid and permissions @> array['manage-people']
    order by user_id
    for update`.execute(tx);
  if (!rows.some(({ userId, isManager }) => isManager && userId !== changedId))
    throw new Refusal('last_administrator');
}
