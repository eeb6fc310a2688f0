import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoint } from '../../shared/contract/endpoint.ts';
import { INVESTOR_PERMISSION_NAMES } from '../../shared/domain/investor-permissions.ts';
import { CALLER_KINDS, type CallerKind, PERMISSION_NAMES } from '../../shared/domain/permissions.ts';
import { STAFF_PERMISSION_NAMES } from '../../shared/domain/staff-permissions.ts';
import { createTenant } from '../testing/factories.ts';
import { openGuestsPortal } from '../testing/guests-portal.ts';
import { openSession } from '../testing/open-session.ts';
import { createStaff } from '../testing/staff.ts';
import { asMember } from '../testing/test-app.ts';
import type { Caller } from './caller.ts';
import type { Http } from './guard.ts';
import { asCaller } from './session.ts';

let portal: Awaited<ReturnType<typeof openGuestsPortal>>;
const tokens = {} as Record<CallerKind, string>;

beforeAll(async () => {
  portal = await openGuestsPortal();
  const { owner } = portal.database;
  const investor = await portal.addInvestor('investor@northgate.example', { permissions: ['view-fcs'] });
  tokens.investor = await openSession(owner, investor);
  tokens.guest = (await portal.addGuest()).accessToken;
  const permissions = PERMISSION_NAMES;
  tokens.staff = (await createStaff(owner, portal.tenantId, { permissions, role: 'accounting' })).accessToken;
});
afterAll(() => portal.close());

const readsFor = (access: CallerKind, more: Partial<Endpoint> = {}): Endpoint => ({
  ...endpoint({ method: 'GET', path: '/api/made_up', access, summary: 'Made up.', response: z.void() }),
  ...more,
});

/** Returns the caller that the endpoint's handler receives. Rejects if the caller is refused before that. */
async function callerAt(asked: Endpoint, token: string, tenantId = portal.tenantId): Promise<Caller> {
  let caller: Caller | undefined;
  const http = { db: portal.database.db } as Http;
  const answer = asCaller(asked.access as CallerKind)(http, asked, async (context) => {
    caller = (context as { caller: Caller }).caller;
  });
  const headers = { authorization: `Bearer ${token}`, 'x-tenant': tenantId };
  const site = { host: null, tenantId: null };
  await answer({ headers, site } as unknown as FastifyRequest, { raw: {} } as FastifyReply);
  return caller as Caller;
}

describe('ACCESS-01 a call of an investor, of the staff and of a guest', () => {
  test('ACCESS-01 hands its own kind of caller to the handler, with the permissions that count', async () => {
    const { tenantId, syndicateId } = portal;
    expect(await callerAt(readsFor('investor'), tokens.investor)).toMatchObject({
      kind: 'investor',
      tenantId,
      syndicateId,
      permissions: new Set(['view-fcs']),
    });
    const staff = await callerAt(readsFor('staff'), tokens.staff);
    // The membership lists permissions that only investors can hold, so none of those may count.
    expect(staff).toMatchObject({
      kind: 'staff',
      tenantId,
      role: 'accounting',
      permissions: new Set(STAFF_PERMISSION_NAMES),
    });
    expect(staff).not.toHaveProperty('syndicateId');
  });

  test('ACCESS-01 refuses every other kind by a code of its own', async () => {
    for (const kind of CALLER_KINDS)
      for (const other of CALLER_KINDS.filter((one) => one !== kind))
        await expect(callerAt(readsFor(kind), tokens[other])).rejects.toMatchObject({
          code: 'role_not_allowed',
        });
  });

  test('ACCESS-01 refuses every kind in a tenant of which they are not', async () => {
    const elsewhere = await createTenant(portal.database.owner);
    for (const kind of CALLER_KINDS)
      await expect(callerAt(readsFor(kind), tokens[kind], elsewhere)).rejects.toMatchObject({
        code: 'tenant_not_allowed',
      });
  });

  test('ACCESS-01 refuses whoever lacks what it needs, in the words of the first thing missing', async () => {
    const asked = readsFor('investor', { needs: ['view-fcs', 'switch-syndicates'] });
    await expect(callerAt(asked, tokens.investor)).rejects.toMatchObject({ code: 'switch_not_allowed' });
    const permitted = await portal.addInvestor('all@northgate.example', { permissions: PERMISSION_NAMES });
    const token = await openSession(portal.database.owner, permitted);
    expect((await callerAt(asked, token)).permissions).toEqual(new Set(INVESTOR_PERMISSION_NAMES));
  });
});

test('ACCESS-01 over HTTP, staff of the funder are told that the portal is not for their role', async () => {
  const path = `/api/payouts/syndication_sums/${portal.syndicateId}`;
  const answer = await portal.app.fetch(path, asMember(tokens.staff, portal.tenantId));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    code: 'role_not_allowed',
    message: 'This portal is not accessable to your role.',
  });
});
