import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { jarOf } from '../../testing/remembering.ts';
import { codeOf, createVisitor, hasSessionCookie, TOKEN, type Visitor } from '../../testing/second-factor.ts';
import { asMember, postJson, solveCaptcha } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => portal.close());
beforeEach(() => portal.database.owner.deleteFrom('throttles').execute());

const WRONG = { method: 'recovery', code: '0000-0000-0000-0000' };
const statuses = (responses: Response[]) => responses.map((response) => response.status);

async function fail(visitor: Visitor, challenge: string, times: number, address?: (index: number) => string) {
  const responses: Response[] = [];
  for (let index = 0; index < times; index += 1)
    responses.push(await visitor.prove(challenge, WRONG, address?.(index)));
  return responses;
}

/** What a ticket of the funder answers. */
async function byTicket({ userId: subjectId }: Visitor) {
  const { token: ticket } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    issueCapability(tx, portal.tenantId, {
      kind: 'sign-in ticket',
      subjectId,
      seconds: 60,
      issuedBy: null,
    }),
  );
  const response = await portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));
  return (await response.json()) as { second_factor: { challenge: string } };
}

test('LOGIN-15 a challenge takes five tries, wherever they come from; the sixth is refused with the right code', async () => {
  const visitor = await createVisitor(portal, 'tries');
  const { secret } = await visitor.addTotp();
  const challenge = await visitor.challenge();
  const responses = await fail(visitor, challenge, 5, (index) => `192.0.2.${index}`);
  expect(statuses(responses)).toEqual([401, 401, 401, 401, 401]);
  const right = { method: 'totp', code: await codeOf(secret) };
  const sixth = await visitor.prove(challenge, right, '192.0.2.99');
  expect([sixth.status, hasSessionCookie(sixth)]).toEqual([410, false]);
  expect(await sixth.json()).toMatchObject({ code: 'sign_in_expired' });
  expect((await visitor.prove(await visitor.challenge(), right, '192.0.2.99')).status).toBe(200);
});

test('LOGIN-15 twenty at once on one challenge have no more than five tries', async () => {
  const visitor = await createVisitor(portal, 'burst');
  await visitor.addTotp();
  const challenge = await visitor.challenge();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => visitor.prove(challenge, WRONG, `192.0.2.${index}`)),
  );
  expect(statuses(responses).filter((status) => status === 401).length).toBeLessThanOrEqual(5);
});

test('LOGIN-15 a challenge that is expired, made up or used opens nothing', async () => {
  const visitor = await createVisitor(portal, 'late');
  const { secret } = await visitor.addTotp();
  const right = { method: 'totp', code: await codeOf(secret) };
  const late = await visitor.challenge();
  await withClaims(portal.database.owner, { userId: visitor.userId }, (tx) =>
    tx
      .updateTable('signInChallenges')
      .set({ expiresAt: sql<Date>`expires_at - interval '5 minutes'` })
      .execute(),
  );
  expect((await visitor.prove(late, right)).status).toBe(410);
  expect((await visitor.prove('x'.repeat(43), right)).status).toBe(410);
  const used = await visitor.challenge();
  expect((await visitor.prove(used, right)).status).toBe(200);
  await visitor.forgetUsedStep();
  expect((await visitor.prove(used, right)).status).toBe(410);
});

test('LOGIN-15 a challenge is its user’s: another’s code does not answer it', async () => {
  const [mine, theirs] = [await createVisitor(portal, 'mine'), await createVisitor(portal, 'theirs')];
  await mine.addTotp();
  const { secret } = await theirs.addTotp();
  const byOther = { method: 'totp', code: await codeOf(secret) };
  expect((await mine.prove(await mine.challenge(), byOther)).status).toBe(401);
});

test('LOGIN-05 LOGIN-15 wrong codes lock like wrong passwords, and the right password in between lifts nothing', async () => {
  const visitor = await createVisitor(portal, 'guess');
  await visitor.addTotp();
  expect(statuses(await fail(visitor, await visitor.challenge(), 2))).toEqual([401, 401]);
  const logIn = { username: visitor.email, password: PASSWORD, recaptcha: await solveCaptcha(portal.app) };
  const from = { 'x-forwarded-for': '203.0.113.7' };
  expect((await portal.app.fetch('/api/non-tenant/log-in', postJson(logIn, from))).status).toBe(200);
  const challenge = await visitor.challenge();
  const [third, fourth] = await fail(visitor, challenge, 2);
  expect([third?.status, fourth?.status]).toEqual([401, 429]);
  expect(fourth?.headers.get('retry-after')).toBe('600');
  expect((await visitor.enterPassword()).status).toBe(429);
});

test('LOGIN-15 whoever enters the password again and again and stops there is not locked', async () => {
  const visitor = await createVisitor(portal, 'undecided');
  const { secret } = await visitor.addTotp();
  for (let index = 0; index < 6; index += 1) await visitor.challenge();
  const right = { method: 'totp', code: await codeOf(secret) };
  expect((await visitor.prove(await visitor.challenge(), right)).status).toBe(200);
});

test('LOGIN-15 ten wrong codes from everywhere close the second step for an hour', async () => {
  const visitor = await createVisitor(portal, 'siege');
  const { secret } = await visitor.addTotp();
  for (const part of [0, 1])
    await fail(visitor, await visitor.challenge(), 5, (index) => `192.0.2.${part * 5 + index}`);
  const right = { method: 'totp', code: await codeOf(secret) };
  const closed = await visitor.prove(await visitor.challenge(), right, '192.0.2.77');
  expect(closed.status).toBe(429);
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(3500);
});

test.each([
  ['after its tickets', false],
  ['in a session of its ticket', true],
])('LOGIN-15 security rule: wrong codes %s close one funder’s way alone', async (_, inSession) => {
  const visitor = await createVisitor(portal, 'two-funders');
  const { secret } = await visitor.addTotp();
  const right = async () => {
    await visitor.forgetUsedStep();
    return { method: 'totp', code: await codeOf(secret) };
  };
  const elsewhere = (index: number) => `192.0.2.${index}`;
  const withTicket = async () => (await byTicket(visitor)).second_factor.challenge;
  const { access_token: accessToken } = (await (
    await visitor.prove(await withTicket(), await right())
  ).json()) as { access_token: string };
  const confirm = (proof: object, address: string) =>
    portal.app.fetch(
      '/user/second-factor/confirm',
      postJson(proof, {
        ...(asMember(accessToken, portal.tenantId).headers as Record<string, string>),
        'x-forwarded-for': address,
      }),
    );

  for (let index = 0; index < 10; index += 5)
    if (inSession) for (const part of [0, 1, 2, 3, 4]) await confirm(WRONG, elsewhere(index + part));
    else await fail(visitor, await withTicket(), 5, (part) => elsewhere(index + part));
  expect((await visitor.prove(await withTicket(), await right(), elsewhere(50))).status).toBe(429);
  expect((await confirm(await right(), elsewhere(51))).status).toBe(429);
  // The owner, with the password.
  expect((await visitor.post('/user/second-factor/confirm', await right())).status).toBe(200);
  expect((await visitor.prove(await visitor.challenge(), await right(), elsewhere(52))).status).toBe(200);
});

test('LOGIN-15 a new password ends sign-ins that wait for their second factor', async () => {
  const visitor = await createVisitor(portal, 'changed');
  const { secret } = await visitor.addTotp();
  const challenge = await visitor.challenge();
  const change = { user_id: Number(visitor.userId), password: 'a brand new one', oldpassword: PASSWORD };
  expect((await visitor.post('/api/updateSyndicateUserPwd', change)).status).toBe(200);
  const right = { method: 'totp', code: await codeOf(secret) };
  expect((await visitor.prove(challenge, right)).status).toBe(410);
});

test('LOGIN-09 LOGIN-10 LOGIN-15 a ticket and a remembered name stand for the password, not for the second factor', async () => {
  const visitor = await createVisitor(portal, 'others');
  const { secret } = await visitor.addTotp();
  const step = { second_factor: { challenge: expect.any(String), methods: ['totp', 'recovery'] } };
  const opened = await byTicket(visitor);
  expect(opened).toEqual(step);
  const right = { method: 'totp', code: await codeOf(secret) };
  expect((await visitor.prove(opened.second_factor.challenge, right)).status).toBe(200);

  await visitor.forgetUsedStep();
  const first = (await (await visitor.enterPassword({ remember_me: true })).json()) as typeof step;
  const cookie = jarOf(await visitor.prove(first.second_factor.challenge, right));
  const body = { grant_type: 'remembered', password: PASSWORD, recaptcha: await solveCaptcha(portal.app) };
  const remembered = await portal.app.fetch(TOKEN, postJson(body, { cookie }));
  expect(await remembered.json()).toEqual(step);
});
