import type { Deps } from '../../app.ts';
import { withTenant } from '../../db/transactions.ts';
import type { Site } from '../../hosts/site.ts';

/** How the portal as such presents itself. */
export interface PortalFace {
  name: string;
  supportEmail: string;
  /** A page of help, or an address to write to. */
  supportUrl: string;
}

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
