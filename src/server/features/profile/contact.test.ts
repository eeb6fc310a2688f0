import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { createSyndicate } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { createProfileOwner } from '../../testing/profile.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;
const SUBJECT = 'Your e-sign address was changed';

test('PROFILE-02 what is saved is what is shown again, and the contact person is the user’s name', async () => {
  const owner = await createProfileOwner(portal, 'contact');
  const cc = ['cc1@investor.example', 'cc2@investor.example'];
  const saved = await owner.contact({
    syndicate_cc_emails: [...cc, cc[0], 'CC2@Investor.example'],
    password: PASSWORD,
  });
  expect([saved.status, await saved.json()]).toEqual([200, { success: true }]);
  const [user] = (await (await owner.profile()).json()) as [Record<string, unknown>];
  expect(user).toMatchObject({
    name: 'Ann Lee',
    email: owner.email,
    syndication: {
      contact_person: 'Ann Lee',
      syndicate_phone: { syndicate_phone_number: '(216) 555-0134', syndicate_phone_type: 'Office' },
      syndicate_address: {
        syndicate_street: '1 Main St',
        syndicate_city: 'Akron',
        syndicate_state: 'OH',
        syndicate_zip: '44301',
      },
      syndicate_esign_email: owner.esignEmail,
      syndicate_cc_emails: cc,
    },
  });
  expect(await owner.audit()).toEqual(['contact changed', 'CC emails changed']);
});

test('PROFILE-02 where the syndicate has named another contact person, the user keeps their name', async () => {
  const owner = await createProfileOwner(portal, 'named');
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('syndicates')
      .set({ contactPerson: 'Bo Chen' })
      .where('id', '=', owner.syndicateId)
      .execute(),
  );
  await owner.contact({ name: 'Bo Chen Jr.' });
  const [user] = (await (await owner.profile()).json()) as [{ name: string }];
  expect(user).toMatchObject({
    name: expect.stringMatching(/^Person \d+$/),
    syndication: { contact_person: 'Bo Chen Jr.' },
  });
});

test.each([
  ['an e-sign address that is none', { syndicate_esign_email: 'nobody' }, 422, 'email_invalid'],
  ['no e-sign address', { syndicate_esign_email: '' }, 422, 'email_invalid'],
  ['a CC address that is none', { syndicate_cc_emails: ['a@b.example', 'c'] }, 422, 'email_invalid'],
  ['a line break', { syndicate_cc_emails: ['a@b.example\r\nBcc: c@d.example'] }, 422, 'email_invalid'],
  ['eleven CC addresses', { syndicate_cc_emails: Array(11).fill('a@b.example') }, 400, 'invalid_request'],
  ['a misspelt state', { syndicate_state: 'Pensylvania' }, 400, 'invalid_request'],
  ['a code that is no state', { syndicate_state: 'ZZ' }, 400, 'invalid_request'],
  ['no street', { syndicate_street: ' ' }, 400, 'invalid_request'],
  ['a phone number that is none', { syndicate_phone_number: 'call me' }, 422, 'phone_invalid'],
  ['a zip that is none', { syndicate_zip: '4430' }, 422, 'zip_invalid'],
])('PROFILE-02 security rule: %s is refused, and nothing changes', async (_, changes, status, code) => {
  const owner = await createProfileOwner(portal, 'refused');
  const before = await owner.syndication();
  const response = await owner.contact(changes);
  expect([response.status, await codeOf(response)]).toEqual([status, code]);
  expect(await owner.syndication()).toEqual(before);
});

test('PROFILE-02 security rule: a session alone does not redirect the mail about money', async () => {
  const owner = await createProfileOwner(portal, 'stolen');
  const elsewhere = { syndicate_esign_email: `thief-${owner.email}` };
  const without = await owner.contact(elsewhere);
  expect([without.status, await codeOf(without)]).toEqual([422, 'password_required']);
  const guessed = await owner.contact({ ...elsewhere, password: 'a guess' });
  expect([guessed.status, await codeOf(guessed)]).toEqual([422, 'password_wrong']);
  expect(await owner.syndication()).toMatchObject({ syndicate_esign_email: owner.esignEmail });
  expect(await owner.audit()).toEqual([]);
  expect(await countMails(owner.esignEmail)).toBe(0);
});

test('PROFILE-02 with the password the e-sign address changes, and the old, the new and the login address hear of it', async () => {
  const owner = await createProfileOwner(portal, 'moved');
  const newAddress = `new-${owner.email}`;
  const response = await owner.contact({ syndicate_esign_email: newAddress, password: PASSWORD });
  expect(response.status).toBe(200);
  expect(await owner.syndication()).toMatchObject({ syndicate_esign_email: newAddress });
  expect(await owner.audit()).toEqual(['contact changed', 'e-sign email changed']);
  for (const address of [owner.esignEmail, newAddress, owner.email]) {
    const { text } = await waitForMail(address, SUBJECT);
    expect(text).toContain('now go to');
    for (const whole of [owner.esignEmail, newAddress]) expect(text).not.toContain(whole);
  }
});

test('SHELL-06 PROFILE-02 the same details sent again after a lost answer change nothing more', async () => {
  const owner = await createProfileOwner(portal, 'repeated');
  const moved = { syndicate_esign_email: `new-${owner.email}`, password: PASSWORD };
  expect((await owner.contact(moved)).status).toBe(200);
  const saved = await owner.syndication();
  expect((await owner.contact(moved)).status).toBe(200);
  expect(await owner.syndication()).toEqual(saved);
  const moves = (await owner.audit()).filter((action) => action === 'e-sign email changed');
  expect(moves).toHaveLength(1);
});

test('PROFILE-02 PROFILE-05 security rule: ids are claims: nobody changes another’s profile, also no manager', async () => {
  const manager = await createProfileOwner(portal, 'manager', ['switch-syndicates']);
  const other = await createProfileOwner(portal, 'other');
  const before = await other.syndication();
  const foreignUser = await manager.contact({ user_id: other.ids.user_id });
  expect([foreignUser.status, await codeOf(foreignUser)]).toEqual([404, 'not_found']);
  const foreign = { syndicate_id: other.ids.syndicate_id };
  for (const attempt of [manager.contact(foreign), manager.changeBank(foreign)]) {
    const response = await attempt;
    expect([response.status, await codeOf(response)]).toEqual([403, 'profile_not_yours']);
  }
  for (const path of ['bank_change/cancel', 'bank_account/reveal']) {
    const response = await manager.post(`/api/syndicate/${path}`, { ...foreign, password: PASSWORD });
    expect([response.status, await codeOf(response)]).toEqual([403, 'profile_not_yours']);
  }
  expect(await other.syndication()).toEqual(before);
});

test('PROFILE-05 CALL-01 a manager opens everybody of the compact list, each under their own name; nobody else does', async () => {
  const manager = await createProfileOwner(portal, 'listing', ['switch-syndicates']);
  const other = await createProfileOwner(portal, 'listed');
  const nameless = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    createSyndicate(tx, portal.tenantId, { name: 'Not Yet Invited' }),
  );
  const { data } = (await (await manager.get('/api/syndicate/get_compact_syndicates')).json()) as {
    data: { id: number; user_id: number | null }[];
  };
  expect(data.length).toBeGreaterThan(2);
  for (const { id, user_id } of data.filter((one) => one.user_id !== null)) {
    const response = await manager.get(`/api/getPortalUserProfile/${user_id}`);
    expect(await response.json()).toMatchObject([{ id: user_id, syndication: { id, user_id } }]);
  }
  expect(await (await manager.get(`/api/getPortalUserProfile/${other.userId}`)).json()).toMatchObject([
    { email: other.email, syndication: { id: other.ids.syndicate_id, cash_balance: null } },
  ]);
  expect(await (await manager.profile(`?syndicate_id=${nameless}`)).json()).toMatchObject([
    { id: 0, name: '', email: '', syndication: { id: Number(nameless), user_id: null } },
  ]);
  const mixed = `/api/getPortalUserProfile/${other.userId}?syndicate_id=${manager.syndicateId}`;
  expect((await manager.get(mixed)).status).toBe(404);
  expect((await manager.get('/api/getPortalUserProfile/7000001')).status).toBe(404);
  expect((await other.get(`/api/getPortalUserProfile/${manager.userId}`)).status).toBe(404);
});

test('PROFILE-02 CALL-01 ids as text, a state by its name, addresses as JSON; kept in one way', async () => {
  const owner = await createProfileOwner(portal, 'older');
  const said = {
    user_id: String(owner.userId),
    syndicate_id: String(owner.syndicateId),
    syndicate_state: 'district of columbia',
    syndicate_phone_type: 'mobile',
    syndicate_cc_emails: '["a@northgate.example","b@northgate.example"]',
    password: PASSWORD,
  };
  expect((await owner.contact(said)).status).toBe(200);
  expect(await owner.syndication()).toMatchObject({
    syndicate_address: { syndicate_state: 'DC' },
    syndicate_phone: { syndicate_phone_type: 'Mobile' },
    syndicate_cc_emails: ['a@northgate.example', 'b@northgate.example'],
  });
  for (const wrong of [
    { syndicate_state: 'Ohoi' },
    { syndicate_cc_emails: '["a' },
    { syndicate_cc_emails: '{"a":1}' },
    { syndicate_cc_emails: JSON.stringify(Array(11).fill('a@northgate.example')) },
    { user_id: '1e3' },
    { user_id: '' },
  ])
    expect({ wrong, status: (await owner.contact(wrong)).status }).toEqual({ wrong, status: 400 });
  expect(await codeOf(await owner.contact({ syndicate_cc_emails: '["no address"]' }))).toBe('email_invalid');
});

test('PROFILE-05 a manager reads the profile of the syndicate switched to, numbers masked; others do not', async () => {
  const manager = await createProfileOwner(portal, 'switching', ['switch-syndicates']);
  const other = await createProfileOwner(portal, 'switched');
  await other.contact();
  await other.changeBank();
  const query = `?syndicate_id=${other.syndicateId}`;
  const text = await (await manager.profile(query)).text();
  expect(JSON.parse(text)).toMatchObject([
    {
      id: other.ids.user_id,
      email: other.email,
      syndication: {
        id: other.ids.syndicate_id,
        user_id: other.ids.user_id,
        contact_person: 'Ann Lee',
        pending_bank_change: { syndicate_account_number: '•••• 6789' },
      },
    },
  ]);
  expect(text).not.toMatch(/\d{9}/);
  const refused = await other.profile(`?syndicate_id=${manager.syndicateId}`);
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'switch_not_allowed']);
  const elsewhere = await openTestPortal();
  try {
    const foreignId = await withTenant(elsewhere.database.owner, elsewhere.tenantId, (tx) =>
      createSyndicate(tx, elsewhere.tenantId),
    );
    expect((await manager.profile(`?syndicate_id=${foreignId + 1_000_000n}`)).status).toBe(404);
  } finally {
    await elsewhere.close();
  }
});
