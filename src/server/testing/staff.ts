import type { Permission } from '../../shared/domain/permissions.ts';
import type { Role } from '../../shared/domain/roles.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createMembership, createUser } from './factories.ts';
import { openSession } from './open-session.ts';

interface StaffOverrides {
  role?: Exclude<Role, 'syndication' | 'broker'>;
  permissions?: readonly Permission[];
}

/** Creates a staff member with a live session, which staff cannot get by signing in yet. */
export async function createStaff(
  owner: Database,
  tenantId: string,
  { role = 'servicing', permissions = [] }: StaffOverrides = {},
): Promise<{ userId: bigint; accessToken: string }> {
  const userId = await createUser(owner);
  await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { role, permissions }));
  return { userId, accessToken: await openSession(owner, userId) };
}
