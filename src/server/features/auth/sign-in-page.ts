import type { Deps } from '../../app.ts';
import { withTenant } from '../../db/transactions.ts';

/** Whose portal this is. Without a tenant of its own the page speaks for the portal as such. */
export async function readSignInPage({
  db,
  captcha,
  signInTenantId,
}: Pick<Deps, 'db' | 'captcha' | 'signInTenantId'>) {
  const tenant = signInTenantId
    ? await withTenant(
        db,
        signInTenantId,
        (tx) =>
          tx
            .selectFrom('tenants')
            .select(['name', 'supportEmail', 'supportUrl', 'disclosesAccounts'])
            .where('id', '=', signInTenantId)
            .executeTakeFirst(),
        { readOnly: true },
      )
    : undefined;
  if (tenant) return { ...tenant, captcha: captcha.inPage };
  return {
    name: 'Syndicate Portal',
    supportEmail: 'support@portal.example',
    supportUrl: null,
    disclosesAccounts: false,
    captcha: captcha.inPage,
  };
}
