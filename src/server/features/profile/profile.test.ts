import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { asMember, passwords, signInAs, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp(database);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

test('DASH-01 DASH-04 the profile names the syndicate and its flags; somebody else’s is not found', async () => {
  const tenantId = await createTenant(database.owner);
  const userId = await createUser(database.owner, {
    email: 'a@b.example',
    passwordHash: await passwords.hash('long enough'),
  });
  await withTenant(database.owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Northgate Partners' });
    await createMembership(tx, tenantId, userId, { syndicateId });
  });
  const { accessToken } = await signInAs(app, 'a@b.example', 'long enough');
  const profile = (id: bigint) =>
    app.fetch(`/api/getPortalUserProfile/${id}`, asMember(accessToken, tenantId));
  expect(await (await profile(userId)).json()).toEqual([
    {
      id: Number(userId),
      name: expect.any(String),
      email: 'a@b.example',
      syndication: {
        id: expect.any(Number),
        syndicate_name: 'Northgate Partners',
        syndicate_abbreviation: expect.any(String),
        show_quick_view_tab: 1,
        show_detailed_view_tab: 1,
        deals_tab: 1,
        is_cash_balance: 0,
        show_cash_balance: 0,
      },
    },
  ]);
  const stranger = await createUser(database.owner);
  expect((await profile(stranger)).status).toBe(404);
});
