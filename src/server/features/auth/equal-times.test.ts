import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../../platform/crypto/password-hashing.ts';
import { pairedTimes } from '../../testing/paired-times.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { PEPPER, postJson, solveCaptcha } from '../../testing/test-app.ts';

/**
 * `npm run prove:equal-times` measures 1,000 pairs. Every test run measures a few, to check that the measurement itself works.
 */
const PAIRS = Number(process.env['PAIRS'] ?? 30);
/** A few pairs on a busy machine only show that neither answer takes twice as long as the other. */
const within = (milliseconds: number) => (PAIRS >= 1000 ? 5 : Math.max(50, milliseconds));

let portal: TestPortal;
beforeAll(async () => {
  // Passwords are hashed at their real cost, because the test measures whether that cost is paid.
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'], passwords: createPasswords(PEPPER) });
  for (let index = 0; index < PAIRS; index += 1) await portal.addInvestor(`known${index}@northgate.example`);
}, 120_000);
afterAll(() => portal.close());

/** Each request comes from its own address, so that no attempt counter affects the measurement. */
const from = (index: number) => ({
  'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
});

test(`LOGIN-04 a wrong password takes as long for a name that exists as for one that does not (${PAIRS} pairs)`, {
  timeout: 900_000,
}, async () => {
  const solved: string[] = [];
  const attempt = async (username: string, index: number) => {
    const recaptcha = solved.pop() ?? '';
    const body = { grant_type: 'password', username, password: 'wrong', recaptcha };
    const response = await portal.app.fetch('/api/non-tenant/oauth/token', postJson(body, from(index)));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'invalid_credentials' });
  };
  // Captchas are solved just before each pair, because a challenge is valid for only five minutes.
  const ready = async () => {
    while (solved.length < 2) solved.push(await solveCaptcha(portal.app));
  };
  const result = await pairedTimes(
    PAIRS,
    (index) => attempt(`known${index}@northgate.example`, index),
    (index) => attempt(`unknown${index}@northgate.example`, index),
    ready,
  );
  process.stdout.write(
    `sign-in: known ${result.first.toFixed(2)} ms, unknown ${result.second.toFixed(2)} ms\n`,
  );
  expect(result.difference).toBeLessThan(within(result.first));
});

test(`RESET-02 asking for a reset link takes as long for an address that exists as for one that does not (${PAIRS} pairs)`, {
  timeout: 300_000,
}, async () => {
  const ask = async (email: string, index: number) => {
    const response = await portal.app.fetch('/user/send_reset_link', postJson({ email }, from(index)));
    expect(response.status).toBe(200);
  };
  const result = await pairedTimes(
    PAIRS,
    (index) => ask(`known${index}@northgate.example`, index),
    (index) => ask(`unknown${index}@northgate.example`, index),
  );
  process.stdout.write(
    `reset link: known ${result.first.toFixed(2)} ms, unknown ${result.second.toFixed(2)} ms\n`,
  );
  expect(result.difference).toBeLessThan(within(result.first));
});
