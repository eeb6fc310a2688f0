import type { Deps } from '../../../deps.ts';
import type { Site } from '../../../hosts/site.ts';
import { findSignOnTenant, readSignOn, redirectUriOf } from '../../../identity/single-sign-on.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { keepAttempt, newProof } from './sign-on-attempts.ts';
import { SignOnFailure } from './sign-on-failure.ts';

type SignOnDeps = Pick<Deps, 'db' | 'encryption' | 'openId'>;

interface Wanted {
  domain: string | undefined;
  slug: string | undefined;
  site: Site;
}

/** The tenant that is to be signed in to. */
export async function requireSignOnTenant({ db }: SignOnDeps, { site, ...named }: Wanted): Promise<string> {
  const tenantId = await findSignOnTenant(db, named, site);
  if (tenantId === null) throw new SignOnFailure('sso_not_set_up', 'setup');
  return tenantId;
}

/**
 * Begins a sign-in at the tenant's provider. Returns the address to which the browser is led. Who has a session here signs in again to show who
 * they are, so the provider asks even if it did a moment ago.
 */
export async function beginSignOn(
  { db, encryption, openId }: SignOnDeps,
  tenantId: string,
  { site, ...browser }: { site: Site; token: string; session: Buffer | null; device: Buffer | null },
): Promise<string> {
  const settings = await withTenant(db, tenantId, (tx) => readSignOn(tx, encryption, tenantId), {
    readOnly: true,
  });
  if (!settings) throw new SignOnFailure('sso_not_set_up', 'setup');
  // By its short name a provider is found that nobody could come in from.
  if (settings.domains.length === 0) throw new SignOnFailure('sso_domain_unproven', 'domain');
  const proof = newProof(tenantId);
  const request = { ...proof, asksAgain: browser.session !== null };
  const address = await openId
    .signInAddress(settings, request, redirectUriOf(site.origin, settings.slug))
    .catch((error: unknown) => {
      throw new SignOnFailure('sso_unavailable', 'discovery', error);
    });
  await keepAttempt(db, tenantId, proof, browser);
  return address;
}
