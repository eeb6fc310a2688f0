import type { PortalFace } from '../hosts/portal-face.ts';
import type { Database } from '../platform/db/database.ts';
import { claim, withClaims } from '../platform/db/transactions.ts';
import { membershipsOf } from './open-tenants.ts';

/** The names that a user may not choose as a password: their own, those of their syndicates and funders, and the portal's. */
export const namesOfUser = (
  { db, face }: { db: Database; face: Pick<PortalFace, 'name'> },
  userId: bigint,
): Promise<string[]> =>
  withClaims(
    db,
    { userId },
    async (tx) => {
      const { name, loginName, email } = await tx
        .selectFrom('users')
        .select(['name', 'loginName', 'email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const names = [face.name, name, loginName, email];
      for (const tenant of await membershipsOf(tx)) {
        names.push(tenant.name, tenant.memberName ?? '');
        if (tenant.syndicateId === null) continue;
        await claim(tx, { tenantId: tenant.id });
        const syndicate = await tx
          .selectFrom('syndicates')
          .select(['name', 'abbreviation'])
          .where('tenantId', '=', tenant.id)
          .where('id', '=', tenant.syndicateId)
          .executeTakeFirst();
        if (syndicate) names.push(syndicate.name, syndicate.abbreviation);
      }
      return names;
    },
    { readOnly: true },
  );
