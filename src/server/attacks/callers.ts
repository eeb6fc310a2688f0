import { SCOPES, type Scope } from '../../shared/contract/scopes.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { SESSION_COOKIE } from '../platform/http/session-cookie.ts';
import { createMembership, createUser } from '../testing/factories.ts';
import { openSession } from '../testing/open-session.ts';
import { ORIGIN } from '../testing/test-app.ts';
import type { World } from './world.ts';

export const CALLERS = [
  'nobody',
  'an investor',
  'a viewer of files',
  'a manager',
  'a former investor',
  'an investor of another tenant',
  'a broker with a link',
  'a merchant with a link',
  'a system of the funder',
  'a system of another funder',
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** A system whose token has every scope but this one. */
export type LackingKind = `a system without ${Scope}`;

export interface Caller {
  userId: bigint;
  headers: Record<string, string>;
}

const NO_USER = 7_000_010n;

/** Each with everything that they could have in hand, in the syndicate whose belongings are 'own'. */
export async function createCallers(
  owner: Database,
  world: World,
): Promise<Record<CallerKind | LackingKind, Caller>> {
  const { own, 'another tenant': foreign } = world;
  const member = async (at: typeof own, membership: Parameters<typeof createMembership>[3] = {}) => {
    const userId = await createUser(owner);
    await withTenant(owner, at.tenantId, (tx) =>
      createMembership(tx, at.tenantId, userId, { syndicateId: at.syndicateId, ...membership }),
    );
    return { userId, headers: await openSessions(owner, userId, own.tenantId) };
  };
  const system = async (tenantId: string, scopes: Scope[]): Promise<Caller> => {
    const asked = { name: `system ${crypto.randomUUID()}`, scopes, days: 1 };
    const { token } = await withTenant(owner, tenantId, (tx) => issueServiceToken(tx, tenantId, asked));
    return { userId: NO_USER, headers: { origin: ORIGIN, authorization: `Bearer ${token}` } };
  };
  const holder = (token: string): Caller => ({
    userId: NO_USER,
    headers: { origin: ORIGIN, authorization: `Link ${token}` },
  });
  const lacking = await Promise.all(
    SCOPES.map(async (scope) => {
      const others = SCOPES.filter((other) => other !== scope);
      return [`a system without ${scope}`, await system(own.tenantId, others)] as [LackingKind, Caller];
    }),
  );
  return {
    ...(Object.fromEntries<Caller>(lacking) as Record<LackingKind, Caller>),
    nobody: { userId: NO_USER, headers: { origin: ORIGIN } },
    'an investor': await member(own),
    'a viewer of files': await member(own, { canViewFcs: true }),
    'a manager': await member(own, { canViewFcs: true, canSwitchSyndicates: true }),
    'a former investor': await member(own, {
      isTerminated: true,
      canViewFcs: true,
      canSwitchSyndicates: true,
    }),
    'an investor of another tenant': await member(foreign, { canViewFcs: true, canSwitchSyndicates: true }),
    'a broker with a link': holder(own.offerToken),
    'a merchant with a link': holder(own.bankLinkToken),
    'a system of the funder': await system(own.tenantId, [...SCOPES]),
    'a system of another funder': await system(foreign.tenantId, [...SCOPES]),
  };
}

/** Two live sessions for the tenant that is 'own': one with a bearer token, and one with a cookie, which a sign-out may end. */
async function openSessions(
  owner: Database,
  userId: bigint,
  tenantId: string,
): Promise<Record<string, string>> {
  return {
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    authorization: `Bearer ${await openSession(owner, userId, 'access')}`,
    'x-tenant': tenantId,
    cookie: `${SESSION_COOKIE}=${await openSession(owner, userId, 'refresh')}`,
  };
}
