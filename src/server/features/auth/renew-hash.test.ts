import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPepperUse } from '../../identity/pepper-use.ts';
import { createPasswords } from '../../platform/crypto/password-hashing.ts';
import { createPeppers } from '../../platform/crypto/peppers.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createUser } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, PEPPER, passwords, signInAs, startTestApp, type TestApp } from '../../testing/test-app.ts';

const CHEAP = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
const NEW_PEPPER = 'another pepper for tests, thirty-two or more';
let portal: TestPortal;
/** The same portal after PASSWORD_PEPPER was changed. */
let rotated: TestApp;
const peppers = createPeppers(NEW_PEPPER, [PEPPER]);
const before = createPeppers(PEPPER);

beforeAll(async () => {
  portal = await openTestPortal();
  rotated = await startTestApp(portal.database, {
    passwords: createPasswords(NEW_PEPPER, CHEAP, [PEPPER]),
    peppers,
  });
});
afterAll(async () => {
  await rotated.close();
  await portal.close();
});

const storedOf = (userId: bigint) =>
  withClaims(portal.database.db, { userId }, (tx) =>
    tx
      .selectFrom('users')
      .select(['passwordHash', 'credentialVersion'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );

const openSessionsOf = (userId: bigint) =>
  withClaims(portal.database.db, { userId }, async (tx) => {
    const open = tx
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .where('endedAt', 'is', null);
    return (await open.execute()).length;
  });

test('OPS-15 after the pepper was changed a sign-in renews the hash, ends no session and tells nobody', async () => {
  const userId = await portal.addInvestor('dana@northgate.example');
  const { accessToken } = await signInAs(portal.app, 'dana@northgate.example', PASSWORD);
  const { passwordHash: old, credentialVersion } = await storedOf(userId);
  await expect(signInAs(rotated, 'dana@northgate.example', 'not the password')).rejects.toThrow();
  expect((await storedOf(userId)).passwordHash).toBe(old);

  await signInAs(rotated, 'dana@northgate.example', PASSWORD);
  const renewed = await storedOf(userId);
  const { passwordHash } = renewed;
  expect(passwordHash).not.toBe(old);
  expect(renewed.credentialVersion).toBe(credentialVersion);
  expect(await openSessionsOf(userId)).toBe(2);
  expect(await createPasswords(NEW_PEPPER, CHEAP).matches(PASSWORD, passwordHash)).toBe(true);
  expect(await passwords.matches(PASSWORD, passwordHash)).toBe(false);
  expect(
    (await rotated.fetch(`/api/getPortalUserProfile/${userId}`, asMember(accessToken, portal.tenantId)))
      .status,
  ).toBe(200);

  await signInAs(rotated, 'dana@northgate.example', PASSWORD);
  expect((await storedOf(userId)).passwordHash).toBe(passwordHash);
});

test('OPS-15 a hash from before peppers were named is of the oldest one', async () => {
  const unnamed = (await passwords.hash(PASSWORD)).replace(/,keyid=[^$]+/, '');
  expect(unnamed).not.toContain('keyid');
  const userId = await createUser(portal.database.owner, {
    email: 'ruth@northgate.example',
    passwordHash: unnamed,
  });
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    createMembership(tx, portal.tenantId, userId, { syndicateId: portal.syndicateId }),
  );
  expect(await passwords.matches(PASSWORD, unnamed)).toBe(true);
  await signInAs(rotated, 'ruth@northgate.example', PASSWORD);
  expect((await storedOf(userId)).passwordHash).toContain(`keyid=${peppers.id}$`);
});

test('OPS-15 how many passwords still need an older pepper can be counted, and which ones nobody can check any more', async () => {
  await portal.addInvestor('sam@northgate.example');
  const use = await readPepperUse(portal.database.db);
  expect(use.get(before.id)).toBe(1);
  expect(use.get(peppers.id)).toBe(2);
  expect(createPeppers(NEW_PEPPER).knows(before.id)).toBe(false);
  await expect(
    createPasswords(NEW_PEPPER, CHEAP).matches(PASSWORD, await passwords.hash(PASSWORD)),
  ).resolves.toBe(false);
});
