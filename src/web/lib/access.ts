import { authContract } from '../../shared/contract/auth.ts';
import type { Input } from '../../shared/contract/endpoint.ts';
import { ApiError, isApiError } from './api-error.ts';
import { keep, readKept } from './kept-in-browser.ts';
import { send } from './send.ts';

export interface Tenant {
  readonly id: string;
  readonly name: string;
}

/** The right to call as a member. Lives in this module's memory and nowhere else. */
export interface Access {
  readonly token: string;
  readonly userId: bigint;
  readonly tenant: Tenant;
  readonly mustChangePassword: boolean;
  readonly expiresAt: number;
}

export type Grant = Input<typeof authContract.requestToken>['body'];

/** The password was right, and there is a second step before anybody is signed in. */
export class SecondFactorAsked extends Error {
  readonly challengeToken: string;
  readonly methods: readonly ('totp' | 'passkey' | 'recovery')[];

  constructor({ challengeToken, methods }: Pick<SecondFactorAsked, 'challengeToken' | 'methods'>) {
    super('A second factor is asked for.');
    this.name = 'SecondFactorAsked';
    this.challengeToken = challengeToken;
    this.methods = methods;
  }
}

/** Somebody is signed in and belongs to several tenants: they have to say which one they want to see. */
export class TenantAsked extends Error {
  readonly tenants: readonly Tenant[];

  constructor(tenants: readonly Tenant[]) {
    super('A tenant is asked for.');
    this.name = 'TenantAsked';
    this.tenants = tenants;
  }
}

const RENEW_BEFORE_EXPIRY_MS = 30_000;

let current: Access | null = null;
let undecided: Omit<Access, 'tenant'> | null = null;
let renewal: Promise<Access> | null = null;
// Raised whenever access is given up, so that an answer still on its way cannot bring it back.
let era = 0;
let onLost: () => void = () => undefined;

/** Called when a session that was open turns out to be over. */
export function whenAccessIsLost(listener: () => void): void {
  onLost = listener;
}

export async function requestAccess(grant: Grant): Promise<Access> {
  const eraOfRequest = era;
  const answer = await send(authContract.requestToken, { body: grant });
  if ('secondFactor' in answer) throw new SecondFactorAsked(answer.secondFactor);
  if (answer.tenants.length === 0) throw ApiError.of('tenant_not_allowed');
  if (era !== eraOfRequest) throw ApiError.of('not_signed_in');
  // Someone else signed in in another tab: this tab's pages are not theirs to see.
  if (current && current.userId !== answer.userId) throw ApiError.of('not_signed_in');
  const expiresAt = Date.now() + answer.expiresInSeconds * 1000;
  const { accessToken: token, userId, mustChangePassword, tenants } = answer;
  const isRenewal = grant.grant === 'refresh_token';
  const tenant = tenants.length === 1 ? tenants[0] : isRenewal ? tenantOfBefore(tenants) : undefined;
  if (!tenant) {
    undecided = { token, userId, mustChangePassword, expiresAt };
    throw new TenantAsked(tenants);
  }
  current = { token, userId, tenant, mustChangePassword, expiresAt };
  return current;
}

/** This tab's own, else the browser's last: a reload stays where it was, if that is still allowed. */
function tenantOfBefore(allowed: readonly Tenant[]): Tenant | undefined {
  const id = current?.tenant.id ?? readKept('lastTenantId');
  return allowed.find((tenant) => tenant.id === id);
}

export function chooseTenant(tenant: Tenant): Access {
  if (!undecided) throw ApiError.of('not_signed_in');
  current = { ...undecided, tenant };
  undecided = null;
  keep('lastTenantId', tenant.id);
  return current;
}

/** Renews from the session cookie. Callers that come while a renewal is under way share it. */
export function renewAccess(): Promise<Access> {
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renew(): Promise<Access> {
  const hadAccess = current !== null;
  try {
    return await requestAccess({ grant: 'refresh_token' });
  } catch (error) {
    if (isApiError(error, 'not_signed_in') && hadAccess && current) {
      dropAccess();
      onLost();
    }
    if (error instanceof TenantAsked && hadAccess) {
      dropAccess();
      onLost();
      throw ApiError.of('tenant_not_allowed');
    }
    throw error;
  }
}

export async function freshAccess(): Promise<Access> {
  const isFresh = current !== null && Date.now() < current.expiresAt - RENEW_BEFORE_EXPIRY_MS;
  return current !== null && isFresh ? current : renewAccess();
}

/** For a call that was refused although its access looked fresh. */
export async function accessInsteadOf(refused: Access): Promise<Access> {
  return current !== null && current.token !== refused.token ? current : renewAccess();
}

export function dropAccess(): void {
  current = null;
  undecided = null;
  era += 1;
}
