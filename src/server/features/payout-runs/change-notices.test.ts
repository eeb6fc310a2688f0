import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNumbers } from '../../payout-accounts/bank-numbers.ts';
import { resealBankNumbers } from '../../payout-accounts/reseal-bank-numbers.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { ENCRYPTION_KEY } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const REASON = { reason: 'The bank says so.' };
const NEW_ACCOUNT = '1918171614';

interface NoticeOnWire extends Record<string, unknown> {
  notice_id: number;
}

const noticesOf = async ({ ingrid }: RunDesk) =>
  (await ingrid.get('change_notices'))['notices'] as NoticeOnWire[];

const addenda = (code: string, trace: string, corrected: string) =>
  `798${code}${trace}${' '.repeat(6)}02100002${corrected.padEnd(29)}${' '.repeat(15)}021000020000001`;

const fileOf = (...lines: string[]) => ({
  text: [`101 021000021${' '.repeat(81)}`, ...lines].join('\n'),
});

/** A run whose file is made, with the trace number of each syndicate. */
async function openSentRun(names: readonly string[]): Promise<RunDesk & { traces: string[] }> {
  const desk = await openRunDesk(
    portal,
    names.map((name) => ({ name })),
  );
  await desk.book.nameOriginator();
  await desk.book.pay();
  const runId = await prepareNext(desk);
  await approveAsSeen(desk.marcus, runId);
  expect(await desk.ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
  const { items } = await readRun(desk.ingrid, runId);
  const traces = names.map((name) =>
    String(items.find((item) => item['syndicate'] === name)?.['trace_number']),
  );
  return { ...desk, traces };
}

const changesOf = ({ book }: RunDesk) =>
  book.inTenant((tx) =>
    tx.selectFrom('bankAccountChanges').selectAll().where('state', '=', 'pending').orderBy('id').execute(),
  );

test('RUN-21 security rule: a notification of change from the bank’s file waits once, with four digits; the full number is encrypted', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { ingrid, book, tenantId, traces } = desk;
  const file = fileOf(
    addenda('C01', traces[0] ?? '', NEW_ACCOUNT),
    addenda('C01', '021000029999999', '12345'),
  );
  const expected = [
    { code: 'C01', result: 'notice', corrected: 'account •••• 1614' },
    { code: 'C01', result: 'unknown' },
  ];
  for (const _ of [1, 2])
    expect(await ingrid.post('payouts/return_file', file)).toMatchObject({ notices: expected });
  expect(await noticesOf(desk)).toEqual([
    {
      notice_id: expect.any(Number),
      syndicate_id: Number(book.syndicates.get('Allegheny')),
      syndicate: 'Allegheny',
      code: 'C01',
      trace_number: traces[0],
      account_last4: '1614',
      routing_last4: null,
      account_type: null,
      received_at: expect.any(String),
      obstacle: '',
      is_asked: false,
    },
  ]);
  const board = (await ingrid.get('board'))['queues'] as Record<string, unknown>[];
  expect(board.find(({ queue }) => queue === 'change-notices')).toMatchObject({
    waiting: 1,
    oldest: 'Allegheny',
  });
  expect((await ingrid.get('board/queues/change-notices'))['items']).toMatchObject([
    { what: 'Allegheny', detail: 'C01: Account number is wrong' },
  ]);
  const rows = await book.inTenant((tx) => tx.selectFrom('changeNotices').selectAll().execute());
  expect(rows).toHaveLength(1);
  const stored = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(stored).not.toContain(NEW_ACCOUNT);
  expect(Buffer.from(rows[0]?.accountNumberCipher ?? []).includes(NEW_ACCOUNT)).toBe(false);
  const told = (await trailOf(portal.database, tenantId)).map(({ details }) => details);
  expect(JSON.stringify(told)).toContain('1614');
  expect(JSON.stringify(told)).not.toContain(NEW_ACCOUNT);
});

test('RUN-21 security rule: what the bank says is not lost behind a notification that somebody has typed in before', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { ingrid, traces } = desk;
  const [trace_number = ''] = traces;
  const typed = { trace_number, code: 'C01', routing_number: null, account_type: null };
  expect(await ingrid.post('change_notices', { ...typed, account_number: '5550001111' })).toMatchObject({
    status: 200,
  });
  expect(await ingrid.post('change_notices', { ...typed, account_number: NEW_ACCOUNT })).toMatchObject({
    status: 409,
    code: 'notice_received_otherwise',
  });
  const file = fileOf(addenda('C01', trace_number, NEW_ACCOUNT));
  expect(await ingrid.post('payouts/return_file', file)).toMatchObject({
    notices: [{ code: 'C01', result: 'other numbers', corrected: 'account •••• 1614' }],
  });
  expect(await noticesOf(desk)).toMatchObject([{ account_last4: '1111' }]);
});

test('RUN-22 security rule: two people follow it, and it waits and is told as any change of a bank account', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { ingrid, marcus, book, tenantId, traces } = desk;
  await ingrid.post('payouts/return_file', fileOf(addenda('C01', traces[0] ?? '', NEW_ACCOUNT)));
  const [notice] = await noticesOf(desk);
  const path = `change_notices/${notice?.notice_id}`;
  const { status, approval_id } = await ingrid.post(`${path}/apply`, REASON);
  expect(status).toBe(200);
  expect(await ingrid.post(`${path}/apply`, REASON)).toMatchObject({ code: 'approval_waiting' });
  expect(await noticesOf(desk)).toMatchObject([{ is_asked: true }]);
  expect(await changesOf(desk)).toEqual([]);
  expect(await ingrid.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 403 });
  const [asked] = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(asked?.['asked_for']).toBe(
    'Follow the bank’s notification C01 (Account number is wrong) about Allegheny: account •••• 1614. It waits as any change of a bank account, and the investor is told.',
  );
  expect(await marcus.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 200, instead: null });
  const [change] = await changesOf(desk);
  expect(change).toMatchObject({
    state: 'pending',
    bankName: 'First Bank',
    accountNumberLast4: '1614',
    accountType: 'checking',
    holderKind: 'business',
  });
  expect(Number(change?.takesEffectAt) - Date.now()).toBeGreaterThan(71 * 3_600_000);
  const { rows: mails } = await sql<{ news: string }>`
    select payload ->> 'news' as news from graphile_worker._private_jobs
    where payload ->> 'tenantId' = ${tenantId} and payload ->> 'changeId' = ${String(change?.id)} and payload ->> 'news' is not null`.execute(
    portal.database.db,
  );
  expect(mails[0]).toEqual({ news: 'requested' });
  // The number that the bank has not corrected stays as it is.
  const syndicateId = book.syndicates.get('Allegheny') ?? 0n;
  const { accountNumberCipher, routingNumberCipher, keyId = '' } = change ?? {};
  if (!accountNumberCipher || !routingNumberCipher) throw new Error('The change has no numbers.');
  const sealed = { accountNumberCipher, routingNumberCipher, keyId };
  expect(openNumbers(createEncryption({ key: ENCRYPTION_KEY }), { tenantId, syndicateId }, sealed)).toEqual({
    accountNumber: NEW_ACCOUNT,
    routingNumber: '021000021',
  });
  expect(await noticesOf(desk)).toEqual([]);
  const [settled] = await book.inTenant((tx) => tx.selectFrom('changeNotices').selectAll().execute());
  expect(settled).toMatchObject({ state: 'applied', accountNumberCipher: null, routingNumberCipher: null });
  const actions = (await trailOf(portal.database, tenantId)).map(({ action }) => action);
  for (const action of ['change notice received', 'change notice applied', 'bank change requested'])
    expect(actions).toContain(action);
  expect(await ingrid.post(`${path}/dismiss`, REASON)).toMatchObject({ code: 'notice_settled' });
});

test('RUN-22 another type alone counts once a second person has approved it, and the money goes where it went', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { ingrid, marcus, book, traces } = desk;
  const typed = { trace_number: traces[0], code: 'C05', account_number: null, routing_number: null };
  expect(await ingrid.post('change_notices', { ...typed, account_type: null })).toMatchObject({
    code: 'notice_incomplete',
  });
  const { notice_id } = await ingrid.post('change_notices', { ...typed, account_type: 'savings' });
  const { approval_id } = await ingrid.post(`change_notices/${notice_id}/apply`, REASON);
  const typeNow = () =>
    book.inTenant((tx) => tx.selectFrom('syndicateBankAccounts').select('accountType').executeTakeFirst());
  expect(await typeNow()).toEqual({ accountType: 'checking' });
  expect(await marcus.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 200 });
  expect(await typeNow()).toEqual({ accountType: 'savings' });
  expect(await changesOf(desk)).toEqual([]);
});

test('RUN-22 a notification about an account that has changed, or beside a waiting change, is not followed but dismissed', async () => {
  const desk = await openSentRun(['Allegheny', 'Lakefront']);
  const { ingrid, marcus, book, tenantId, traces } = desk;
  const file = fileOf(
    addenda('C03', traces[0] ?? '', '011401533   1918171614'),
    addenda('C01', traces[0] ?? '', 'X1'),
    addenda('C01', traces[1] ?? '', NEW_ACCOUNT),
  );
  await ingrid.post('payouts/return_file', file);
  const [both, unusable, lakefront] = await noticesOf(desk);
  const apply = (notice: NoticeOnWire | undefined) =>
    ingrid.post(`change_notices/${notice?.notice_id}/apply`, REASON);
  expect(unusable).toMatchObject({ obstacle: 'nothing to apply', account_last4: null });
  expect(await apply(unusable)).toMatchObject({ code: 'notice_incomplete' });
  const { approval_id } = await apply(lakefront);
  await book.inTenant((tx) =>
    tx
      .updateTable('syndicateBankAccounts')
      .set({ changedAt: new Date(Date.now() + 60_000) })
      .where('syndicateId', '=', book.syndicates.get('Lakefront') ?? 0n)
      .execute(),
  );
  expect(await marcus.post(`approvals/${approval_id}/approve`)).toMatchObject({ code: 'notice_outdated' });
  const first = await apply(both);
  expect(await marcus.post(`approvals/${first['approval_id']}/approve`)).toMatchObject({ status: 200 });
  expect(await noticesOf(desk)).toMatchObject([
    { obstacle: 'nothing to apply' },
    { obstacle: 'account changed' },
  ]);
  const typed = { trace_number: traces[0], routing_number: null, account_type: null };
  const again = await ingrid.post('change_notices', {
    ...typed,
    code: 'C06',
    account_number: '55555',
    account_type: 'savings',
  });
  expect(await apply({ notice_id: Number(again['notice_id']) })).toMatchObject({
    code: 'notice_change_waiting',
  });
  const dismissed = `change_notices/${lakefront?.notice_id}/dismiss`;
  for (const _ of [1, 2]) expect(await ingrid.post(dismissed, REASON)).toMatchObject({ status: 200 });
  const trail = await trailOf(portal.database, tenantId);
  expect(trail.filter(({ action }) => action === 'change notice dismissed')).toMatchObject([
    { details: { code: 'C01', reason: REASON.reason } },
  ]);
  const [row] = await book.inTenant((tx) =>
    tx.selectFrom('changeNotices').selectAll().where('state', '=', 'dismissed').execute(),
  );
  expect(row).toMatchObject({ accountNumberCipher: null, keyId: null });
});

test('RUN-21 the numbers of notices are encrypted anew with the others', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { ingrid, book, tenantId, traces } = desk;
  await ingrid.post('payouts/return_file', fileOf(addenda('C02', traces[0] ?? '', '011401533')));
  const later = createEncryption({ key: Buffer.alloc(32, 7), oldKeys: [ENCRYPTION_KEY] });
  expect(await resealBankNumbers(portal.database.db, later, tenantId)).toBe(2);
  const [row] = await book.inTenant((tx) => tx.selectFrom('changeNotices').selectAll().execute());
  expect(row).toMatchObject({ keyId: later.keyId, accountNumberCipher: null });
});
