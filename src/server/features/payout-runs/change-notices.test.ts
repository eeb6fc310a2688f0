import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNumbers } from '../../payout-accounts/bank-numbers.ts';
import { resealBankNumbers } from '../../payout-accounts/reseal-bank-numbers.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import {
  approveAsSeen,
  enterBankFile,
  enterFile,
  openRunDesk,
  prepareNext,
  type RunDesk,
  readRun,
} from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type BackEntry, writeReturnFile } from '../../testing/return-files.ts';
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

/** What the bank writes about the entry of a syndicate, by its place among those of the desk. */
const noticeOf = (
  desk: RunDesk & { traces: string[] },
  place: number,
  code: string,
  corrected: string,
): BackEntry => ({
  ...{ code, corrected, amount: 0n },
  trace: desk.traces[place] ?? '',
  id: `S${[...desk.book.syndicates.values()][place]}`,
});

const findingsOf = async ({ ingrid }: RunDesk) => {
  const [file] = (await ingrid.get('return_files'))['files'] as Record<string, unknown>[];
  const { entries } = await ingrid.get(`return_files/${file?.['file_id']}`);
  return (entries as Record<string, unknown>[]).map(({ code, finding, corrected }) => [
    code,
    finding,
    corrected,
  ]);
};

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
  const file = writeReturnFile([
    noticeOf(desk, 0, 'C01', NEW_ACCOUNT),
    { ...noticeOf(desk, 0, 'C01', '12345'), trace: '021000029999999' },
  ]);
  for (const _ of [1, 2]) await enterBankFile(desk, file);
  expect(await findingsOf(desk)).toEqual([
    ['C01', 'ours', 'account •••• 1614'],
    ['C01', 'unknown trace', 'account •••• 2345'],
  ]);
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
      source: 'file',
      received_by: 'Ingrid Holm',
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
  const file = writeReturnFile([noticeOf(desk, 0, 'C01', NEW_ACCOUNT)]);
  expect(await enterBankFile(desk, file)).toMatchObject({ code: 'return_file_empty' });
  expect(await findingsOf(desk)).toEqual([['C01', 'other numbers', 'account •••• 1614']]);
  expect(await noticesOf(desk)).toMatchObject([{ account_last4: '1111' }]);
});

test('RUN-22 security rule: two people follow it, and it waits and is told as any change of a bank account', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { ingrid, marcus, book, tenantId } = desk;
  await enterBankFile(desk, writeReturnFile([noticeOf(desk, 0, 'C01', NEW_ACCOUNT)]));
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
    'Change the account of Allegheny after notification C01 (Account number is wrong): account •••• 1614. From a bank file that Ingrid Holm entered. It waits as any change of a bank account, and the investor is told.',
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
  const file = writeReturnFile([
    noticeOf(desk, 0, 'C03', '011401533   1918171614'),
    noticeOf(desk, 0, 'C01', 'X1'),
    noticeOf(desk, 1, 'C01', NEW_ACCOUNT),
  ]);
  await enterBankFile(desk, file);
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

test('RUN-22 security rule: the approver reads who typed a notification in, and that person does not approve it', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { own, ingrid, marcus, traces } = desk;
  const theo = await sitDown(own, 'Theo Vance');
  const typed = { trace_number: traces[0], code: 'C01', routing_number: null, account_type: null };
  expect(await theo.post('change_notices', { ...typed, account_number: NEW_ACCOUNT })).toMatchObject({
    status: 200,
  });
  const [notice] = await noticesOf(desk);
  expect(notice).toMatchObject({ source: 'typed', received_by: 'Theo Vance' });
  const { approval_id } = await ingrid.post(`change_notices/${notice?.notice_id}/apply`, REASON);
  const [asked] = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(asked?.['asked_for']).toContain('Typed in by Theo Vance, without a bank file.');
  expect(asked?.['facts']).toContainEqual({
    label: 'Source',
    value: 'Typed in by Theo Vance, without a bank file',
  });
  const approve = `approvals/${approval_id}/approve`;
  expect(await theo.post(approve)).toMatchObject({ status: 403, code: 'source_of_request' });
  expect(await marcus.post(approve)).toMatchObject({ status: 200 });
});

test('RUN-22 DESK-35 security rule: who brought in the file of a notification approves nothing of it, and does not end its wait', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { own, ingrid, marcus } = desk;
  const theo = await sitDown(own, 'Theo Vance');
  const text = writeReturnFile([noticeOf(desk, 0, 'C01', NEW_ACCOUNT)]);
  const read = await theo.post('return_files', { name: 'returns.ach', text });
  expect(await enterFile(desk, read['file_id'])).toMatchObject({ state: 'entered' });
  const [notice] = await noticesOf(desk);
  const { approval_id } = await ingrid.post(`change_notices/${notice?.notice_id}/apply`, REASON);
  const [asked] = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(asked).toMatchObject({ may_decide: true, deciders: ['Marcus Lee'] });
  expect(asked?.['asked_for']).toContain(
    'From a bank file that Theo Vance brought in and Ingrid Holm entered.',
  );
  const approve = `approvals/${approval_id}/approve`;
  expect(await theo.post(approve)).toMatchObject({ status: 403, code: 'source_of_request' });
  expect(await marcus.post(approve)).toMatchObject({ status: 200 });
  const [change] = await changesOf(desk);
  const release = `bank_changes/${change?.id}/release`;
  expect(await theo.post(release, REASON)).toMatchObject({ status: 403, code: 'change_of_releaser' });
  const ada = await sitDown(own, 'Ada Quinn');
  const zoe = await sitDown(own, 'Zoe Quist');
  const { approval_id: releaseId } = await ada.post(release, REASON);
  expect(await theo.post(`approvals/${releaseId}/approve`)).toMatchObject({ code: 'source_of_request' });
  expect(await zoe.post(`approvals/${releaseId}/approve`)).toMatchObject({ status: 200 });
});

test('RUN-21 the numbers of notices are encrypted anew with the others', async () => {
  const desk = await openSentRun(['Allegheny']);
  const { book, tenantId } = desk;
  await enterBankFile(desk, writeReturnFile([noticeOf(desk, 0, 'C02', '011401533')]));
  const later = createEncryption({ key: Buffer.alloc(32, 7), oldKeys: [ENCRYPTION_KEY] });
  expect(await resealBankNumbers(portal.database.db, later, tenantId)).toBe(2);
  const [row] = await book.inTenant((tx) => tx.selectFrom('changeNotices').selectAll().execute());
  expect(row).toMatchObject({ keyId: later.keyId, accountNumberCipher: null });
});
