import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import { closeUser } from '../../identity/change-user.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { codeOf, createVisitor, TOKEN } from '../../testing/second-factor.ts';
import { asMember, cookieOf, postAsMember, postJson, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let other: { tenantId: string; syndicateId: bigint };
beforeAll(async () => {
  portal = await openTestPortal();
  const { owner } = portal.database;
  const tenantId = await createTenant(owner, { name: 'Other Capital' });
  other = { tenantId, syndicateId: await withTenant(owner, tenantId, (tx) => createSyndicate(tx, tenantId)) };
});
afterAll(() => portal.close());

const joinOther = (userId: bigint, isTerminated = false) =>
  withTenant(portal.database.owner, other.tenantId, (tx) =>
    createMembership(tx, other.tenantId, userId, { syndicateId: other.syndicateId, isTerminated }),
  );

const ticketOf = (tenantId: string, subjectId: bigint) =>
  withTenant(portal.database.db, tenantId, async (tx) => {
    const asked = { kind: 'sign-in ticket', subjectId, seconds: 300, issuedBy: null } as const;
    return (await issueCapability(tx, tenantId, asked)).token;
  });

interface Opened {
  access_token: string;
  tenants: { id: string }[];
  second_factor: { challenge: string };
}

async function open(ticket: string) {
  const response = await portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));
  return { status: response.status, cookie: cookieOf(response), ...((await response.json()) as Opened) };
}

async function renew(cookie: string) {
  const response = await portal.app.fetch(TOKEN, postJson({ grant_type: 'refresh_token' }, { cookie }));
  return { status: response.status, cookie: cookieOf(response), ...((await response.json()) as Opened) };
}

const statusIn = async (accessToken: string, { tenantId, syndicateId }: typeof other) => {
  const path = `/api/payouts/syndication_sums/${syndicateId}`;
  return (await portal.app.fetch(path, asMember(accessToken, tenantId))).status;
};

const idsOf = ({ tenants }: Pick<Opened, 'tenants'>) => tenants.map(({ id }) => id);

const sessionsOf = async (accessToken: string) =>
  (await (await portal.app.fetch('/user/sessions', asMember(accessToken, portal.tenantId))).json()) as {
    id: string;
    is_current: boolean;
  }[];

test('LOGIN-09 security rule: a ticket of one tenant opens that tenant alone, also renewed', async () => {
  const userId = await portal.addInvestor('both@northgate.example');
  await joinOther(userId);
  const opened = await open(await ticketOf(portal.tenantId, userId));
  expect(idsOf(opened)).toEqual([portal.tenantId]);
  expect(await statusIn(opened.access_token, portal)).toBe(200);
  expect(await statusIn(opened.access_token, other)).toBe(403);
  const renewed = await renew(opened.cookie);
  expect(idsOf(renewed)).toEqual([portal.tenantId]);
  expect(await statusIn(renewed.access_token, other)).toBe(403);
  // The password still opens both tenants.
  const byPassword = await signInAs(portal.app, 'both@northgate.example', PASSWORD);
  expect(byPassword.tenants).toHaveLength(2);
  expect(await statusIn(byPassword.accessToken, other)).toBe(200);
  const trail = async (tenantId: string) =>
    withTenant(portal.database.db, tenantId, (tx) =>
      tx
        .selectFrom('auditEvents')
        .select('details')
        .where('action', '=', 'signed in')
        .where('actorId', '=', userId)
        .orderBy('sequence')
        .execute(),
    );
  expect(await trail(portal.tenantId)).toEqual([{ details: { by: 'ticket' } }, { details: {} }]);
  expect(await trail(other.tenantId)).toEqual([{ details: {} }]);
});

test('LOGIN-09 LOGIN-15 security rule: the second step carries the ticket’s tenant along', async () => {
  const visitor = await createVisitor(portal, 'stepped');
  await joinOther(visitor.userId);
  const { secret } = await visitor.addTotp();
  const step = await open(await ticketOf(portal.tenantId, visitor.userId));
  const right = { method: 'totp', code: await codeOf(secret) };
  const answer = await visitor.prove(step.second_factor.challenge, right);
  const opened = (await answer.json()) as Opened;
  expect(idsOf(opened)).toEqual([portal.tenantId]);
  expect(await statusIn(opened.access_token, other)).toBe(403);
});

test('LOGIN-09 closed in the ticket’s tenant, nobody comes in because another is open to them', async () => {
  const userId = await portal.addInvestor('elsewhere@northgate.example');
  await joinOther(userId, true);
  const refused = await open(await ticketOf(other.tenantId, userId));
  expect(refused).toMatchObject({ status: 403, code: 'account_closed' });
});

test('LOGIN-09 LOGIN-16 security rule: a ticket’s session neither sees nor ends those of the password', async () => {
  const email = 'sessions@northgate.example';
  const userId = await portal.addInvestor(email);
  await joinOther(userId);
  const own = await signInAs(portal.app, email, PASSWORD);
  const first = await open(await ticketOf(portal.tenantId, userId));
  const second = await open(await ticketOf(portal.tenantId, userId));
  expect(await sessionsOf(own.accessToken)).toHaveLength(3);
  const current = (await sessionsOf(own.accessToken)).find((session) => session.is_current);
  expect(await sessionsOf(second.access_token)).toHaveLength(2);
  const end = async (which: string) =>
    (
      await portal.app.fetch(
        '/user/sessions/end',
        postAsMember({ which, password: PASSWORD }, second.access_token, portal.tenantId),
      )
    ).json();
  expect(await end(current?.id ?? '')).toEqual({ ended: 0 });
  expect(await end('others')).toEqual({ ended: 1 });
  expect(await statusIn(first.access_token, portal)).toBe(401);
  expect(await statusIn(own.accessToken, portal)).toBe(200);
});

test('LOGIN-09 OPS-02 closed by the ticket’s tenant, its session ends, and that of the password goes on elsewhere', async () => {
  const email = 'closed@northgate.example';
  const userId = await portal.addInvestor(email);
  await joinOther(userId);
  const own = await signInAs(portal.app, email, PASSWORD);
  const opened = await open(await ticketOf(portal.tenantId, userId));
  const operator = { via: 'command line', name: 'test' } as const;
  const closed = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    closeUser(tx, portal.tenantId, { id: userId }, operator),
  );
  expect(closed).toMatchObject({ userId, endedSessions: 1 });
  expect((await renew(opened.cookie)).status).toBe(401);
  expect(await statusIn(own.accessToken, other)).toBe(200);
});

test('LOGIN-09 to a session of another funder’s ticket, a ticket of the same person is not theirs yet', async () => {
  const userId = await portal.addInvestor('asked@northgate.example');
  await joinOther(userId);
  const { cookie } = await open(await ticketOf(portal.tenantId, userId));
  const ownerOf = async (ticket: string) =>
    (await portal.app.fetch('/user/check_ticket', postJson({ ticket }, { cookie }))).json();
  expect(await ownerOf(await ticketOf(portal.tenantId, userId))).toMatchObject({ ticket_of: 'you' });
  expect(await ownerOf(await ticketOf(other.tenantId, userId))).toMatchObject({ ticket_of: 'somebody_else' });
});
