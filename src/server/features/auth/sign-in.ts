import type { Tx } from '../../db/database.ts';
import { withClaims } from '../../db/transactions.ts';
import { Refusal } from '../../errors.ts';
import { redeemCapability } from '../../identity/capabilities.ts';
import { isOpen, membershipsOf, type OpenTenant } from '../../identity/open-tenants.ts';
import { type Device, type OpenSession, startSession } from '../../identity/sessions.ts';
import { type Account, type CredentialDeps, type Credentials, checkCredentials } from './credentials.ts';
import { rememberDevice } from './known-devices.ts';

export interface SignIn extends Credentials {
  isRemembered: boolean;
  device: Device;
}

export interface SignedIn extends OpenSession {
  /** For the browser to keep, when this user is new to it. */
  deviceToken: string | null;
}

export async function signIn(deps: CredentialDeps, attempt: SignIn): Promise<SignedIn> {
  // The password is checked outside any transaction: it takes longer than everything else here together.
  const account = await checkCredentials(deps, attempt);
  return openSession(deps, account, attempt);
}

/** The tenants of whoever these credentials belong to; no session is opened. */
export async function listTenants(deps: CredentialDeps, credentials: Credentials): Promise<OpenTenant[]> {
  const { userId } = await checkCredentials(deps, credentials);
  return withClaims(deps.db, { userId }, requireOpenTenants, { readOnly: true });
}

/** A ticket is good once and for the tenant that issued it; it stands for the password and nothing more. */
export async function signInByTicket(
  deps: Pick<CredentialDeps, 'db'>,
  ticket: string,
  device: Device,
): Promise<SignedIn> {
  const redeemed = await redeemCapability(deps.db, 'sign-in ticket', ticket);
  if (!redeemed) throw new Refusal('link_expired');
  const account = { userId: redeemed.subjectId, knownDevice: null };
  try {
    return await openSession(deps, account, { isRemembered: false, device });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'role_not_allowed')
      throw new Refusal('not_a_syndicate_user');
    throw error;
  }
}

async function openSession(
  { db }: Pick<CredentialDeps, 'db'>,
  { userId, knownDevice }: Account,
  { isRemembered, device }: Pick<SignIn, 'isRemembered' | 'device'>,
): Promise<SignedIn> {
  return withClaims(db, { userId, ...(knownDevice && { credential: knownDevice }) }, async (tx) => {
    const tenants = await requireOpenTenants(tx);
    const deviceToken = await rememberDevice(tx, userId, knownDevice);
    return { ...(await startSession(tx, { userId, tenants, isRemembered, device })), deviceToken };
  });
}

async function requireOpenTenants(tx: Tx): Promise<OpenTenant[]> {
  const memberships = await membershipsOf(tx);
  const open = memberships.filter(isOpen);
  if (open.length > 0) return open.map(({ id, name }) => ({ id, name }));
  const wasInvestor = memberships.some((membership) => membership.role === 'syndication');
  throw new Refusal(wasInvestor ? 'account_closed' : 'role_not_allowed');
}
