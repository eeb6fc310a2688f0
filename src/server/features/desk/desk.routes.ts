import type { deskContract } from '../../../shared/contract/desk.ts';
import { STAFF_PERMISSION_NAMES } from '../../../shared/domain/staff-permissions.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireMember } from '../../identity/members.queries.ts';

export const deskHandlers = (): Handlers<typeof deskContract> => ({
  async deskUser({ caller, tx }) {
    const { userId, tenantId, role } = caller;
    const { name, email } = await requireMember(tx, tenantId, { id: userId });
    const tenant = await tx
      .selectFrom('tenants')
      .select('name')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const permissions = STAFF_PERMISSION_NAMES.filter((permission) => caller.permissions.has(permission));
    return { userId, name, email, role, permissions, funderName: tenant.name };
  },
});
