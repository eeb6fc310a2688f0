import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { resealPayoutFiles } from '../../payout-runs/reseal-payout-files.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import {
  approveAsSeen,
  enterFile,
  giveBack,
  openRunDesk,
  prepareNext,
  type RunDesk,
  readRun,
} from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type BackEntry, writeReturnFile } from '../../testing/return-files.ts';
import { ENCRYPTION_KEY } from '../../testing/test-app.ts';
import { createToldPerson } from '../../testing/told-person.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

interface SentOnWire extends Record<string, unknown> {
  item_id: number;
  syndicate_id: number;
  syndicate: string;
  trace_number: string;
  amount: string;
}

interface Sent extends RunDesk {
  runId: number;
  items: SentOnWire[];
}

/** A desk whose first run is with the bank. */
async function openSent(names: readonly string[], amount = 100_000n): Promise<Sent> {
  const desk = await openRunDesk(
    portal,
    names.map((name) => ({ name })),
  );
  await desk.book.nameOriginator();
  await desk.book.pay(amount);
  const runId = await prepareNext(desk);
  await send(desk, runId);
  return { ...desk, runId, items: await sentOf(desk, runId) };
}

async function send({ ingrid, marcus }: RunDesk, runId: number): Promise<void> {
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
}

const sentOf = async ({ ingrid }: RunDesk, runId: number) =>
  (await readRun(ingrid, runId)).items.filter(
    (item) => item['trace_number'] !== null,
  ) as unknown as SentOnWire[];

const backOfItem = ({ trace_number, syndicate_id, amount }: SentOnWire, code = 'R03'): BackEntry => ({
  ...{ code, trace: trace_number, id: `S${syndicate_id}` },
  amount: BigInt(amount.replace('.', '')),
});

const read = ({ ingrid }: RunDesk, text: string, name = 'RET_1119.ach') =>
  ingrid.post('return_files', { name, text });
const codesOf = async (desk: Sent) =>
  (await readRun(desk.ingrid, desk.runId)).items
    .map(({ syndicate, return_code }) => `${syndicate} ${return_code}`)
    .sort();
const toldOf = ({ book }: RunDesk) =>
  book.inTenant(async (tx) => {
    const { rows } = await sql<{
      subject: string;
    }>`select subject from notification_items order by id`.execute(tx);
    return rows.map(({ subject }) => subject);
  });
const agrees = async ({ book, tenantId }: RunDesk) =>
  expect(await book.inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);

/** As though the bank had paid a run that many days ago. */
const ageRun = ({ book, tenantId }: RunDesk, runId: number, days: number) =>
  book.inTenant((tx) =>
    sql`update payout_runs set effective_date = current_date - ${days}::integer
      where tenant_id = ${tenantId}::uuid and id = ${runId}`.execute(tx),
  );

test('RUN-16 a bank’s file is read first, and only entering it counts and tells the investors; the same again changes nothing', async () => {
  const desk = await openSent(['Allegheny', 'Lakefront']);
  const { ingrid, own, book, tenantId, items } = desk;
  const back = items.find(({ syndicate }) => syndicate === 'Allegheny') as SentOnWire;
  await createToldPerson(own, book.syndicates.get('Allegheny') ?? 0n);
  const text = writeReturnFile([
    { ...backOfItem(back), trace: '021000029999999' },
    backOfItem(back),
    { ...backOfItem(back, 'C01'), amount: 0n, corrected: '1918171614' },
  ]);
  const { status, file_id, is_known } = await read(desk, text);
  expect([status, is_known]).toEqual([200, false]);
  expect(await codesOf(desk)).toEqual(['Allegheny null', 'Lakefront null']);
  expect(await toldOf(desk)).toEqual([]);
  expect((await ingrid.get('change_notices'))['notices']).toEqual([]);
  const file = await ingrid.get(`return_files/${file_id}`);
  expect(file).toMatchObject({
    ...{ state: 'read', name: 'RET_1119.ach', bank: 'HUDSON TRUST', read_by: 'Ingrid Holm', total: '192.00' },
    ...{ second_person: null, limit: 500, deciders: ['Marcus Lee'] },
    seen: { returns: 1, amount: '96.00', notices: 1 },
    entries: [
      { finding: 'unknown trace', sent: null },
      { finding: 'ours', code: 'R03', line: 7, sent: { syndicate: 'Allegheny', pay_date: book.payDate } },
      { finding: 'ours', code: 'C01', corrected: 'account •••• 1614' },
    ],
  });
  expect(await read(desk, text)).toMatchObject({ file_id, is_known: true });
  const changed = { returns: 2, amount: '192.00', notices: 0 };
  expect(await ingrid.post(`return_files/${file_id}/enter`, changed)).toMatchObject({
    code: 'return_changed',
  });

  for (const _ of [1, 2])
    expect(await ingrid.post(`return_files/${file_id}/enter`, file['seen'] as object)).toMatchObject({
      state: 'entered',
    });
  expect(await codesOf(desk)).toEqual(['Allegheny R03', 'Lakefront null']);
  expect(await toldOf(desk)).toEqual(['Your bank has returned a payout']);
  expect((await ingrid.get('change_notices'))['notices']).toMatchObject([{ account_last4: '1614' }]);
  expect(await read(desk, text)).toMatchObject({ file_id, is_known: true });
  const again = await read(
    desk,
    writeReturnFile([backOfItem(back), backOfItem(back, 'R01')], { modifier: 'B' }),
  );
  expect(await ingrid.get(`return_files/${again['file_id']}`)).toMatchObject({
    entries: [{ finding: 'already entered' }, { finding: 'other code' }],
    seen: { returns: 0 },
  });
  expect(await enterFile(desk, again['file_id'])).toMatchObject({ code: 'return_file_empty' });
  expect(await ingrid.post(`return_files/${file_id}/discard`)).toMatchObject({ code: 'return_file_settled' });
  expect(await ingrid.post(`return_files/${again['file_id']}/discard`)).toMatchObject({ state: 'discarded' });
  const trail = await trailOf(portal.database, tenantId, `return file ${file_id}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['return file read', ingrid.userId],
    ['return file entered', ingrid.userId],
  ]);
  await agrees(desk);
});

test('RUN-16 security rule: what a notification corrects is encrypted while its file is only read, and deleted after that', async () => {
  const desk = await openSent(['Allegheny']);
  const { tenantId, book, ingrid } = desk;
  const notice = { ...backOfItem(desk.items[0] as SentOnWire, 'C01'), amount: 0n, corrected: '1918171614' };
  const { file_id } = await read(desk, writeReturnFile([notice]));
  const kept = () =>
    book.inTenant((tx) => tx.selectFrom('returnFileEntries').selectAll().executeTakeFirstOrThrow());
  expect((await kept()).correctedCipher?.toString('latin1')).not.toContain('1918171614');
  const later = createEncryption({ key: Buffer.alloc(32, 7), oldKeys: [ENCRYPTION_KEY] });
  const before = await kept();
  expect(await resealPayoutFiles(portal.database.db, later, tenantId)).toBeGreaterThan(0);
  expect((await kept()).keyId).not.toBe(before.keyId);
  await ingrid.post(`return_files/${file_id}/discard`);
  expect(await kept()).toMatchObject({ correctedCipher: null, keyId: null });
});

test('RUN-27 security rule: above the limit of a day returns take a second person, who reads the same table', async () => {
  const desk = await openSent(['Allegheny', 'Lakefront', 'Marlowe'], 300_000n);
  const { ingrid, marcus, items, own, book } = desk;
  await createToldPerson(own, book.syndicates.get('Lakefront') ?? 0n);
  const [one, other, third] = items as [SentOnWire, SentOnWire, SentOnWire];
  const alone = await read(desk, writeReturnFile([backOfItem(one)]));
  expect(await enterFile({ ingrid, marcus: ingrid }, alone['file_id'])).toMatchObject({ state: 'entered' });
  const { file_id } = await read(desk, writeReturnFile([backOfItem(other), backOfItem(third, 'R02')]));
  const { seen, second_person, alone: moved } = await ingrid.get(`return_files/${file_id}`);
  expect([second_person, moved]).toEqual(['over limit', '288.00']);
  const path = `return_files/${file_id}`;
  expect(await ingrid.post(`${path}/enter`, seen as object)).toMatchObject({ code: 'second_person_needed' });
  const small = await read(desk, writeReturnFile([backOfItem(other)], { modifier: 'B' }));
  expect(await ingrid.get(`return_files/${small['file_id']}`)).toMatchObject({
    second_person: 'over limit of the day',
  });
  const { approval_id } = await ingrid.post(`${path}/ask`, seen as object);
  expect(await toldOf(desk)).toEqual([]);
  const [asked] = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(asked).toMatchObject({
    kind: 'enter returns',
    asked_for: expect.stringContaining('Enter 2 returns, $576.00, of the bank file RET_1119.ach'),
    address: `/desk/payouts/returns/${file_id}`,
    table: {
      columns: ['Investor', 'Pay date', 'Trace', 'Return code', 'Amount'],
      row_count: 2,
      rows: [
        [other.syndicate, expect.any(String), other.trace_number, 'R03 no such account', '$288.00'],
        [third.syndicate, expect.any(String), third.trace_number, 'R02 account closed', '$288.00'],
      ],
    },
  });
  expect(await ingrid.post(`approvals/${approval_id}/approve`)).toMatchObject({ code: 'own_approval' });
  expect(await marcus.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 200, instead: null });
  expect(await codesOf(desk)).toEqual(['Allegheny R03', 'Lakefront R03', 'Marlowe R02']);
  expect(await toldOf(desk)).toEqual(['Your bank has returned a payout']);
  await agrees(desk);
});

test('RUN-27 security rule: who typed a return in, or read its file, does not approve that it is entered', async () => {
  const desk = await openSent(['Allegheny', 'Lakefront'], 600_000n);
  const { own, ingrid, marcus, items } = desk;
  const theo = await sitDown(own, 'Theo Vance');
  const [one, other] = items as [SentOnWire, SentOnWire];
  const typed = await theo.post('return_files/typed', {
    ...{ trace_number: one.trace_number, return_code: 'R03', amount: one.amount },
    reason: 'The bank called',
  });
  const file = { name: 'returns.ach', text: writeReturnFile([backOfItem(other)]) };
  for (const read of [typed, await theo.post('return_files', file)]) {
    const path = `return_files/${read['file_id']}`;
    const { seen } = await ingrid.get(path);
    const { approval_id } = await ingrid.post(`${path}/ask`, seen as object);
    const approve = `approvals/${approval_id}/approve`;
    expect(await theo.post(approve)).toMatchObject({ status: 403, code: 'source_of_request' });
    expect(await marcus.post(approve)).toMatchObject({ status: 200 });
  }
});

test('RUN-27 a request to enter ends with its file, and fails when something of it was entered meanwhile', async () => {
  const desk = await openSent(['Allegheny'], 1_000_000n);
  const { ingrid, marcus, items } = desk;
  const [item] = items as [SentOnWire];
  const ask = async (modifier: string) => {
    const { file_id } = await read(desk, writeReturnFile([backOfItem(item)], { modifier }));
    const { seen } = await ingrid.get(`return_files/${file_id}`);
    const { approval_id } = await ingrid.post(`return_files/${file_id}/ask`, seen as object);
    return { file_id, approval_id };
  };
  const first = await ask('A');
  await ingrid.post(`return_files/${first.file_id}/discard`);
  expect((await marcus.get('approvals'))['approvals']).toEqual([]);
  const second = await ask('B');
  await giveBack(desk, item.trace_number);
  expect(await marcus.post(`approvals/${second.approval_id}/approve`)).toMatchObject({
    code: 'return_changed',
  });
  await agrees(desk);
});

test('RUN-27 security rule: a return that is typed in names an existing code and the amount, and takes two long after it was paid', async () => {
  const desk = await openSent(['Allegheny']);
  const { ingrid, runId, items } = desk;
  const [{ trace_number, amount }] = items as [SentOnWire];
  const typed = { trace_number, return_code: 'R03', amount, reason: 'Their desk called' };
  const type = (change: object) => ingrid.post('return_files/typed', { ...typed, ...change });
  expect(await type({ return_code: 'R99' })).toMatchObject({ status: 422, code: 'return_code_unknown' });
  expect(await type({ amount: '96.01' })).toMatchObject({ status: 422, code: 'payout_amount_differs' });
  expect(await type({ trace_number: '021000029999999' })).toMatchObject({
    status: 422,
    code: 'payout_unknown',
  });
  expect(await type({ reason: ' ' })).toMatchObject({ status: 400 });
  const notice = {
    trace_number,
    code: 'C99',
    account_number: null,
    routing_number: null,
    account_type: 'savings',
  };
  expect(await ingrid.post('change_notices', notice)).toMatchObject({ code: 'notice_code_unknown' });
  const { file_id } = await type({});
  const page = () => ingrid.get(`return_files/${file_id}`);
  expect(await page()).toMatchObject({ source: 'typed', reason: typed.reason, second_person: null });
  await ageRun(desk, runId, 12);
  const { seen, second_person } = await page();
  expect(second_person).toBe('paid long ago');
  expect(await ingrid.post(`return_files/${file_id}/enter`, seen as object)).toMatchObject({
    status: 403,
    code: 'second_person_needed',
  });
  // Anybody can write a file, so one says no more than what was typed in.
  const written = await read(desk, writeReturnFile([backOfItem(items[0] as SentOnWire)]));
  const byFile = `return_files/${written['file_id']}`;
  const shown = await ingrid.get(byFile);
  expect(shown['second_person']).toBe('paid long ago');
  expect(await ingrid.post(`${byFile}/enter`, shown['seen'] as object)).toMatchObject({
    code: 'second_person_needed',
  });
  expect(await codesOf(desk)).toEqual(['Allegheny null']);
  expect(await enterFile(desk, file_id)).toMatchObject({ status: 200 });
  expect(await giveBack(desk, trace_number)).toMatchObject({ code: 'return_file_empty' });
  expect(await codesOf(desk)).toEqual(['Allegheny R03']);
  await agrees(desk);
});

test('RUN-28 to take a return back asks a reason, tells the investor and is within the limit, or takes two', async () => {
  const desk = await openSent(['Allegheny', 'Lakefront']);
  const { ingrid, own, book, runId, tenantId, items } = desk;
  const item = items.find(({ syndicate }) => syndicate === 'Allegheny') as SentOnWire;
  await createToldPerson(own, book.syndicates.get('Allegheny') ?? 0n);
  await giveBack(desk, item.trace_number);
  const path = `returned/${item.item_id}`;
  const preview = await ingrid.get(path);
  expect(preview).toMatchObject({
    ...{ syndicate: 'Allegheny', amount: '96.00', cash: null, second_person: null },
  });
  const body = { return_code: 'R03', cash_after: null, reason: 'The bank found it' };
  expect(await ingrid.post(`${path}/take_back`, { ...body, reason: '' })).toMatchObject({ status: 400 });
  expect(await ingrid.post(`${path}/take_back`, { ...body, return_code: 'R01' })).toMatchObject({
    code: 'return_changed',
  });
  expect(await ingrid.post(`${path}/take_back`, body)).toMatchObject({ status: 200 });
  expect(await ingrid.post(`${path}/take_back`, body)).toMatchObject({ code: 'return_changed' });
  expect(await toldOf(desk)).toEqual([
    'Your bank has returned a payout',
    'Your bank did not return the payout after all',
  ]);
  const trail = await trailOf(portal.database, tenantId, `payout run ${runId}`);
  expect(trail.at(-1)).toMatchObject({
    action: 'payout return taken back',
    details: { reason: body.reason, returnCode: 'R03' },
  });
  await giveBack(desk, item.trace_number);
  expect((await toldOf(desk)).length).toBe(3);
  await ageRun(desk, runId, 12);
  expect(await ingrid.post(`${path}/take_back`, body)).toMatchObject({ code: 'second_person_needed' });
  await agrees(desk);
});

test('RUN-28 RUN-29 security rule: a withdrawal that is given back and spent again is marked for who approves it, and taking it back says below zero', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Northgate' }]);
  const { book, ingrid, marcus, tenantId } = desk;
  const syndicateId = book.syndicates.get('Northgate') ?? 0n;
  const cash = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, syndicateId)).posted);
  const ask = (reference: string) =>
    book.inTenant((tx) =>
      askForWithdrawal(
        tx,
        tenantId,
        { syndicateId, amount: 400_00n, reference },
        { via: 'command line', name: 'test' },
      ),
    );
  await book.nameOriginator();
  const opening = { syndicateId, cash: 400_00n, contributed: 400_00n, recordedBy: 'test' };
  await book.inTenant((tx) => openCashAccount(tx, tenantId, opening));
  await ask('W-1');
  await book.pay();
  const first = await prepareNext(desk);
  await send(desk, first);
  await ingrid.post(`payouts/${first}/settle`);
  const [item] = (await sentOf(desk, first)) as [SentOnWire];
  await ageRun(desk, first, 12);
  const typed = {
    trace_number: item.trace_number,
    return_code: 'R03',
    amount: '400.00',
    reason: 'They called',
  };
  const { file_id } = await ingrid.post('return_files/typed', typed);
  const { seen } = await ingrid.get(`return_files/${file_id}`);
  expect(await ingrid.post(`return_files/${file_id}/enter`, seen as object)).toMatchObject({
    code: 'second_person_needed',
  });
  expect(await cash()).toBe(0n);
  const { approval_id } = await ingrid.post(`return_files/${file_id}/ask`, seen as object);
  const [asked] = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(asked).toMatchObject({
    asked_for: expect.stringContaining('typed in by Ingrid Holm, without a bank file'),
    table: {
      rows: [
        ['Northgate, withdrawal', expect.any(String), item.trace_number, 'R03 no such account', '$400.00'],
      ],
    },
  });
  await marcus.post(`approvals/${approval_id}/approve`);
  expect(await cash()).toBe(400_00n);

  await ask('W-2');
  await ingrid.post(`payouts/accounts/${syndicateId}/confirm`, { reason: 'It is open' });
  const second = await book.draft(book.nextPayDate, ingrid);
  const withdrawalOf = async (runId: number) =>
    (await readRun(marcus, runId)).items.find(({ kind }) => kind === 'withdrawal');
  const mark = [
    { pay_date: book.payDate, amount: '400.00', return_code: 'R03', source: 'typed', by: 'Ingrid Holm' },
  ];
  expect(await withdrawalOf(second)).toMatchObject({ outcome: 'in file', sent_before: mark });
  await send(desk, second);
  expect(await withdrawalOf(second)).toMatchObject({ sent_before: mark });
  expect(await cash()).toBe(0n);

  const path = `returned/${item.item_id}`;
  const preview = await ingrid.get(path);
  expect(preview).toMatchObject({ cash: '0.00', cash_after: '-400.00', second_person: 'below zero' });
  const body = { return_code: 'R03', cash_after: '-400.00', reason: 'The bank found it' };
  expect(await ingrid.post(`${path}/take_back`, body)).toMatchObject({ code: 'second_person_needed' });
  const back = await ingrid.post(`${path}/ask`, body);
  const [again] = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(again).toMatchObject({
    kind: 'take back return',
    asked_for: expect.stringContaining('from $0.00 to −$400.00, below zero'),
  });
  expect(await marcus.post(`approvals/${back['approval_id']}/approve`)).toMatchObject({ status: 200 });
  expect(await cash()).toBe(-400_00n);
  await agrees(desk);
});

test('RUN-29 a run shows of each payout what went out before and came back, until a run has paid it', async () => {
  const desk = await openSent(['Allegheny', 'Lakefront']);
  const { book, ingrid, marcus, items } = desk;
  const item = items.find(({ syndicate }) => syndicate === 'Allegheny') as SentOnWire;
  const { file_id } = await read(desk, writeReturnFile([backOfItem(item)]));
  await enterFile(desk, file_id);
  await ingrid.post(`payouts/accounts/${item.syndicate_id}/confirm`, { reason: 'It is open' });
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  const marks = async (runId: number) =>
    Object.fromEntries(
      (await readRun(marcus, runId)).items.map(({ syndicate, sent_before }) => [syndicate, sent_before]),
    );
  const mark = {
    pay_date: book.payDate,
    amount: '96.00',
    return_code: 'R03',
    source: 'file',
    by: 'Ingrid Holm',
  };
  expect(await marks(second)).toEqual({ Allegheny: [mark], Lakefront: [] });
  await send(desk, second);
  expect(await marks(second)).toEqual({ Allegheny: [mark], Lakefront: [] });
  await book.pay();
  const third = await book.draft(
    book.today > book.nextPayDate ? book.today : (`${book.nextPayDate.slice(0, 4)}-12-30` as never),
    ingrid,
  );
  expect(Object.values(await marks(third)).flat()).toEqual([]);
});

test('RUN-27 a name of an account that has two lines is refused', async () => {
  const desk = await openSent(['Allegheny']);
  const path = `payouts/accounts/${desk.book.syndicates.get('Allegheny')}`;
  const body = { account_type: 'checking', holder_kind: 'business' };
  for (const holder_name of ['Allegheny\nFund', 'Allegheny\u2028Fund'])
    expect(await desk.ingrid.put(path, { ...body, holder_name })).toMatchObject({ status: 400 });
  expect(await desk.ingrid.put(path, { ...body, holder_name: 'Allegheny Fund' })).toMatchObject({
    status: 200,
  });
});

test('RUN-11 after a return another type of the account does not have it paid again: somebody says why it is right', async () => {
  const desk = await openSent(['Allegheny']);
  const { ingrid, book, items } = desk;
  const [item] = items as [SentOnWire];
  await giveBack(desk, item.trace_number);
  await book.pay();
  const next = await book.draft(book.nextPayDate, ingrid);
  const outcome = async () => (await readRun(ingrid, next)).items.map(({ reason }) => reason);
  const account = `payouts/accounts/${item.syndicate_id}`;
  for (const account_type of ['savings', 'checking'])
    expect(
      await ingrid.put(account, { account_type, holder_kind: 'business', holder_name: null }),
    ).toMatchObject({ status: 200 });
  expect(await outcome()).toEqual(['returned']);
  await ingrid.post(`${account}/confirm`, { reason: 'Their bank says so' });
  expect(await outcome()).toEqual(['']);
});
