import { sql } from 'kysely';
import { belongsToSite, type Site } from '../../../hosts/site.ts';
import { newLinkToken, tenantOfLink } from '../../../identity/capabilities.ts';
import { hashToken, newToken } from '../../../platform/crypto/random-tokens.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import type { SignOnProof } from '../../../platform/integrations/openid.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** How long somebody may take at the provider. */
export const ATTEMPT_SECONDS = 10 * 60;

interface Browser {
  token: string;
  /** The hash of the token of the session that the browser has. */
  session: Buffer | null;
  /** The hash of the cookie by which it is known to whoever signs in. */
  device: Buffer | null;
}

type NewProof = Omit<SignOnProof, 'askedAgainAt'>;

/** The state names the tenant, as a link's token does: the provider's answer is found by it. */
export const newProof = (tenantId: string): NewProof => ({
  state: newLinkToken(tenantId),
  nonce: newToken(),
  codeVerifier: newToken(),
});

export async function keepAttempt(
  db: Database,
  tenantId: string,
  { state, nonce, codeVerifier }: NewProof,
  browser: Browser,
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    tx
      .insertInto('singleSignOnAttempts')
      .values({
        tenantId,
        stateHash: hashToken(state),
        browserHash: hashToken(browser.token),
        nonce,
        codeVerifier,
        replacedToken: browser.session,
        deviceHash: browser.device,
        expiresAt: sql<Date>`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
      })
      .execute(),
  );
}

interface Presented {
  state?: string;
  browserToken?: string;
  /** The short name of the tenant to whose address the provider led back. */
  slug: string;
  site: Site;
}

interface TakenAttempt {
  tenantId: string;
  proof: SignOnProof;
  replacedToken: Buffer | null;
  presentedDevice: Buffer | null;
  beganAt: Date;
}

/**
 * Takes the attempt that an answer belongs to, once, and only for the browser that began it. The state is in the browser's hands, and the
 * address is the provider's word: an answer that came to another tenant's is not shown to this one's provider, which could redeem it.
 */
export async function takeAttempt(
  db: Database,
  { state = '', browserToken = '', slug, site }: Presented,
): Promise<TakenAttempt> {
  const tenantId = tenantOfLink(state);
  if (!tenantId || !belongsToSite(site, tenantId)) throw new SignOnFailure('sso_expired', 'state');
  const attempt = await withTenant(db, tenantId, (tx) =>
    tx
      .updateTable('singleSignOnAttempts')
      .set({ usedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('stateHash', '=', hashToken(state))
      .where('browserHash', '=', hashToken(browserToken))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .where((at) =>
        at.exists(at.selectFrom('tenants').select('id').where('id', '=', tenantId).where('slug', '=', slug)),
      )
      .returning(['nonce', 'codeVerifier', 'replacedToken', 'deviceHash', 'createdAt'])
      .executeTakeFirst(),
  );
  if (!attempt) throw new SignOnFailure('sso_expired', 'state');
  const { replacedToken, deviceHash: presentedDevice, createdAt: beganAt, ...proof } = attempt;
  const askedAgainAt = replacedToken === null ? null : beganAt;
  return { tenantId, proof: { state, askedAgainAt, ...proof }, replacedToken, presentedDevice, beganAt };
}
