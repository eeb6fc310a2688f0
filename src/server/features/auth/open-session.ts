import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { isOpen, membershipsOf, type OpenTenant } from '../../identity/open-tenants.ts';
import { type NewSession, type OpenSession, startSession } from '../../identity/sessions.ts';
import { rememberDevice } from './known-devices.ts';

export interface SignedIn extends OpenSession {
  /** For the browser to keep, when this user is new to it. */
  deviceToken: string | null;
}

/** Expects the user's claim on the transaction, and everything that is to be shown to have been shown. */
export async function openSession(
  tx: Tx,
  { knownDevice, ...session }: NewSession & { knownDevice: Buffer | null },
): Promise<SignedIn> {
  const deviceToken = await rememberDevice(tx, session.userId, knownDevice);
  return { ...(await startSession(tx, session)), deviceToken };
}

export async function requireOpenTenants(tx: Tx, onlyTenantId: string | null = null): Promise<OpenTenant[]> {
  const memberships = await membershipsOf(tx, onlyTenantId);
  const open = memberships.filter(isOpen);
  if (open.length > 0) return open.map(({ id, name, syndicateId }) => ({ id, name, syndicateId }));
  const wasInvestor = memberships.some((membership) => membership.role === 'syndication');
  throw new Refusal(wasInvestor ? 'account_closed' : 'role_not_allowed');
}
