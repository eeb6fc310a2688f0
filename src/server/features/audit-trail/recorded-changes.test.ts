import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../shared/contract/audit-actions.ts';
import { RECORDED_CHANGES } from '../../platform/audit/recorded-changes.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { BANK, createProfileOwner } from '../../testing/profile.ts';

let portal: TestPortal;
let operator: TestOperator;
beforeAll(async () => {
  portal = await openTestPortal();
  operator = await operatorOf(portal, ['import', 'payout-accounts', 'settings', 'users']);
});
afterAll(() => portal.close());

const SYNDICATES =
  'external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email\n';

async function importSyndicate(fee: string, payDays: string): Promise<void> {
  const answer = await portal.app.fetch('/api/operator/v1/imports?kind=syndicates', {
    method: 'POST',
    headers: { authorization: operator.authorization, 'content-type': 'text/csv' },
    body: `${SYNDICATES}S-1,Imported Partners,IMP,${payDays},10,${fee},0,imported@investor.example\n`,
  });
  expect(answer.status).toBe(200);
}

const ok = async (sent: Promise<Response>) => {
  const answer = await sent;
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
  return answer;
};

/** Makes every change that an event with old and new values tells of. */
async function changeEverything() {
  const owner = await createProfileOwner(portal, 'changes');
  await ok(owner.contact());
  await ok(
    owner.contact({
      syndicate_city: 'Dayton',
      syndicate_esign_email: `new-${owner.email}`,
      syndicate_cc_emails: [`cc-${owner.email}`],
      password: PASSWORD,
    }),
  );
  await ok(owner.changeBank());
  await ok(owner.cancelBank());
  await ok(operator.send('PUT', 'settings', { bank_change_hold_hours: 0 }));
  await ok(owner.changeBank());
  await ok(owner.changeBank({ syndicate_account_number: '99988877700' }));

  const email = `guest-${crypto.randomUUID()}@investor.example`;
  const invitation = { email, name: 'Guest', role: 'syndication', syndicate: String(portal.syndicateId) };
  const invited = await ok(operator.post('users', { ...invitation, can_view_fcs: true }));
  const { user_id: userId } = (await invited.json()) as { user_id: number };
  const user = (what: string, body: object = {}) =>
    ok(operator.send('POST', `users/${userId}/${what}`, body));
  await ok(operator.send('PUT', `users/${userId}/permissions`, { can_switch_syndicates: true }));
  await user('close');
  await user('reopen');
  await importSyndicate('4', 'Mon Fri');
  await importSyndicate('4.5', 'Mon Wed');
}

test('AUDIT-04 every action that changes something records the old and the new value, or says why not', async () => {
  await changeEverything();
  const trail = await trailOf(portal.database, portal.tenantId);
  const declared = AUDIT_ACTIONS.filter((action) => RECORDED_CHANGES[action] === 'old and new');
  const changed = (action: string) =>
    trail
      .filter((event) => event.action === action)
      .map(({ details }) => Object.keys(details as object).filter((name) => /^(old|new)[A-Z]/.test(name)))
      .at(-1)
      ?.toSorted();
  expect(Object.fromEntries(declared.map((action) => [action, changed(action)]))).toEqual({
    'contact changed': ['newCity', 'oldCity'],
    'e-sign email changed': ['newEsignEmail', 'oldEsignEmail'],
    'CC emails changed': ['newCcEmails', 'oldCcEmails'],
    'bank change requested': ['newAccountNumberLast4', 'oldAccountNumberLast4'],
    'bank change cancelled': ['newState', 'oldState'],
    'bank account changed': ['newAccountNumberLast4', 'oldAccountNumberLast4'],
    'imported row changed': [
      'newManagementFeePercent',
      'newPayDays',
      'oldManagementFeePercent',
      'oldPayDays',
    ],
    'settings changed': ['newBankChangeHoldHours', 'oldBankChangeHoldHours'],
    'user invited': [
      'newPermissions',
      'newRole',
      'newSyndicateId',
      'oldPermissions',
      'oldRole',
      'oldSyndicateId',
    ],
    'permissions changed': ['newPermissions', 'oldPermissions'],
    'user closed': ['newIsClosed', 'oldIsClosed'],
    'user reopened': ['newIsClosed', 'oldIsClosed'],
  });
  const detailsOf = (action: string) => trail.findLast((event) => event.action === action)?.details;
  expect(detailsOf('bank account changed')).toMatchObject({
    oldAccountNumberLast4: BANK.syndicate_account_number.slice(-4),
    newAccountNumberLast4: '7700',
  });
  expect(detailsOf('permissions changed')).toMatchObject({
    oldPermissions: 'view-fcs',
    newPermissions: 'switch-syndicates, view-fcs',
  });
  const all = JSON.stringify(trail.map(({ details }) => details));
  for (const secret of [
    PASSWORD,
    BANK.syndicate_account_number,
    BANK.syndicate_routing_number,
    '99988877700',
  ])
    expect(all).not.toContain(secret);
});
