import { sql } from 'kysely';
import { isStaff } from '../../../../shared/domain/roles.ts';
import type { Deps } from '../../../deps.ts';
import type { Site } from '../../../hosts/site.ts';
import { lockUser } from '../../../identity/credential-version.ts';
import { acceptInvitation, INVITATION_DAYS } from '../../../identity/invitations.ts';
import { secondFactorMethods } from '../../../identity/second-factors.ts';
import type { Device } from '../../../identity/sessions.ts';
import { domainOf, readSignOn, vouchesSince } from '../../../identity/single-sign-on.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { claim, forgetTenant, withClaims, withTenant } from '../../../platform/db/transactions.ts';
import { Refusal } from '../../../platform/errors.ts';
import {
  NotShownRecently,
  type SignOnProof,
  type VouchedPerson,
} from '../../../platform/integrations/openid.ts';
import { openSession, requireOpenTenants, type SignedIn } from '../open-session.ts';
import type { SecondStep } from '../sign-in.ts';
import { openChallenge } from '../sign-in-challenges.ts';
import { SignOnFailure } from './sign-on-failure.ts';

type SignOnDeps = Pick<Deps, 'db' | 'encryption' | 'openId'>;

interface Answer {
  tenantId: string;
  proof: SignOnProof;
  /** The address at which the browser came back. */
  url: URL;
}

/** The mail address of the person who signed in at the provider, if it is one that the tenant takes the provider's word for. */
export async function findVouchedPerson(
  { db, encryption, openId }: SignOnDeps,
  { tenantId, proof, url }: Answer,
): Promise<VouchedPerson & { email: string }> {
  const settings = await withTenant(db, tenantId, (tx) => readSignOn(tx, encryption, tenantId), {
    readOnly: true,
  });
  if (!settings) throw new SignOnFailure('sso_not_set_up', 'setup');
  const person = await openId.redeem(settings, proof, url).catch((error: unknown) => {
    const code = error instanceof NotShownRecently ? 'sso_not_recent' : 'sso_failed';
    throw new SignOnFailure(code, 'provider', error);
  });
  const { email } = person;
  if (email === null || !person.isEmailVerified) throw new SignOnFailure('sso_unverified', 'address');
  if (settings.unproven.includes(domainOf(email))) throw new SignOnFailure('sso_domain_unproven', 'domain');
  if (!settings.domains.includes(domainOf(email))) throw new SignOnFailure('sso_not_invited', 'domain');
  return { ...person, email };
}

interface Visit {
  tenantId: string;
  /** When the browser was led to the provider. */
  beganAt: Date;
  /** The hash of the browser's cookie, as it was sent then. */
  presentedDevice: Buffer | null;
  device: Device;
  site: Site;
}

/**
 * Opens the desk for a person whom the provider vouched for, if the tenant has invited them to it. No account is ever made here. Without
 * a second factor at the provider, their own is asked for, as after a password.
 */
export async function enterDesk(
  { db }: SignOnDeps,
  { email, hasSecondFactor, authenticatedAt }: VouchedPerson & { email: string },
  { tenantId, beganAt, presentedDevice, device, site }: Visit,
): Promise<SignedIn | SecondStep> {
  return withClaims(db, { tenantId, loginName: email }, async (tx) => {
    // The provider had all the time that it took to answer, and somebody may have removed it meanwhile.
    if (!(await vouchesSince(tx, tenantId, { since: beganAt, domain: domainOf(email) })))
      throw new SignOnFailure('sso_expired', 'setup');
    const userId = await requireStaffMember(tx, tenantId, email);
    await claim(tx, { userId });
    const { credentialVersion } = await lockUser(tx, userId);
    if (await acceptInvitation(tx, { tenantId, userId }))
      await recordAudit(tx, { actorId: userId, action: 'invitation accepted', subject: `user ${userId}` });
    await forgetTenant(tx);
    const entry = { onlyTenantId: tenantId, isSingleSignOn: true, ticketIssuer: null, isRemembered: false };
    const tenants = await requireDesk(tx, tenantId);
    if (hasSecondFactor) {
      const browser = { presentedDevice, rememberedToken: undefined, device, site };
      const shown = { secondFactor: 'provider', secondFactorAt: authenticatedAt } as const;
      return openSession(tx, { userId, tenants, ...entry, ...browser, ...shown });
    }
    const { methods } = await secondFactorMethods(tx, userId, site);
    if (methods.length === 0) throw new SignOnFailure('sso_second_factor', 'second factor');
    const challengeToken = await openChallenge(tx, { userId, credentialVersion, loginName: null, ...entry });
    return { secondFactor: { challengeToken, methods } };
  });
}

/** Signing in accepts an invitation that is open. One that was declined, has expired or was never sent is not: the tenant can invite the person again. */
async function requireStaffMember(tx: Tx, tenantId: string, email: string): Promise<bigint> {
  const member = await tx
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.userId', 'u.id')
    .select([
      'u.id',
      'm.role',
      'm.isTerminated',
      'm.acceptedAt',
      sql<boolean>`m.declined_at is null and m.invited_at > now() - make_interval(days => ${INVITATION_DAYS})`.as(
        'hasInvitation',
      ),
    ])
    .where('u.email', '=', email)
    .where('m.tenantId', '=', tenantId)
    .executeTakeFirst();
  const isInvited = member && (member.acceptedAt !== null || member.hasInvitation);
  if (!isInvited || !isStaff(member.role) || member.isTerminated)
    throw new SignOnFailure('sso_not_invited', 'member');
  return member.id;
}

/** Staff from whom every permission was taken have nothing to open. */
async function requireDesk(tx: Tx, tenantId: string) {
  try {
    return await requireOpenTenants(tx, { onlyTenantId: tenantId, way: 'single sign-on' });
  } catch (error) {
    throw error instanceof Refusal ? new SignOnFailure('sso_not_invited', 'member', error) : error;
  }
}
