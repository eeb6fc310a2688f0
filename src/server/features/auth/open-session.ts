import { canSignIn } from '../../../shared/domain/roles.ts';
import {
  asOpenTenant,
  countsBy,
  isOpen,
  isToBeAccepted,
  membershipsOf,
  type OpenTenant,
  type WayIn,
} from '../../identity/open-tenants.ts';
import { forgetBrowser, rememberBrowser } from '../../identity/remembered-browsers.ts';
import { type NewSession, type OpenSession, startSession } from '../../identity/sessions.ts';
import { hashSessionToken } from '../../identity/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { rememberDevice } from './known-devices.ts';

/** What happens to the browser's memory of its user. The token is for the browser to keep. */
export type Remembering = { token: string } | 'forgotten' | 'unchanged';

export interface SignedIn extends OpenSession {
  /** A token for the browser to keep, if it is new to this user. */
  deviceToken: string | null;
  remembering: Remembering;
}

/** The tokens that the browser sent. */
interface Browser {
  presentedDevice: Buffer | null;
  rememberedToken: string | undefined;
}

/**
 * Opens a session. The caller must have set the user's claim on the transaction and checked every proof that sign-in requires.
 */
export async function openSession(
  tx: Tx,
  { presentedDevice, rememberedToken, ...session }: NewSession & Browser,
): Promise<SignedIn> {
  const hasShownPassword = session.onlyTenantId === null;
  const deviceToken = await rememberDevice(tx, { userId: session.userId, presentedDevice, hasShownPassword });
  const { sessionId, ...opened } = await startSession(tx, session);
  const remembering = await remember(tx, { ...session, sessionId }, rememberedToken);
  return { ...opened, deviceToken, remembering };
}

/**
 * A browser remembers one person: the last one who checked the box. Leaving it empty forgets everybody, including a person who
 * was remembered before. A ticket has no such box, so it changes nothing.
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

interface Entry {
  onlyTenantId: string | null;
  way: WayIn;
}

export async function requireOpenTenants(tx: Tx, { onlyTenantId, way }: Entry): Promise<OpenTenant[]> {
  const all = await membershipsOf(tx, onlyTenantId);
  const memberships = all.filter(countsBy(way));
  const open = memberships.filter(isOpen);
  if (open.length > 0) return open.map(asOpenTenant);
  if (way === 'password' && all.some((membership) => isOpen(membership) && membership.requiresSingleSignOn))
    throw new Refusal('sso_required');
  if (memberships.length === 0) throw new Refusal('not_a_syndicate_user');
  if (memberships.some(isToBeAccepted)) throw new Refusal('invitation_not_accepted');
  const wasLetIn = memberships.some((membership) => membership.isTerminated && canSignIn(membership.role));
  throw new Refusal(wasLetIn ? 'account_closed' : 'role_not_allowed');
}
