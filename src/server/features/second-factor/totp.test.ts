import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { codeOf, createVisitor, hasSessionCookie, type Visitor } from '../../testing/second-factor.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => portal.close());

const wrongCode = async (secret: string) => String((Number(await codeOf(secret)) + 1) % 1e6).padStart(6, '0');

test('LOGIN-15 whoever sets up codes signs in by password and code, and only then has a session', async () => {
  const visitor = await createVisitor(portal, 'codes');
  const { secret, recoveryCodes } = await visitor.addTotp();
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);

  const before = await visitor.sessions();
  const first = await visitor.enterPassword({ remember_me: true });
  const step = (await first.json()) as { second_factor: { challenge: string } };
  expect(step).toEqual({
    second_factor: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery'] },
  });
  expect(first.headers.getSetCookie()).toEqual([]);
  expect(await visitor.sessions()).toEqual(before);

  const proof = { method: 'totp', code: await codeOf(secret) };
  const second = await visitor.prove(step.second_factor.challenge, proof);
  expect(second.status).toBe(200);
  expect(await second.json()).toMatchObject({ access_token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(second.headers.getSetCookie()[0]).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000;/);
  expect(await visitor.sessions()).toHaveLength(before.length + 1);
  const events = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['action', 'details'])
      .where('actorId', '=', visitor.userId)
      .execute(),
  );
  expect(events).toContainEqual({ action: 'second factor added', details: { what: 'code app added' } });
  expect(events.at(-1)).toEqual({ action: 'signed in', details: { secondFactor: 'totp' } });
});

test('LOGIN-15 a wrong code opens nothing; the code that proved the set-up is used up; a used code too', async () => {
  const visitor = await createVisitor(portal, 'replay');
  const started = await visitor.post('/user/second-factor/totp/start', { password: PASSWORD });
  const { secret } = (await started.json()) as { secret: string };
  const code = await codeOf(secret);
  const confirm = (typed: string) => visitor.post('/user/second-factor/totp/confirm', { code: typed });
  expect((await confirm(await wrongCode(secret))).status).toBe(401);
  expect((await visitor.enterPassword()).status).toBe(200);
  expect((await confirm(code)).status).toBe(200);
  const challenge = await visitor.challenge();
  const confirming = await visitor.prove(challenge, { method: 'totp', code });
  expect(confirming.status).toBe(401);
  expect(await confirming.json()).toMatchObject({ code: 'second_factor_wrong' });

  await visitor.forgetUsedStep();
  const wrong = await visitor.prove(challenge, { method: 'totp', code: await wrongCode(secret) });
  expect([wrong.status, hasSessionCookie(wrong)]).toEqual([401, false]);
  expect((await visitor.prove(challenge, { method: 'totp', code })).status).toBe(200);
  const again = await visitor.prove(await visitor.challenge(), { method: 'totp', code });
  expect(again.status).toBe(401);
});

const address = (index: number) => `198.51.100.${index}`;

/** Sends twenty proofs at once, each from its own address, so that no limit per address interferes. */
async function proveTwentyTimes(visitor: Visitor, proof: object, challenges: string[]): Promise<number> {
  const before = (await visitor.sessions()).length;
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      visitor.prove(challenges[index % challenges.length] ?? '', { ...proof }, address(index)),
    ),
  );
  const passed = responses.filter((response) => response.status === 200).length;
  expect((await visitor.sessions()).length - before).toBe(passed);
  return passed;
}

async function openChallenges(visitor: Visitor, count: number): Promise<string[]> {
  const challenges: string[] = [];
  for (let index = 0; index < count; index += 1) challenges.push(await visitor.challenge(address(index)));
  return challenges;
}

test('LOGIN-15 of twenty at once with one code, one signs in: on twenty challenges and on one', async () => {
  const visitor = await createVisitor(portal, 'race');
  const { secret } = await visitor.addTotp();
  for (const count of [20, 1]) {
    await portal.database.owner.deleteFrom('throttles').execute();
    await visitor.forgetUsedStep();
    const challenges = await openChallenges(visitor, count);
    const proof = { method: 'totp', code: await codeOf(secret) };
    expect(await proveTwentyTimes(visitor, proof, challenges)).toBe(1);
  }
});

test('LOGIN-15 a challenge opens one session, also with five right answers at once', async () => {
  const visitor = await createVisitor(portal, 'many');
  const { recoveryCodes } = await visitor.addTotp();
  const challenge = await visitor.challenge();
  const answers = (recoveryCodes ?? []).slice(0, 5).map((code, index) => {
    return visitor.prove(challenge, { method: 'recovery', code }, address(index));
  });
  const statuses = (await Promise.all(answers)).map((response) => response.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const state = await visitor.get('/user/second-factor');
  expect(await state.json()).toMatchObject({ recovery_codes_left: 9 });
});

test('LOGIN-15 a new app replaces the old one only once it is confirmed', async () => {
  const visitor = await createVisitor(portal, 'replace');
  const { secret } = await visitor.addTotp();
  await visitor.post('/user/second-factor/totp/start', { password: PASSWORD });
  const byOld = { method: 'totp', code: await codeOf(secret) };
  expect((await visitor.prove(await visitor.challenge(), byOld)).status).toBe(200);
  const { secret: newer, recoveryCodes } = await visitor.addTotp();
  expect(recoveryCodes).toBeNull();
  const challenge = await visitor.challenge();
  expect((await visitor.prove(challenge, { method: 'totp', code: await codeOf(secret) })).status).toBe(401);
  expect((await visitor.prove(challenge, { method: 'totp', code: await codeOf(newer) })).status).toBe(200);
});

test('LOGIN-15 a recovery code has 140 random bits; a shorter one of before works until it is used', async () => {
  const visitor = await createVisitor(portal, 'bits');
  const { recoveryCodes } = await visitor.addTotp();
  const letters = (recoveryCodes ?? []).map((code) => code.replaceAll(/[^0-9A-HJKMNP-TV-Z]/g, '').length);
  expect(letters).toEqual(Array(10).fill(140 / Math.log2(32)));

  const older = 'K7QF-02MX-9RTB-HW4D';
  const codeHash = createHash('sha256').update(older.replaceAll('-', '')).digest();
  await withClaims(portal.database.owner, { userId: visitor.userId }, (tx) =>
    tx.insertInto('recoveryCodes').values({ userId: visitor.userId, codeHash }).execute(),
  );
  const proof = { method: 'recovery', code: older };
  expect((await visitor.prove(await visitor.challenge(), proof)).status).toBe(200);
  expect((await visitor.prove(await visitor.challenge(), proof)).status).toBe(401);
});

test('LOGIN-15 a recovery code signs in once, also of twenty at once, and new ones replace all', async () => {
  const visitor = await createVisitor(portal, 'recovery');
  const { recoveryCodes } = await visitor.addTotp();
  const [first = '', second = '', third = ''] = recoveryCodes ?? [];
  const untidy = { method: 'recovery', code: ` ${first.toLowerCase().replaceAll('-', ' ')} ` };
  expect((await visitor.prove(await visitor.challenge(), untidy)).status).toBe(200);
  expect((await visitor.prove(await visitor.challenge(), untidy)).status).toBe(401);

  const byCode = { method: 'recovery', code: second };
  expect(await proveTwentyTimes(visitor, byCode, await openChallenges(visitor, 20))).toBe(1);

  const state = async () => (await visitor.get('/user/second-factor')).json();
  expect(await state()).toEqual({ is_required: false, totp: true, passkeys: [], recovery_codes_left: 8 });
  const renewed = await visitor.post('/user/second-factor/recovery-codes', { password: PASSWORD });
  const { recovery_codes: fresh } = (await renewed.json()) as { recovery_codes: string[] };
  expect(await state()).toMatchObject({ recovery_codes_left: 10 });
  await portal.database.owner.deleteFrom('throttles').execute();
  const challenge = await visitor.challenge();
  expect((await visitor.prove(challenge, { method: 'recovery', code: third })).status).toBe(401);
  expect((await visitor.prove(challenge, { method: 'recovery', code: fresh[0] })).status).toBe(200);
});
