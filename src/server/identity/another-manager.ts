import { sql } from 'kysely';
import type { StaffPermission } from '../../shared/domain/staff-permissions.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** What somebody needs at the desk to look after people. */
export const MANAGING: readonly StaffPermission[] = ['view-desk', 'manage-people'];

interface Manager {
  userId: bigint;
  isManager: boolean;
}

/**
 * Of those who can look after people, somebody else must be left: nobody at the desk could undo it, and the second person would be missing. Everybody
 * who can is locked, in one order, so that two administrators who close each other at the same moment do not both succeed. On the command
 * line the last one can be closed, because it can open them again.
 */
export async function requireAnotherManager(
  tx: Tx,
  tenantId: string,
  changedId: bigint,
  operator: Operator,
): Promise<void> {
  if (operator.via === 'command line') return;
  const { rows } = await sql<Manager>`
    select user_id, not is_terminated and accepted_at is not null and caller_kind(role) = 'staff'
      and permissions @> ${MANAGING}::text[] as is_manager
    from memberships
    where tenant_id = ${tenantId}::uuid and permissions @> array['manage-people']
    order by user_id
    for update`.execute(tx);
  const managers = rows.filter(({ isManager }) => isManager);
  if (managers.length === 1 && managers[0]?.userId === changedId) throw new Refusal('last_administrator');
}
