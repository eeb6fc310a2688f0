import { SCOPES, type Scope } from '../../shared/contract/scopes.ts';
import type { GuestPart } from '../../shared/domain/guest-parts.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { SESSION_COOKIE } from '../platform/http/session-cookie.ts';
import { createMembership, createUser } from '../testing/factories.ts';
import { createGuest } from '../testing/guests.ts';
import { openSession } from '../testing/open-session.ts';
import { addFactor } from '../testing/staff.ts';
import { ORIGIN } from '../testing/test-app.ts';
import { PEOPLE, type Person } from './people.ts';
import type { World } from './world.ts';

export const CALLERS: readonly string[] = [
  'nobody',
  ...PEOPLE.keys(),
  'a broker with a link',
  'a merchant with a link',
  'a system of the funder',
  'a system of another funder',
];

/** The name of a system whose token has every scope except this one. */
export const systemWithout = (scope: Scope): string => `a system without ${scope}`;

const EVERYBODY: readonly string[] = [...CALLERS, ...SCOPES.map(systemWithout)];

export interface Caller {
  userId: bigint;
  headers: Record<string, string>;
}

const NO_USER = 7_000_010n;

/** Creates the callers with these names, each with every credential they could have, in the syndicate whose belongings are 'own'. */
export async function createCallers(
  owner: Database,
  world: World,
  names: readonly string[] = EVERYBODY,
): Promise<ReadonlyMap<string, Caller>> {
  const { own, 'another tenant': foreign } = world;
  const person = async (one: Person) => {
    const { kind, role, holds, isOfAnotherTenant, isOfBoth, isTerminated = false } = one;
    const userId = await createUser(owner);
    const membership = { role, permissions: holds, isTerminated };
    const tenants = isOfBoth ? [own, foreign] : [isOfAnotherTenant ? foreign : own];
    for (const { tenantId, syndicateId } of tenants)
      await withTenant(owner, tenantId, (tx) =>
        createMembership(tx, tenantId, userId, {
          ...membership,
          syndicateId: kind === 'investor' ? syndicateId : null,
        }),
      );
    for (const { tenantId, syndicateId } of tenants)
      if (one.parts) await letIn(owner, { tenantId, syndicateId, userId, ...one, parts: one.parts });
    const { tenantId } = one.actsElsewhere ? foreign : own;
    const onlyTenantId = one.isByForeignTicket ? foreign.tenantId : null;
    const headers = await openSessions(owner, userId, tenantId, onlyTenantId);
    // Without one, everything would be refused for another reason than the one that is tested.
    if (kind === 'staff' || kind === 'guest') await addFactor(owner, userId);
    return { userId, headers };
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
  const create = async (name: string): Promise<Caller> => {
    const one = PEOPLE.get(name);
    if (one) return person(one);
    const scope = SCOPES.find((each) => systemWithout(each) === name);
    if (scope)
      return system(
        own.tenantId,
        SCOPES.filter((other) => other !== scope),
      );
    switch (name) {
      case 'a broker with a link':
        return holder(own.offerToken);
      case 'a merchant with a link':
        return holder(own.bankLinkToken);
      case 'a system of the funder':
        return system(own.tenantId, [...SCOPES]);
      case 'a system of another funder':
        return system(foreign.tenantId, [...SCOPES]);
      case 'nobody':
        return { userId: NO_USER, headers: { origin: ORIGIN } };
      default:
        throw new Error(`The matrix has nobody called ${name}.`);
    }
  };
  return new Map(await Promise.all(names.map(async (name) => [name, await create(name)] as const)));
}

/** Lets a guest in, or did. */
const letIn = (
  owner: Database,
  {
    tenantId,
    syndicateId,
    userId,
    parts,
    isOver,
  }: Pick<Person, 'isOver'> & {
    tenantId: string;
    syndicateId: bigint;
    userId: bigint;
    parts: readonly GuestPart[];
  },
) =>
  withTenant(owner, tenantId, (tx) =>
    createGuest(tx, tenantId, {
      ...{ syndicateId, userId, parts },
      ...(isOver === 'the day has passed' && { untilDate: '2026-01-31' }),
      ...(isOver === 'ended' && { endedAt: new Date(), endReason: 'ended by investor' as const }),
    }),
  );

/** Opens two live sessions whose requests name this tenant: one with a bearer token and one with a cookie, which a sign-out may end. */
async function openSessions(
  owner: Database,
  userId: bigint,
  tenantId: string,
  onlyTenantId: string | null,
): Promise<Record<string, string>> {
  return {
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    authorization: `Bearer ${await openSession(owner, userId, 'access', onlyTenantId)}`,
    'x-tenant': tenantId,
    cookie: `${SESSION_COOKIE}=${await openSession(owner, userId, 'refresh', onlyTenantId)}`,
  };
}
