import { isOpen, membershipsOf, type OpenTenant } from '../../identity/open-tenants.ts';
import { forgetBrowser, rememberBrowser } from '../../identity/remembered-browsers.ts';
import { type NewSession, type OpenSession, startSession } from '../../identity/sessions.ts';
import { hashSessionToken } from '../../identity/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { rememberDevice } from './known-devices.ts';

/** What becomes of the browser's knowing whose it is. The token is for it to keep. */
export type Remembering = { token: string } | 'forgotten' | 'unchanged';

export interface SignedIn extends OpenSession {
  /** For the browser to keep, when this user is new to it. */
  deviceToken: string | null;
  remembering: Remembering;
}

/** What the browser showed of itself. */
interface Browser {
  knownDevice: Buffer | null;
  rememberedToken: string | undefined;
}

/** Expects the user's claim on the transaction, and everything that is to be shown to have been shown. */
export async function openSession(
  tx: Tx,
  { knownDevice, rememberedToken, ...session }: NewSession & Browser,
): Promise<SignedIn> {
  const deviceToken = await rememberDevice(tx, session.userId, knownDevice);
  const { sessionId, ...opened } = await startSession(tx, session);
  const remembering = await remember(tx, { ...session, sessionId }, rememberedToken);
  return { ...opened, deviceToken, remembering };
}

/**
 * A browser remembers one person: whoever ticked the box last. Who left it empty wants nobody remembered, neither themselves
 * nor whoever was there before; a ticket has no such box.
 */
async function remember(
  tx: Tx,
  { userId, isRemembered, onlyTenantId, site, sessionId }: NewSession & { sessionId: string },
  presented: string | undefined,
): Promise<Remembering> {
  if (onlyTenantId !== null) return 'unchanged';
  if (presented !== undefined) {
    const credential = hashSessionToken(presented, site);
    await claim(tx, { credential });
    await forgetBrowser(tx, credential);
  }
  if (isRemembered) return { token: await rememberBrowser(tx, { userId, sessionId, site }) };
  return presented === undefined ? 'unchanged' : 'forgotten';
}

export async function requireOpenTenants(tx: Tx, onlyTenantId: string | null = null): Promise<OpenTenant[]> {
  const memberships = await membershipsOf(tx, onlyTenantId);
  const open = memberships.filter(isOpen);
  if (open.length > 0) return open.map(({ id, name, syndicateId }) => ({ id, name, syndicateId }));
  if (memberships.length === 0) throw new Refusal('not_a_syndicate_user');
  const wasInvestor = memberships.some((membership) => membership.role === 'syndication');
  throw new Refusal(wasInvestor ? 'account_closed' : 'role_not_allowed');
}
