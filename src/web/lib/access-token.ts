import { authContract } from '../../shared/contract/auth.ts';
import type { Input } from '../../shared/contract/endpoint.ts';
import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';
import { ApiError, isApiError } from './api-error.ts';
import { isAtDesk } from './at-desk.ts';
import { keep, readKept } from './kept-in-browser.ts';
import { lookingAs } from './looking-as.ts';
import { send } from './send.ts';

export interface Tenant {
  readonly id: string;
  readonly name: string;
}

/** One to work for or to invest with. Somebody who does both finds it twice. */
export interface EnteredTenant extends Tenant {
  readonly syndicateId: bigint | null;
  readonly isDesk: boolean;
  readonly isGuest?: boolean | undefined;
}

/** The access token with what it gives access to. It is kept in this module's memory and nowhere else. */
export interface AccessToken {
  readonly token: string;
  readonly userId: bigint;
  readonly tenant: EnteredTenant;
  /** All that the session may enter, with the user's own syndicate in each. */
  readonly tenants: readonly EnteredTenant[];
  readonly mustChangePassword: boolean;
  readonly expiresAt: number;
}

export type Grant = Input<typeof authContract.requestToken>['body'];

/** The password was right, and a second factor is required before the user is signed in. */
export class SecondFactorRequired extends Error {
  readonly challengeToken: string;
  readonly methods: readonly SecondFactorMethod[];

  constructor({ challengeToken, methods }: Pick<SecondFactorRequired, 'challengeToken' | 'methods'>) {
    super('A second factor is asked for.');
    this.name = 'SecondFactorRequired';
    this.challengeToken = challengeToken;
    this.methods = methods;
  }
}

/** The user is signed in and belongs to several tenants, so one has to be chosen. */
export class TenantRequired extends Error {
  readonly tenants: readonly EnteredTenant[];

  constructor(tenants: readonly EnteredTenant[]) {
    super('A tenant is asked for.');
    this.name = 'TenantRequired';
    this.tenants = tenants;
  }
}

const RENEW_BEFORE_EXPIRY_MS = 30_000;

let current: AccessToken | null = null;
let undecided: Omit<AccessToken, 'tenant'> | null = null;
let renewal: Promise<AccessToken> | null = null;
// Incremented whenever the token is dropped, so that a pending response cannot bring it back.
let generation = 0;
let onLost: () => void = () => undefined;

/** Registers a listener for when an open session turns out to have ended. */
export function onAccessLost(listener: () => void): void {
  onLost = listener;
}

export async function requestAccessToken(grant: Grant): Promise<AccessToken> {
  const generationOfRequest = generation;
  const answer = await send(authContract.requestToken, { body: grant });
  if ('secondFactor' in answer) throw new SecondFactorRequired(answer.secondFactor);
  if (answer.tenants.length === 0) throw ApiError.of('tenant_not_allowed');
  if (generation !== generationOfRequest) throw ApiError.of('not_signed_in');
  // Somebody else has signed in in another tab and must not see this tab's pages.
  if (current && current.userId !== answer.userId) throw ApiError.of('not_signed_in');
  const expiresAt = Date.now() + answer.expiresInSeconds * 1000;
  const { accessToken: token, userId, mustChangePassword, tenants } = answer;
  const isRenewal = grant.grant === 'refresh_token';
  const tenant = tenants.length === 1 ? tenants[0] : isRenewal ? tenantOfBefore(tenants) : undefined;
  if (!tenant) {
    undecided = { token, userId, tenants, mustChangePassword, expiresAt };
    throw new TenantRequired(tenants);
  }
  current = { token, userId, tenant, tenants, mustChangePassword, expiresAt };
  return current;
}

/**
 * The tenant of this tab, or else the browser's last one, so that a reload stays where it was if that is still allowed. At the desk it is
 * one that the user works for, and elsewhere one that they invest with, if there is any.
 */
function tenantOfBefore(allowed: readonly EnteredTenant[]): EnteredTenant | undefined {
  const looked = isAtDesk ? null : lookingAs();
  if (looked) return allowed.find(({ id, isDesk }) => isDesk && id === looked.tenantId);
  const here = allowed.filter(({ isDesk }) => isDesk === isAtDesk);
  if (here.length === 1) return here[0];
  const id = current?.tenant.id ?? readKept('lastTenantId');
  return (here.length > 0 ? here : allowed).find((tenant) => tenant.id === id);
}

export function chooseTenant(tenant: EnteredTenant): AccessToken {
  if (!undecided) throw ApiError.of('not_signed_in');
  current = { ...undecided, tenant };
  undecided = null;
  keep('lastTenantId', tenant.id);
  return current;
}

/** Begins with the session that the page arrived with. Its token is requested by the first call. */
export function adoptSession(
  session: Pick<AccessToken, 'userId' | 'mustChangePassword'> & {
    tenant: Pick<EnteredTenant, 'id' | 'name' | 'isDesk'>;
  },
): AccessToken {
  // A page arrives with a session only where there is one tenant: at the desk one that the user works for, elsewhere one to invest with.
  const tenant = { ...session.tenant, syndicateId: null };
  current = { ...session, tenant, tenants: [], token: '', expiresAt: 0 };
  return current;
}

/** The tenants that the session may enter; none before they are known. */
export const enteredTenants = (): readonly EnteredTenant[] => current?.tenants ?? [];

/** Renews the token with the session cookie. Calls during a renewal share it. */
export function renewAccessToken(): Promise<AccessToken> {
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renew(): Promise<AccessToken> {
  const hadAccess = current !== null;
  try {
    return await requestAccessToken({ grant: 'refresh_token' });
  } catch (error) {
    if (isApiError(error, 'not_signed_in') && hadAccess && current) {
      dropAccessToken();
      onLost();
    }
    if (error instanceof TenantRequired && hadAccess) {
      dropAccessToken();
      onLost();
      throw ApiError.of('tenant_not_allowed');
    }
    throw error;
  }
}

/** How a renewal is run: once, or again while the server does not answer. */
export type Renewing = (renewal: () => Promise<AccessToken>) => Promise<AccessToken>;

export async function freshAccessToken(renewing: Renewing): Promise<AccessToken> {
  // While one call waited, another may have renewed the token.
  return whileFresh() ?? renewing(async () => whileFresh() ?? renewAccessToken());
}

const whileFresh = (): AccessToken | null =>
  current !== null && Date.now() < current.expiresAt - RENEW_BEFORE_EXPIRY_MS ? current : null;

/** For a call that was refused although its token had not expired. */
export async function accessTokenInsteadOf(refused: AccessToken, renewing: Renewing): Promise<AccessToken> {
  const another = () => (current !== null && current.token !== refused.token ? current : null);
  return another() ?? renewing(async () => another() ?? renewAccessToken());
}

export function dropAccessToken(): void {
  current = null;
  undecided = null;
  generation += 1;
}
