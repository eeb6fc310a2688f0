import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { withTenant } from '../../platform/db/transactions.ts';

/** Returns whose portal this is. On a host that belongs to no tenant, the page uses the portal's own name. */
export async function readSignInPage(
  { db, captcha, face }: Pick<Deps, 'db' | 'captcha' | 'face'>,
  { faceTenantId }: Pick<Site, 'faceTenantId'>,
) {
  const tenant = faceTenantId
    ? await withTenant(
        db,
        faceTenantId,
        (tx) =>
          tx
            .selectFrom('tenants')
            .select(['name', 'supportEmail', 'supportUrl', 'disclosesAccounts'])
            .where('id', '=', faceTenantId)
            .executeTakeFirst(),
        { readOnly: true },
      )
    : undefined;
  return {
    ...(tenant ?? { ...face, disclosesAccounts: false }),
    captcha: captcha.inPage,
  };
}
