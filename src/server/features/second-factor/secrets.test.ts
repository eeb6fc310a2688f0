import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims } from '../../platform/db/transactions.ts';
import { createLogger } from '../../platform/logger.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { codeOf, createVisitor } from '../../testing/second-factor.ts';
import { asMember, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let logged = '';

beforeAll(async () => {
  const log = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'], logger: createLogger('debug', log) });
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

test('LOGIN-15 neither the database nor a log holds a secret, a code or a challenge that could be used', async () => {
  const visitor = await createVisitor(portal, 'secrets');
  const started = await visitor.post('/user/second-factor/totp/start', { password: PASSWORD });
  const { secret, otpauth_uri } = (await started.json()) as { secret: string; otpauth_uri: string };
  expect(otpauth_uri).toContain(secret);
  const dump = () =>
    withClaims(portal.database.db, { userId: visitor.userId }, async (tx) => {
      const tables = [
        'userTotp',
        'totpEnrolments',
        'recoveryCodes',
        'signInChallenges',
        'userPasskeys',
        'passkeyEnrolments',
      ] as const;
      const rows = await Promise.all(tables.map((table) => tx.selectFrom(table).selectAll().execute()));
      return rows
        .flat()
        .flatMap((row) => Object.values(row))
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join('\n');
    });
  const pending = await dump();
  expect(pending).not.toContain(secret);

  const { secret: active, recoveryCodes } = await visitor.addTotp();
  const challenge = await visitor.challenge();
  const stored = await dump();
  const code = await codeOf(active);
  await visitor.prove(challenge, { method: 'totp', code });
  const all = [secret, active, challenge, PASSWORD, ...(recoveryCodes ?? [])];
  for (const text of all) {
    expect(stored).not.toContain(text);
    expect(logged).not.toContain(text);
  }
  expect(logged).toContain('/user/second-factor/totp/start');
  expect(logged).not.toContain(`"${code}"`);
  const state = await (await visitor.get('/user/second-factor')).text();
  for (const text of all) expect(state).not.toContain(text);
});

test('LOGIN-15 each change is told by mail', async () => {
  const visitor = await createVisitor(portal, 'told');
  const subject = 'Your sign-in was changed';
  const { recoveryCodes } = await visitor.addTotp();
  expect((await waitForMail(visitor.email, subject)).text).toContain(
    'app that makes sign-in codes was just added',
  );
  await visitor.prove(await visitor.challenge(), { method: 'recovery', code: recoveryCodes?.[0] });
  expect((await waitForMail(visitor.email, subject)).text).toContain('A recovery code was just used');
  await visitor.post('/user/second-factor/recovery-codes', { password: PASSWORD });
  expect((await waitForMail(visitor.email, subject)).text).toContain('New recovery codes');
  await visitor.post('/user/second-factor/totp/remove', { password: PASSWORD });
  expect((await waitForMail(visitor.email, subject)).text).toContain('was just removed');
});

test('LOGIN-15 the first factor ends the sessions that were opened without one', async () => {
  const visitor = await createVisitor(portal, 'earlier');
  const earlier = await signInAs(portal.app, visitor.email, PASSWORD);
  const sessions = (token: string) => portal.app.fetch('/user/sessions', asMember(token, portal.tenantId));
  expect((await sessions(earlier.accessToken)).status).toBe(200);
  await visitor.addTotp();
  expect((await sessions(earlier.accessToken)).status).toBe(401);
  expect((await sessions(visitor.accessToken)).status).toBe(200);
});

test('LOGIN-15 guessing the password from an open session locks like guessing it at the door', async () => {
  const visitor = await createVisitor(portal, 'stolen', '203.0.113.99');
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1)
    statuses.push(
      (await visitor.post('/user/second-factor/totp/start', { password: `guess ${index}` })).status,
    );
  expect(statuses).toEqual([422, 422, 422, 429, 429]);
  expect((await visitor.post('/user/second-factor/totp/start', { password: PASSWORD })).status).toBe(429);
});
