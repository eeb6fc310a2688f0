import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
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

test('DASH-01 DASH-04 PROFILE-01 the profile names the syndicate, its terms and its flags; somebody else’s is not found', async () => {
  const tenantId = await createTenant(database.owner);
  const userId = await createUser(database.owner, {
    email: 'a@b.example',
    loginName: 'ann.b',
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
      username: 'ann.b',
      syndication: {
        id: expect.any(Number),
        user_id: Number(userId),
        cash_balance: null,
        syndicate_name: 'Northgate Partners',
        syndicate_abbreviation: expect.any(String),
        pay_days: [1, 2, 3, 4, 5],
        syndicate_participation_percent: '10',
        syndicate_management_fee_percentage: '4',
        syndicate_fee_percentage: '0',
        contact_person: null,
        syndicate_phone: {
          id: expect.any(Number),
          syndicate_phone_number: null,
          syndicate_phone_type: null,
        },
        syndicate_address: {
          id: expect.any(Number),
          syndicate_street: null,
          syndicate_city: null,
          syndicate_state: null,
          syndicate_zip: null,
        },
        syndicate_esign_email: expect.stringContaining('@'),
        syndicate_cc_emails: [],
        syndicate_bank_name: null,
        syndicate_account_number: null,
        syndicate_routing_number: null,
        pending_bank_change: null,
        bank_change_hold_hours: 72,
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
