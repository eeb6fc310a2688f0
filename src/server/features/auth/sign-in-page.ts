import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { withTenant } from '../../platform/db/transactions.ts';

/** Whose portal this is. Where the site is no tenant's the page speaks for the portal as such. */
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
