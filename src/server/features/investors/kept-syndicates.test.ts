import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import { createInvitedDeal } from '../../testing/invites.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postAsMember, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let ada: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ada = await sitDown(portal, 'Ada Vance');
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());

const NEW = {
  name: 'Cedar Point Capital',
  abbreviation: 'CPC',
  pay_days: [2, 4],
  default_share_percent: '7.5',
  management_fee_percent: '4',
  syndication_fee_percent: '0.5',
  esign_email: 'ESign@cedar.example',
  cc_emails: ['books@cedar.example'],
  uses_cash_balance: false,
};

test('DESK-36 an administrator adds a syndicate, and its first person comes in by the invitation', async () => {
  const { syndicate_id: id } = await ada.post('investors', { ...NEW, external_id: 'SYN-77' });
  expect(await ada.get(`investors/${id}`)).toMatchObject({
    name: 'Cedar Point Capital',
    abbreviation: 'CPC',
    pay_days: [2, 4],
    management_fee_percent: '4',
    esign_email: 'esign@cedar.example',
    deals: 0,
    portfolio_balance: '0.00',
    cash_available: null,
    closed_at: null,
  });
  const person = { name: 'Ida Moss', email: 'ida@cedar.example', role: 'syndication', syndicate: String(id) };
  expect(await ada.post('people', person)).toMatchObject({ status: 200, is_mailed: true });
  const [event] = await trailOf(portal.database, portal.tenantId, `syndicate ${id}`);
  expect(event).toMatchObject({
    action: 'syndicate added',
    details: { operator: 'desk: Ada Vance', name: 'Cedar Point Capital', abbreviation: 'CPC' },
  });
  // An import finds it by the funder's own id.
  const known = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('externalIds').select('id').where('externalId', '=', 'SYN-77').executeTakeFirstOrThrow(),
  );
  expect(Number(known.id)).toBe(id);
});

test('DESK-36 what cannot be added says why, and adds nothing', async () => {
  await ada.post('investors', { ...NEW, abbreviation: 'TWICE', external_id: 'SYN-78' });
  const { count: before } = await ada.get('investors?search=Cedar');
  expect(await ada.post('investors', { ...NEW, abbreviation: 'TWICE' })).toMatchObject({
    code: 'abbreviation_taken',
  });
  expect(await ada.post('investors', { ...NEW, abbreviation: 'OTHER', external_id: 'SYN-78' })).toMatchObject(
    {
      code: 'own_id_taken',
    },
  );
  expect(await ada.post('investors', { ...NEW, abbreviation: 'MAIL', esign_email: 'nobody' })).toMatchObject({
    code: 'email_invalid',
  });
  for (const wrong of [{ pay_days: [] }, { pay_days: [6] }, { management_fee_percent: '101' }])
    expect((await ada.post('investors', { ...NEW, abbreviation: 'BAD', ...wrong })).status).toBe(400);
  expect(await owen.post('investors', { ...NEW, abbreviation: 'OWEN' })).toMatchObject({
    code: 'permission_needed',
  });
  const { count } = await ada.get('investors?search=Cedar');
  expect(count).toBe(before);
});

test('DESK-36 two who add the same syndicate at the same moment add one', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => ada.post('investors', { ...NEW, abbreviation: 'RACE' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('DESK-36 with a cash account it begins with nothing in it', async () => {
  const { syndicate_id: id } = await ada.post('investors', {
    ...NEW,
    abbreviation: 'CASH',
    uses_cash_balance: true,
  });
  expect(await ada.get(`investors/${id}`)).toMatchObject({ cash_available: '0.00' });
});

test('DESK-37 settings are changed one by one, and the trail has old and new', async () => {
  await ada.post('investors', { ...NEW, abbreviation: 'TAKEN' });
  const { syndicate_id: id } = await ada.post('investors', { ...NEW, abbreviation: 'SET' });
  const change = { management_fee_percent: '4.25', pay_days: [5], shows_deals_tab: false };
  expect((await ada.put(`investors/${id}`, change)).status).toBe(200);
  expect(await ada.get(`investors/${id}`)).toMatchObject({ ...change, syndication_fee_percent: '0.5' });
  expect((await ada.put(`investors/${id}`, { esign_email: 'desk@cedar.example' })).status).toBe(200);
  expect((await ada.put(`investors/${id}`, {})).status).toBe(200);
  expect(await ada.put(`investors/${id}`, { abbreviation: 'TAKEN' })).toMatchObject({
    code: 'abbreviation_taken',
  });
  const trail = await trailOf(portal.database, portal.tenantId, `syndicate ${id}`);
  expect(trail.map(({ action }) => action)).toEqual([
    'syndicate added',
    'syndicate changed',
    'e-sign email changed',
  ]);
  expect(trail[1]?.details).toMatchObject({
    oldManagementFeePercent: '4.0000',
    newManagementFeePercent: '4.2500',
    oldPayDays: '2, 4',
    newPayDays: '5',
    oldShowsDealsTab: true,
    newShowsDealsTab: false,
  });
});

test('DESK-38 a closed syndicate takes part in nothing new; what it is owed stays, and its people see it', async () => {
  const { tenantId, syndicateId, database } = portal;
  await portal.addInvestor('dana@closing.example');
  const deal = await createInvitedDeal(database.owner, tenantId, [syndicateId]);
  expect((await ada.post(`investors/${syndicateId}/close`, { reason: '' })).status).toBe(400);
  expect(await ada.post(`investors/${syndicateId}/close`, { reason: 'They asked us to' })).toMatchObject({
    status: 200,
  });
  expect(await ada.post(`investors/${syndicateId}/close`, { reason: 'Again' })).toMatchObject({
    code: 'syndicate_closed',
  });
  expect(await ada.get(`investors/${syndicateId}`)).toMatchObject({
    closed_at: expect.stringMatching(/^20/),
    closed_by: 'Ada Vance',
    closed_reason: 'They asked us to',
  });
  const { accessToken } = await signInAs(portal.app, 'dana@closing.example', PASSWORD);
  const take = async (percent: string) => {
    const body = {
      deal_id: Number(deal.dealId),
      syndicate_id: Number(syndicateId),
      payPercent: percent,
      history_id: null,
      message: '',
    };
    const response = await portal.app.fetch(
      '/api/prefunding_accept',
      postAsMember(body, accessToken, tenantId),
    );
    return ((await response.json()) as { code?: string }).code ?? response.status;
  };
  expect(await take('1')).toBe('syndicate_closed');
  expect((await ada.post(`investors/${syndicateId}/reopen`)).status).toBe(200);
  expect(await ada.post(`investors/${syndicateId}/reopen`)).toMatchObject({ code: 'syndicate_open' });
  expect(await take('1')).toBe(200);
  const trail = await trailOf(database, tenantId, `syndicate ${syndicateId}`);
  expect(trail.map(({ action }) => action)).toEqual(['syndicate closed', 'syndicate reopened']);
  expect(trail[0]?.details).toMatchObject({
    reason: 'They asked us to',
    oldIsClosed: false,
    newIsClosed: true,
  });
});

test('DESK-36 DESK-37 DESK-38 nobody changes another funder’s syndicates', async () => {
  const elsewhere = await createTenant(portal.database.owner, { name: 'Elsewhere', slug: 'elsewhere' });
  const theirs = await sitDown({ ...portal, tenantId: elsewhere }, 'Eve Long');
  expect((await theirs.put(`investors/${portal.syndicateId}`, { pay_days: [1] })).status).toBe(404);
  expect((await theirs.post(`investors/${portal.syndicateId}/close`, { reason: 'x' })).status).toBe(404);
  expect((await theirs.post(`investors/${portal.syndicateId}/reopen`)).status).toBe(404);
});

test('DESK-42 security rule: no investor gets a name that a reader takes for another one’s', async () => {
  const own = { ...NEW, name: 'Westbrook  Lane', abbreviation: 'WBL' };
  const { syndicate_id: first } = await ada.post('investors', own);
  expect(await ada.get(`investors/${first}`)).toMatchObject({ name: 'Westbrook Lane' });
  const { syndicate_id: second } = await ada.post('investors', { ...NEW, abbreviation: 'EVE' });
  const ambiguous = { status: 422, code: 'name_ambiguous' };
  for (const change of [
    { abbreviation: 'W\u200bBL' },
    { abbreviation: 'WВL' },
    { abbreviation: 'АВС' },
    { name: 'Westbrоok Lane' },
    { name: 'Westbrook\u00ad Lane' },
    { name: '\u3164' },
  ]) {
    expect(await ada.put(`investors/${second}`, change)).toMatchObject(ambiguous);
    const third = { ...NEW, abbreviation: 'THI', ...change };
    expect(await ada.post('investors', third)).toMatchObject(ambiguous);
  }
  for (const abbreviation of ['wbl', 'ＷBL'])
    expect(await ada.put(`investors/${second}`, { abbreviation })).toMatchObject({
      code: 'abbreviation_taken',
    });
  // One's own is written otherwise, and what was given up stays one's own.
  expect((await ada.put(`investors/${first}`, { abbreviation: 'Wbl' })).status).toBe(200);
  expect((await ada.put(`investors/${first}`, { name: 'Westbrook Avenue' })).status).toBe(200);
  expect(await ada.put(`investors/${second}`, { name: 'westbrook\u00a0 LANE' })).toMatchObject({
    code: 'former_name_taken',
  });
  // The database compares by the same, whoever writes.
  expect((await ada.post('investors', { ...NEW, abbreviation: 'KEP' })).status).toBe(200);
  const written = (abbreviation: string) =>
    withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx
        .updateTable('syndicates')
        .set({ abbreviation })
        .where('id', '=', BigInt(second as number))
        .execute(),
    );
  await expect(written('K\u200bep ')).rejects.toThrow('Another syndicate has this abbreviation.');
});

test('DESK-37 security rule: a name that another syndicate had is not given again, and whoever approves for one reads both', async () => {
  const { syndicate_id: first } = await ada.post('investors', {
    ...NEW,
    name: 'Northgate One',
    abbreviation: 'NGO',
  });
  const { syndicate_id: second } = await ada.post('investors', {
    ...{ ...NEW, name: 'Zed Cash', abbreviation: 'ZCL', uses_cash_balance: true },
  });
  expect((await ada.put(`investors/${first}`, { name: 'Northgate I', abbreviation: 'NGQ' })).status).toBe(
    200,
  );
  const refused = { status: 409, code: 'former_name_taken' };
  for (const change of [{ abbreviation: 'NGO' }, { abbreviation: 'ngo' }, { name: 'Northgate one' }])
    expect(await ada.put(`investors/${second}`, change)).toMatchObject(refused);
  expect(await ada.post('investors', { ...NEW, name: 'Another', abbreviation: 'NGO' })).toMatchObject(
    refused,
  );
  // Two may have one name at the same time, and everybody gets their own back.
  expect((await ada.put(`investors/${second}`, { name: 'Northgate I', abbreviation: 'NGZ' })).status).toBe(
    200,
  );
  expect((await ada.put(`investors/${first}`, { name: 'Northgate One', abbreviation: 'NGO' })).status).toBe(
    200,
  );
  const system = await operatorOf(portal, ['cash']);
  const wire = { kind: 'deposit', amount: '50000.00', reference: 'wire 1', reason: 'As told' };
  expect(await (await system.post('cash/entries', { ...wire, syndicate: 'NGZ' })).json()).toMatchObject({
    state: 'waiting for approval',
  });
  const { approvals } = (await ada.get('approvals')) as unknown as { approvals: { facts: object[] }[] };
  expect(approvals.flatMap(({ facts }) => facts)).toContainEqual({
    ...{ label: 'Investor', value: 'Northgate I (NGZ), renamed lately, before Zed Cash, ZCL' },
  });
});
