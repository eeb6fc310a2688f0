import { expect, test } from 'vitest';
import { ALLOWED_FAILURES } from '../../shared/domain/sign-in-lock.ts';
import { createSignInThrottle } from '../identity/sign-in-throttle.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../testing/factories.ts';
import { SECRET } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';

test('OPS-42 the list of users has a header, and says who is locked, invited, closed or does not sign in', async () => {
  const database = await createTestDatabase();
  const { owner } = database;
  const tenantId = await createTenant(owner, { slug: 'harbor' });
  const syndicateId = await withTenant(owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  const add = async (email: string, membership: object) => {
    const userId = await createUser(owner, { email });
    await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, membership));
    return userId;
  };
  const locked = await add('locked@lakeside.example', { syndicateId });
  await add('fine@lakeside.example', { syndicateId });
  await add('asked@lakeside.example', { syndicateId, acceptedAt: null, invitedAt: new Date() });
  await add('gone@lakeside.example', { syndicateId, isTerminated: true });
  await add('staff@harbor.example', { role: 'servicing', acceptedAt: null });
  await add('broker@iso.example', { role: 'broker', acceptedAt: null });
  const throttle = createSignInThrottle(database.url, SECRET);
  try {
    const visit = { userId: locked, loginName: 'locked', address: '203.0.113.9', knownDevice: null };
    for (let failure = 0; failure <= ALLOWED_FAILURES; failure += 1) {
      const attempt = await throttle.begin(visit);
      await attempt.reserve();
      await attempt.failed();
    }
    const list = () =>
      commandLineOn(database, { SIGN_IN_SECRET: SECRET })('user', 'list', '--tenant', 'harbor');
    const statesIn = (stdout: string) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t').at(-1));
    const { stdout } = await list();
    expect(stdout.split('\n')[0]).toBe('id\te-mail\tname\trole\tsyndicate\tpermissions\tstate');
    expect(statesIn(stdout)).toEqual([
      'state',
      expect.stringMatching(/^locked until \d{4}-\d\d-\d\dT.+Z$/),
      'active',
      'invited',
      'closed',
      'not invited',
      'no sign-in',
    ]);
    await throttle.unlock({ userId: locked, names: ['locked'] });
    expect(await throttle.lockedUntil([locked], tenantId)).toEqual(new Map());
  } finally {
    await throttle.close();
    await database.drop();
  }
});
