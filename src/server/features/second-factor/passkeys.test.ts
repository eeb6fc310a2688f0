import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { createVisitor, hasSessionCookie, type Visitor } from '../../testing/second-factor.ts';
import { createAuthenticator } from '../../testing/software-authenticator.ts';
import { postJson } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => portal.close());
beforeEach(() => portal.database.owner.deleteFrom('throttles').execute());

interface Options {
  challenge: string;
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
  rp?: { id: string; name: string };
}
const optionsOf = async (response: Response) => ((await response.json()) as { options: Options }).options;

const start = (visitor: Visitor) =>
  visitor.post('/user/second-factor/passkeys/start', { password: PASSWORD });
const finish = (visitor: Visitor, registration: object) =>
  visitor.post('/user/second-factor/passkeys/finish', { name: 'Key ring', registration });

const askForPasskey = (challenge: string) =>
  portal.app.fetch('/api/non-tenant/second-factor/passkey-options', postJson({ challenge }));

test('LOGIN-15 a passkey is registered and signs in', async () => {
  const visitor = await createVisitor(portal, 'passkey');
  const asked = await optionsOf(await start(visitor));
  expect(asked.rp).toEqual({ id: 'localhost', name: 'Harbor Capital' });
  const { authenticator, recoveryCodes } = await visitor.addPasskey();
  expect(recoveryCodes).toHaveLength(10);
  expect(await (await visitor.get('/user/second-factor')).json()).toMatchObject({
    totp: false,
    passkeys: [{ id: authenticator.id, name: 'Key ring', last_used_at: null }],
  });
  const again = await optionsOf(await start(visitor));
  expect(again.excludeCredentials).toEqual([
    { id: authenticator.id, type: 'public-key', transports: ['usb'] },
  ]);

  for (let round = 0; round < 2; round += 1) {
    const challenge = await visitor.challenge();
    const options = await optionsOf(await askForPasskey(challenge));
    expect(options.allowCredentials?.map((credential) => credential.id)).toEqual([authenticator.id]);
    const assertion = authenticator.assert(options);
    const response = await visitor.prove(challenge, { method: 'passkey', assertion });
    expect([response.status, hasSessionCookie(response)]).toEqual([200, true]);
  }
});

test('LOGIN-15 a passkey’s answer counts for this origin, this portal, this question, and from its own key only', async () => {
  const visitor = await createVisitor(portal, 'phished');
  const { authenticator } = await visitor.addPasskey();
  const stranger = createAuthenticator();
  const challenge = await visitor.challenge();
  const unasked = authenticator.assert({ challenge: 'never-asked' });
  expect((await visitor.prove(challenge, { method: 'passkey', assertion: unasked })).status).toBe(401);

  const options = await optionsOf(await askForPasskey(challenge));
  const answers = [
    authenticator.assert(options, { origin: 'https://localhost.evil.example' }),
    authenticator.assert(options, { rpId: 'evil.example' }),
    authenticator.assert(options, { challenge: Buffer.alloc(32, 7).toString('base64url') }),
    { ...stranger.assert(options), id: authenticator.id, rawId: authenticator.id },
  ];
  for (const [index, assertion] of answers.entries()) {
    const response = await visitor.prove(challenge, { method: 'passkey', assertion }, `192.0.2.${index}`);
    expect([index, response.status, hasSessionCookie(response)]).toEqual([index, 401, false]);
  }
  const next = await visitor.challenge();
  const right = authenticator.assert(await optionsOf(await askForPasskey(next)));
  expect((await visitor.prove(next, { method: 'passkey', assertion: right })).status).toBe(200);
});

test('LOGIN-15 an answer given once is worth nothing for another sign-in, nor another user’s passkey for this one', async () => {
  const [mine, theirs] = [await createVisitor(portal, 'own'), await createVisitor(portal, 'foreign')];
  const { authenticator } = await mine.addPasskey();
  const { authenticator: foreign } = await theirs.addPasskey();
  const first = await mine.challenge();
  const assertion = authenticator.assert(await optionsOf(await askForPasskey(first)));
  expect((await mine.prove(first, { method: 'passkey', assertion })).status).toBe(200);
  const second = await mine.challenge();
  const options = await optionsOf(await askForPasskey(second));
  expect((await mine.prove(second, { method: 'passkey', assertion })).status).toBe(401);
  const byOther = { method: 'passkey', assertion: foreign.assert(options) };
  expect((await mine.prove(second, byOther)).status).toBe(401);
});

test('LOGIN-15 a counter that does not go up is that of a copy; passkeys that never count are fine', async () => {
  const visitor = await createVisitor(portal, 'copied');
  const { authenticator } = await visitor.addPasskey();
  const use = async (owner: Visitor, key: typeof authenticator, counter: number) => {
    const challenge = await owner.challenge();
    const assertion = key.assert(await optionsOf(await askForPasskey(challenge)), { counter });
    return (await owner.prove(challenge, { method: 'passkey', assertion })).status;
  };
  const counters = [10, 9, 10, 0, 11];
  const results: number[] = [];
  for (const counter of counters) results.push(await use(visitor, authenticator, counter));
  expect(results).toEqual([200, 401, 401, 401, 200]);

  const synced = await createVisitor(portal, 'synced');
  const key = createAuthenticator();
  await finish(synced, key.register(await optionsOf(await start(synced)), { counter: 0 }));
  expect([await use(synced, key, 0), await use(synced, key, 0)]).toEqual([200, 200]);
});

test('LOGIN-15 a registration for another origin or question, or without one, registers nothing', async () => {
  const visitor = await createVisitor(portal, 'refused');
  const wrongPassword = await visitor.post('/user/second-factor/passkeys/start', { password: 'wrong' });
  expect([wrongPassword.status, (await wrongPassword.json()) as object]).toEqual([
    422,
    expect.objectContaining({ code: 'password_wrong' }),
  ]);
  const lies = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(32, 7).toString('base64url') },
  ];
  for (const lie of lies) {
    const options = await optionsOf(await start(visitor));
    expect((await finish(visitor, createAuthenticator().register(options, lie))).status).toBe(401);
  }
  const options = await optionsOf(await start(visitor));
  const [key, other] = [createAuthenticator(), createAuthenticator()];
  expect((await finish(visitor, key.register(options))).status).toBe(200);
  const reused = await finish(visitor, other.register(options));
  expect([reused.status, await reused.json()]).toEqual([
    410,
    expect.objectContaining({ code: 'enrolment_expired' }),
  ]);
  const twice = await finish(visitor, key.register(await optionsOf(await start(visitor))));
  expect((await twice.json()) as object).toMatchObject({ code: 'passkey_known' });
  expect(await (await visitor.get('/user/second-factor')).json()).toMatchObject({
    passkeys: [{ id: key.id }],
  });
});
