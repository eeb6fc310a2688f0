import type { SecondFactorMethod } from '../../../shared/contract/sign-in-grants.ts';
import { belongsToSite, type Site } from '../../hosts/site.ts';
import { tenantOfLink } from '../../identity/capabilities.ts';
import { requireSameCredential } from '../../identity/credential-version.ts';
import { type OpenTenant, wayInto } from '../../identity/open-tenants.ts';
import { secondFactorMethods } from '../../identity/second-factors.ts';
import { type Device, type NewSession, onlyTenantOf } from '../../identity/sessions.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Account, type CredentialDeps, type Credentials, checkCredentials } from './credentials.ts';
import { hashOfDevice } from './known-devices.ts';
import { openSession, requireOpenTenants, type SignedIn } from './open-session.ts';
import { openChallenge } from './sign-in-challenges.ts';
import { redeemTicket } from './tickets.ts';

export interface SignIn extends Credentials {
  isRemembered: boolean;
  rememberedToken: string | undefined;
  device: Device;
  site: Site;
}

/** The password was right, but the session is opened only after the second factor. */
export interface SecondStep {
  secondFactor: { challengeToken: string; methods: SecondFactorMethod[] };
}

export async function signIn(deps: CredentialDeps, attempt: SignIn): Promise<SignedIn | SecondStep> {
  // The password is checked outside any transaction, because that takes longer than everything else here together.
  const account = await checkCredentials(deps, attempt);
  return enter(deps, account, { ...attempt, onlyTenantId: null, ticketIssuer: null, isSingleSignOn: false });
}

/** Lists the tenants of the user with these credentials, without opening a session. */
export async function listTenants(
  deps: CredentialDeps,
  credentials: Credentials,
  { tenantId }: Site,
): Promise<OpenTenant[]> {
  const account = await checkCredentials(deps, credentials);
  return withClaims(deps.db, { userId: account.userId }, async (tx) => {
    await requireSameCredential(tx, account, 'invalid_credentials');
    return requireOpenTenants(tx, { onlyTenantId: tenantId, way: 'password' });
  });
}

/** A ticket works once. It replaces the password, only in the portal of the tenant that issued it. */
export async function signInByTicket(
  deps: Pick<CredentialDeps, 'db'>,
  ticket: string,
  { deviceToken, device, site }: Pick<SignIn, 'deviceToken' | 'device' | 'site'>,
): Promise<SignedIn | SecondStep> {
  // On another tenant's host the ticket is refused without being used up.
  if (!belongsToSite(site, tenantOfLink(ticket))) throw new Refusal('link_expired');
  const redeemed = await redeemTicket(deps.db, ticket);
  if (!redeemed) throw new Refusal('link_expired');
  const { userId, credentialVersion } = redeemed;
  const account = { userId, credentialVersion, loginName: null };
  try {
    const { tenantId: onlyTenantId, issuer: ticketIssuer } = redeemed;
    return await enter(deps, account, {
      isRemembered: false,
      deviceToken,
      rememberedToken: undefined,
      device,
      site,
      onlyTenantId,
      ticketIssuer,
      isSingleSignOn: false,
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'role_not_allowed')
      throw new Refusal('not_a_syndicate_user');
    throw error;
  }
}

type Entry = Pick<SignIn, 'isRemembered' | 'deviceToken' | 'rememberedToken' | 'device' | 'site'> &
  Pick<NewSession, 'onlyTenantId' | 'ticketIssuer' | 'isSingleSignOn'>;

async function enter(
  { db }: Pick<CredentialDeps, 'db'>,
  { userId, credentialVersion, loginName }: Account,
  {
    isRemembered,
    deviceToken,
    rememberedToken,
    device,
    site,
    onlyTenantId,
    ticketIssuer,
    isSingleSignOn,
  }: Entry,
): Promise<SignedIn | SecondStep> {
  return withClaims(db, { userId }, async (tx) => {
    const checked = { userId, credentialVersion };
    await requireSameCredential(tx, checked, onlyTenantId === null ? 'invalid_credentials' : 'link_expired');
    const tenants = await requireOpenTenants(tx, {
      onlyTenantId: onlyTenantOf({ onlyTenantId }, site),
      way: wayInto({ onlyTenantId, isSingleSignOn }),
    });
    const { isSetUp, methods } = await secondFactorMethods(tx, userId, site);
    if (!isSetUp)
      return openSession(tx, {
        userId,
        tenants,
        presentedDevice: hashOfDevice(deviceToken),
        isRemembered,
        rememberedToken,
        device,
        site,
        onlyTenantId,
        ticketIssuer,
        isSingleSignOn,
      });
    if (methods.length === 0) throw new Refusal('passkey_of_other_host');
    const ticket = { onlyTenantId, ticketIssuer, isSingleSignOn };
    const challengeToken = await openChallenge(tx, { ...checked, loginName, isRemembered, ...ticket });
    return { secondFactor: { challengeToken, methods } };
  });
}
