import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignInThrottle } from '../../identity/sign-in-throttle.ts';
import { inTransaction, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createUser } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import {
  passwords,
  postAsMember,
  postJson,
  SECRET,
  solveCaptcha,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';

const TOKEN = '/api/non-tenant/oauth/token';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => portal.close());

interface From {
  address?: string;
  cookie?: string;
  app?: TestApp;
  headers?: Record<string, string>;
}

async function attempt(
  username: string,
  password: string,
  { address = '203.0.113.7', cookie, app = portal.app, headers }: From = {},
) {
  const from = { 'x-forwarded-for': address, ...(cookie && { cookie }), ...headers };
  const recaptcha = await solveCaptcha(app);
  return app.fetch(TOKEN, postJson({ grant_type: 'password', username, password, recaptcha }, from));
}

async function fail(username: string, times: number, from?: From): Promise<Response[]> {
  const responses: Response[] = [];
  for (let index = 0; index < times; index += 1) responses.push(await attempt(username, 'wrong', from));
  return responses;
}

const statuses = (responses: Response[]) => responses.map((response) => response.status);
const deviceCookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('__Host-device='))
    ?.split(';')[0] ?? '';

/** Moves the counters' end times, which are stored as epoch milliseconds, so that time seems to pass. */
const pass = (seconds: number) =>
  portal.database.owner
    .updateTable('throttles')
    .set((eb) => ({ expire: eb('expire', '-', BigInt(seconds * 1000)) }))
    .execute();

test('LOGIN-05 the fourth failure locks for ten minutes, also against the right password', async () => {
  await portal.addInvestor('locked@northgate.example');
  const responses = await fail('locked@northgate.example', 4);
  expect(statuses(responses)).toEqual([401, 401, 401, 429]);
  const last = responses[3];
  expect(last?.headers.get('retry-after')).toBe('600');
  expect(await last?.json()).toMatchObject({
    code: 'too_many_attempts',
    message: 'Too many login attempts. Please try again after 10:00 sec',
    retry_after: 600,
  });
  expect((await attempt('locked@northgate.example', PASSWORD)).status).toBe(429);
});

test('LOGIN-05 three failures are forgiven: the right password clears the count', async () => {
  await portal.addInvestor('forgiven@northgate.example');
  await fail('forgiven@northgate.example', 3);
  expect((await attempt('forgiven@northgate.example', PASSWORD)).status).toBe(200);
  expect(statuses(await fail('forgiven@northgate.example', 3))).toEqual([401, 401, 401]);
});

test('LOGIN-06 the remaining time is the server’s, and at zero the form works again', async () => {
  await portal.addInvestor('waiting@northgate.example');
  await fail('waiting@northgate.example', 4);
  const state = async () => {
    const asked = { email: 'waiting@northgate.example' };
    const response = await portal.app.fetch(
      '/user/lock_state',
      postJson(asked, { 'x-forwarded-for': '203.0.113.7' }),
    );
    return (await response.json()) as { login_attempts_status: number; retry_after: number };
  };
  await pass(200);
  const waiting = await state();
  expect(waiting.login_attempts_status).toBe(1);
  expect(waiting.retry_after).toBeGreaterThan(390);
  expect(waiting.retry_after).toBeLessThanOrEqual(400);
  await pass(400);
  expect(await state()).toEqual({ login_attempts_status: 0, retry_after: 0 });
  expect((await attempt('waiting@northgate.example', PASSWORD)).status).toBe(200);
});

test('LOGIN-06 an account that is unlocked is reported as such at once, under each of its names', async () => {
  const email = 'unlocked@northgate.example';
  const userId = await portal.addInvestor(email);
  await fail(email, 4);
  const secondsLeft = async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const response = await portal.app.fetch(`/user/user_locked/${email}`, { headers });
    return ((await response.json()) as { retry_after: number }).retry_after;
  };
  expect(await secondsLeft()).toBeGreaterThan(590);
  const throttle = createSignInThrottle(portal.database.url, SECRET);
  await throttle.unlock({ userId, names: [email, 'another-name'] });
  await throttle.close();
  expect(await secondsLeft()).toBe(0);
});

test('LOGIN-05 two server processes share the lock, and a restart does not lift it', async () => {
  await portal.addInvestor('shared@northgate.example');
  const other = await startTestApp(portal.database, { trustedProxies: ['127.0.0.1'] });
  const mixed = [
    await attempt('shared@northgate.example', 'wrong'),
    await attempt('shared@northgate.example', 'wrong', { app: other }),
    await attempt('shared@northgate.example', 'wrong'),
    await attempt('shared@northgate.example', 'wrong', { app: other }),
  ];
  expect(statuses(mixed)).toEqual([401, 401, 401, 429]);
  await other.close();
  const restarted = await startTestApp(portal.database, { trustedProxies: ['127.0.0.1'] });
  expect((await attempt('shared@northgate.example', PASSWORD, { app: restarted })).status).toBe(429);
  await restarted.close();
});

test('LOGIN-05 fifty at once try no more than four passwords', async () => {
  await portal.addInvestor('rushed@northgate.example');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => attempt('rushed@northgate.example', 'wrong')),
  );
  expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(3);
  expect(answers.every((answer) => answer.status === 401 || answer.status === 429)).toBe(true);
});

test('LOGIN-05 fifty hostile failures do not lock the owner out of a device that signed in before', async () => {
  await portal.addInvestor('owner@northgate.example');
  const home = '198.51.100.20';
  const cookie = deviceCookieOf(await attempt('owner@northgate.example', PASSWORD, { address: home }));
  expect(cookie).not.toBe('');
  for (let index = 0; index < 50; index += 1)
    await attempt('owner@northgate.example', 'wrong', { address: home });
  expect((await attempt('owner@northgate.example', PASSWORD, { address: home })).status).toBe(429);
  expect((await attempt('owner@northgate.example', PASSWORD, { address: home, cookie })).status).toBe(200);
});

test('LOGIN-05 failing on a known device locks it and its address: another browser lifts nothing', async () => {
  await portal.addInvestor('clumsy@northgate.example');
  const home = '198.51.100.30';
  const cookie = deviceCookieOf(await attempt('clumsy@northgate.example', PASSWORD, { address: home }));
  expect(statuses(await fail('clumsy@northgate.example', 4, { address: home, cookie }))).toEqual([
    401, 401, 401, 429,
  ]);
  expect((await attempt('clumsy@northgate.example', PASSWORD, { address: home, cookie })).status).toBe(429);
  expect((await attempt('clumsy@northgate.example', PASSWORD, { address: home })).status).toBe(429);
});

test('LOGIN-05 LOGIN-21 a hundred failures from everywhere close the account for a while, but not to a device that signed in before', async () => {
  await portal.addInvestor('besieged@northgate.example');
  const home = '198.51.100.40';
  const cookie = deviceCookieOf(await attempt('besieged@northgate.example', PASSWORD, { address: home }));
  for (let index = 0; index < 101; index += 1)
    await attempt('besieged@northgate.example', 'wrong', { address: `192.0.2.${index}` });
  expect((await attempt('besieged@northgate.example', PASSWORD, { address: home })).status).toBe(429);
  expect((await attempt('besieged@northgate.example', PASSWORD, { address: home, cookie })).status).toBe(200);
  // The device's own failures still lock it.
  expect(statuses(await fail('besieged@northgate.example', 4, { address: home, cookie }))).toEqual([
    401, 401, 401, 429,
  ]);
}, 60_000);

test('LOGIN-05 RESET-07 security rule: a device that signed in with the old password is a stranger to the new one, except where it was changed', async () => {
  const email = 'devices@northgate.example';
  const userId = await portal.addInvestor(email);
  const [own, other] = await Promise.all([attempt(email, PASSWORD), attempt(email, PASSWORD)]);
  const { access_token: token } = (await own.clone().json()) as { access_token: string };
  const asked = postAsMember(
    { user_id: Number(userId), oldpassword: PASSWORD, password: 'an entirely new one' },
    token,
    portal.tenantId,
  );
  const headers = { ...asked.headers, cookie: deviceCookieOf(own) };
  expect((await portal.app.fetch('/api/updateSyndicateUserPwd', { ...asked, headers })).status).toBe(200);
  const isNew = async (response: Response) => {
    const again = await attempt(email, 'an entirely new one', { cookie: deviceCookieOf(response) });
    return again.ok && deviceCookieOf(again) !== '';
  };
  expect([await isNew(own), await isNew(other)]).toEqual([false, true]);
});

test('LOGIN-21 the addresses of one IPv6 network count as one, and an IPv4 address is the same in both ways of writing it', async () => {
  const { addInvestor } = portal;
  await addInvestor('network@northgate.example');
  const guesses: Response[] = [];
  for (let index = 1; index <= 4; index += 1)
    guesses.push(
      await attempt('network@northgate.example', 'wrong', { address: `2001:db8:7:9:${index}::${index}` }),
    );
  expect(statuses(guesses)).toEqual([401, 401, 401, 429]);
  const elsewhere = await attempt('network@northgate.example', PASSWORD, { address: '2001:db8:7:a::1' });
  expect(elsewhere.status).toBe(200);
  await addInvestor('mapped@northgate.example');
  await fail('mapped@northgate.example', 3, { address: '203.0.113.90' });
  const [fourth] = await fail('mapped@northgate.example', 1, { address: '::ffff:203.0.113.90' });
  expect(fourth?.status).toBe(429);
});

test('LOGIN-21 the e-mail and the login name of one account are counted together', async () => {
  const { owner } = portal.database;
  const userId = await createUser(owner, {
    email: 'two.names@northgate.example',
    loginName: 'two-names',
    passwordHash: await passwords.hash(PASSWORD),
  });
  const { tenantId, syndicateId } = portal;
  await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { syndicateId }));
  const mixed = [
    ...(await fail('two.names@northgate.example', 2)),
    ...(await fail('two-names', 1)),
    ...(await fail('Two.Names@northgate.example', 1)),
  ];
  expect(statuses(mixed)).toEqual([401, 401, 401, 429]);
  expect((await attempt('two-names', PASSWORD)).status).toBe(429);
});

test('LOGIN-04 LOGIN-05 a name that does not exist is counted and locked alike', async () => {
  expect(statuses(await fail('nobody@northgate.example', 5))).toEqual([401, 401, 401, 429, 429]);
});

test('LOGIN-13 a made-up address header changes nothing', async () => {
  await portal.addInvestor('header@northgate.example');
  const bare = await startTestApp(portal.database);
  for (let index = 0; index < 4; index += 1) {
    const made = { 'client-ip': `10.0.0.${index}`, 'x-real-ip': `10.0.0.${index}` };
    await attempt('header@northgate.example', 'wrong', {
      app: bare,
      address: `10.0.0.${index}`,
      headers: made,
    });
  }
  expect(
    (await attempt('header@northgate.example', PASSWORD, { app: bare, address: '10.9.9.9' })).status,
  ).toBe(429);
  await bare.close();
});

test('LOGIN-05 security rule: where attempts cannot be counted, nobody is let in and nobody waits for long', async () => {
  await portal.addInvestor('uncounted@northgate.example');
  const { status, seconds } = await inTransaction(portal.database.owner, async (tx) => {
    await sql`lock table throttles in access exclusive mode`.execute(tx);
    const started = performance.now();
    const response = await attempt('uncounted@northgate.example', PASSWORD);
    return { status: response.status, seconds: (performance.now() - started) / 1000 };
  });
  expect(status).toBe(503);
  expect(seconds).toBeLessThan(20);
  expect((await attempt('uncounted@northgate.example', PASSWORD)).status).toBe(200);
});

test('LOGIN-23 whoever finds the line full is told when to come again, and has used up no attempt', async () => {
  const email = 'patient@northgate.example';
  await portal.addInvestor(email);
  const home = { address: '198.51.100.50' };
  const cookie = deviceCookieOf(await attempt(email, PASSWORD, home));
  const [hold, release] = heldBack();
  const checked: string[] = [];
  const throttle = createSignInThrottle(portal.database.url, SECRET, { line: { atOnce: 1, longest: 2 } });
  const app = await startTestApp(portal.database, {
    trustedProxies: ['127.0.0.1'],
    throttle,
    passwords: {
      ...passwords,
      async matches(...given) {
        checked.push(given[0]);
        await hold;
        return passwords.matches(...given);
      },
    },
  });
  const done: string[] = [];
  const note = (who: string, answer: Promise<Response>) =>
    answer.then(({ status }) => void done.push(`${who} ${status}`));
  const strangers = ['a', 'b', 'c'].map(async (name, index) => {
    await note(name, attempt(`${name}@nowhere.example`, 'wrong', { app, address: `192.0.2.${index}` }));
  });
  await expect.poll(() => throttle.load()).toBe(2);
  for (let index = 0; index < 5; index += 1) {
    const refused = await attempt(email, PASSWORD, { app, address: '192.0.2.99' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
  }
  const costFor = async (headers: Record<string, string>) => {
    const response = await app.fetch('/api/non-tenant/captcha-challenge', { headers });
    return ((await response.json()) as { challenge: { parameters: { cost: number } } }).challenge.parameters
      .cost;
  };
  expect(await costFor({})).toBeGreaterThan(await costFor({ cookie }));
  const owner = note('the owner', attempt(email, PASSWORD, { app, ...home, cookie }));
  await expect.poll(() => throttle.load()).toBe(3);
  release();
  await Promise.all([...strangers, owner]);
  expect(checked).toEqual(['wrong', PASSWORD, 'wrong', 'wrong']);
  expect(done.toSorted()).toEqual(['a 401', 'b 401', 'c 401', 'the owner 200']);
  expect((await attempt(email, PASSWORD, { app, address: '192.0.2.99' })).status).toBe(200);
  await app.close();
  await throttle.close();
});

/** A promise, and what fulfills it. */
function heldBack(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>();
  return [promise, resolve];
}
