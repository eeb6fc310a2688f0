import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from '../identity/end-sessions.ts';
import type { Passwords } from '../platform/crypto/password-hashing.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { passwords, postAsMember, signInAs } from '../testing/test-app.ts';

/** Runs while a password is checked: after the transaction that found the account, before the one that uses the result. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const slowly: Passwords = {
  hash: passwords.hash,
  async matches(password, storedHash) {
    const isMatch = await passwords.matches(password, storedHash);
    await meanwhile();
    return isMatch;
  },
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ passwords: slowly });
});
afterAll(() => portal.close());

async function signedIn(name: string) {
  const email = `${name}@northgate.example`;
  const userId = await portal.addInvestor(email);
  meanwhile = async () => undefined;
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const post = (path: string, body: object) =>
    portal.app.fetch(path, postAsMember(body, accessToken, portal.tenantId));
  const change = (password: string) =>
    post('/api/updateSyndicateUserPwd', { user_id: Number(userId), oldpassword: PASSWORD, password });
  return { email, userId, post, change };
}

const trail = (userId: bigint) => trailOf(portal.database, portal.tenantId, `user ${userId}`);

test('OPS-02 security rule: an account that is closed while its password is checked changes nothing', async () => {
  const { userId, post, change } = await signedIn('closed');
  meanwhile = () =>
    withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx.updateTable('memberships').set({ isTerminated: true }).where('userId', '=', userId).execute(),
    );
  expect((await change('an entirely new one')).status).toBe(403);
  expect((await post('/user/second-factor/totp/start', { password: PASSWORD })).status).toBe(403);
  expect(await trail(userId)).toEqual([]);
});

test('LOGIN-16 security rule: a session that ends while its password is checked changes nothing', async () => {
  const { email, userId, change } = await signedIn('ended');
  meanwhile = () =>
    withClaims(portal.database.owner, { userId }, (tx) => endSessions(tx, { userId }, 'password reset'));
  expect((await change('an entirely new one')).status).toBe(401);
  meanwhile = async () => undefined;
  await signInAs(portal.app, email, PASSWORD);
});

test('PROFILE-03 of two changes of a password at once, the second one’s old password is wrong', async () => {
  const { email, userId, change } = await signedIn('twice');
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  meanwhile = async () => {
    arrived += 1;
    if (arrived === 2) both.resolve();
    await both.promise;
  };
  const answers = await Promise.all([change('an entirely new one'), change('another entirely new one')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await trail(userId)).map(({ action }) => action)).toEqual(['password changed']);
  meanwhile = async () => undefined;
  const winner = answers[0]?.ok ? 'an entirely new one' : 'another entirely new one';
  await signInAs(portal.app, email, winner);
});
