import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { hashedSignOnDomains } from '../../identity/single-sign-on.ts';
import { withClaims } from '../../platform/db/transactions.ts';

/** Returns whose portal this is. On a host that belongs to no tenant, the page uses the portal's own name. */
export async function readSignInPage(
  { db, captcha, face }: Pick<Deps, 'db' | 'captcha' | 'face'>,
  { faceTenantId, tenantId }: Pick<Site, 'faceTenantId' | 'tenantId'>,
) {
  const { tenant, singleSignOn } = await withClaims(
    db,
    { listsTenants: true },
    async (tx) => ({
      tenant: await tx
        .selectFrom('tenants')
        .select(['name', 'supportEmail', 'supportUrl', 'disclosesAccounts'])
        .where('id', '=', faceTenantId)
        .executeTakeFirst(),
      singleSignOn: await hashedSignOnDomains(tx, { tenantId }),
    }),
    { readOnly: true },
  );
  return {
    ...(tenant ?? { ...face, disclosesAccounts: false }),
    singleSignOn,
    captcha: captcha.inPage,
  };
}
