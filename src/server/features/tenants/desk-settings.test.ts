import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let ada: AtDesk;
let theo: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ada = await sitDown(portal, 'Ada Vance');
  theo = await sitDown(portal, 'Theo Grant');
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('tenants')
      .set({ name: 'Harbor', requiresSecondFactor: true, bankChangeHoldHours: 72, disclosesAccounts: false })
      .where('id', '=', portal.tenantId)
      .execute(),
  );
});

const settingsOf = async (desk: AtDesk) =>
  (await desk.get('settings'))['settings'] as Record<string, string | number | boolean | null>;
const save = (desk: AtDesk, change: object, seen: object) => desk.put('settings', { change, seen });
const lastOf = async (setting: string) =>
  ((await ada.get('settings'))['last_changes'] as { setting: string; changed_by: string }[]).find(
    (change) => change.setting === setting,
  );

test('DESK-90 settings are changed as seen; the trail has old and new, and the page who changed each last', async () => {
  const answer = await save(ada, { support_email: 'care@harbor.example' }, await settingsOf(ada));
  expect(answer).toMatchObject({ status: 200, settings: { support_email: 'care@harbor.example' } });
  expect(await lastOf('support_email')).toMatchObject({
    changed_by: 'Ada Vance',
    changed_at: expect.stringMatching(/^20\d\d-/),
  });
  const again = { support_email: 'desk@harbor.example' };
  expect((await save(theo, again, await settingsOf(theo))).status).toBe(200);
  expect(await lastOf('support_email')).toMatchObject({ changed_by: 'Theo Grant' });
  const seen = await settingsOf(theo);
  expect((await save(theo, { clearing_bank_days: 5, recovery: 'Default 10' }, seen)).status).toBe(200);
  const trail = await trailOf(portal.database, portal.tenantId, 'tenant');
  expect(trail.at(-1)).toMatchObject({
    action: 'settings changed',
    actorId: theo.userId,
    details: {
      oldClearingBankDays: seen['clearing_bank_days'],
      newClearingBankDays: 5,
      newRecovery: 'Default 10',
      operator: 'desk: Theo Grant',
    },
  });
  await commandLineOn(portal.database)('tenant', 'set', portal.slug, '--checks-cash', 'on');
  expect(await lastOf('checks_cash')).toMatchObject({
    changed_by: expect.stringMatching(/^command line: ./),
  });
});

test('STMT-29 the method of principal and income is changed at the desk, with old and new in the trail', async () => {
  const seen = await settingsOf(ada);
  expect(seen['principal_method']).toBe('proportional');
  expect((await save(ada, { principal_method: 'by feeling' }, seen)).status).toBe(400);
  expect(await save(ada, { principal_method: 'cost_first' }, seen)).toMatchObject({
    status: 200,
    settings: { principal_method: 'cost_first' },
  });
  expect((await trailOf(portal.database, portal.tenantId, 'tenant')).at(-1)).toMatchObject({
    action: 'settings changed',
    details: { oldPrincipalMethod: 'proportional', newPrincipalMethod: 'cost_first' },
  });
  expect(await save(theo, { principal_method: 'proportional' }, seen)).toMatchObject({
    code: 'settings_changed_meanwhile',
    message: expect.stringContaining('has set it to “cost first” meanwhile'),
  });
});

test('DESK-90 what is invalid is refused with the words of the command, and nothing is changed', async () => {
  const seen = await settingsOf(ada);
  for (const [change, code] of [
    [{ support_email: 'nobody' }, 'email_invalid'],
    [{ brand_color: '#ffd400' }, 'setting_invalid'],
    [{ support_url: 'http://plain.example' }, 'setting_invalid'],
    [{ recovery: 'Collections 140' }, 'setting_invalid'],
    [{ queue_promises: 'invites soon' }, 'setting_invalid'],
    [{ retention_months: 60 }, 'setting_invalid'],
  ] as const)
    expect(await save(ada, change, seen)).toMatchObject({ status: 422, code });
  expect(await settingsOf(ada)).toEqual(seen);
});

test('DESK-91 what somebody else has changed meanwhile is not overwritten, and the words have both values', async () => {
  const seen = await settingsOf(ada);
  expect((await save(theo, { name: 'Harbor Two' }, seen)).status).toBe(200);
  expect(await save(ada, { name: 'Harbor One', checks_cash: false }, seen)).toMatchObject({
    status: 409,
    code: 'settings_changed_meanwhile',
    message:
      'Name of the portal: Theo Grant has set it to “Harbor Two” meanwhile, and you entered “Harbor One”. Nothing was saved.',
  });
  expect(await settingsOf(ada)).toMatchObject({ name: 'Harbor Two' });
  // Another setting than the one that was changed is saved, and so is the same value.
  expect((await save(ada, { clearing_bank_days: 6 }, seen)).status).toBe(200);
  expect((await save(ada, { name: 'Harbor Two' }, seen)).status).toBe(200);
  expect((await save(ada, { name: 'Harbor Three' }, {})).status).toBe(409);
});

test('DESK-91 of two who save at the same moment, one is told', async () => {
  const seen = await settingsOf(ada);
  const both = await Promise.all([save(ada, { name: 'First' }, seen), save(theo, { name: 'Second' }, seen)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

const WEAKENINGS = [
  ['stop requiring second factor', undefined, { requires_second_factor: false }],
  ['shorten bank change hold', 24, { bank_change_hold_hours: 24 }],
  ['disclose accounts', undefined, { discloses_accounts: true }],
  ['shorten retention', 12, { retention_months: 12 }],
  ['shorten deal records', 30, { deal_records_months: 30 }],
  // The command of the first test has switched it on.
  ['stop checking cash', undefined, { checks_cash: false }],
] as const;

test('DESK-92 one person makes no protection weaker, and two do', async () => {
  for (const [kind, value, change] of WEAKENINGS) {
    const seen = await settingsOf(ada);
    expect(await save(ada, change, seen)).toMatchObject({ status: 403, code: 'second_person_needed' });
    expect(await settingsOf(ada)).toEqual(seen);
    const asked = await ada.post('settings/weaken', { kind, value, reason: 'As agreed' });
    expect(asked.status).toBe(200);
    const id = asked['approval_id'];
    expect(await ada.post(`approvals/${id}/approve`)).toMatchObject({ status: 403, code: 'own_approval' });
    expect(await owen.post(`approvals/${id}/approve`)).toMatchObject({ code: 'permission_needed' });
    expect(await settingsOf(ada)).toEqual(seen);
    expect((await theo.post(`approvals/${id}/approve`)).status).toBe(200);
    expect(await settingsOf(ada)).toMatchObject(change);
  }
  expect(await lastOf('bank_change_hold_hours')).toMatchObject({ changed_by: 'Theo Grant' });
});

test('DESK-92 strengthening is one person’s, in the same call also beside other settings', async () => {
  const weak = { requiresSecondFactor: false, bankChangeHoldHours: 24, disclosesAccounts: true };
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.updateTable('tenants').set(weak).where('id', '=', portal.tenantId).execute(),
  );
  const seen = await settingsOf(ada);
  const strong = { requires_second_factor: true, bank_change_hold_hours: 48, discloses_accounts: false };
  expect(await save(ada, strong, seen)).toMatchObject({ status: 200, settings: strong });
  expect(
    await ada.post('settings/weaken', { kind: 'shorten bank change hold', value: 60, reason: 'Longer' }),
  ).toMatchObject({ status: 409, code: 'protection_not_weaker' });
  expect(
    await ada.post('settings/weaken', { kind: 'shorten bank change hold', value: -4, reason: 'Odd' }),
  ).toMatchObject({ status: 422, code: 'setting_invalid' });
});

test('DESK-92 what is asked for says the old and the new value, and who can decide', async () => {
  const ask = async (kind: string, value?: number) => {
    const { approval_id: id } = await ada.post('settings/weaken', { kind, value, reason: 'A test' });
    const { approvals } = (await theo.get('approvals')) as unknown as {
      approvals: { approval_id: number; asked_for: string; deciders: string[] }[];
    };
    return approvals.find(({ approval_id }) => approval_id === id);
  };
  expect(await ask('shorten bank change hold', 1)).toMatchObject({
    asked_for: 'Let a change of bank account wait 1 hour instead of 72 hours.',
    deciders: ['Theo Grant'],
  });
  expect(await ask('stop requiring second factor')).toMatchObject({
    asked_for: 'Let investors sign in with their password alone. Every administrator is told by mail.',
  });
});

test('DESK-90 without the permission nobody sees or changes settings', async () => {
  expect(await owen.get('settings')).toMatchObject({ status: 403, code: 'permission_needed' });
  expect(await save(owen, { name: 'Mine' }, { name: 'Harbor' })).toMatchObject({ status: 403 });
});
