import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { rate } from '../../shared/domain/rate.ts';
import { periodName } from '../../shared/domain/statement-words.ts';
import type { MonthlyFigures } from '../../shared/domain/statements.ts';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import { addParticipation } from '../ledger/add-participation.ts';
import { writeCashEntries } from '../ledger/cash/cash-entries.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import { describeDifference } from '../ledger/difference.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { commandLineOn } from '../testing/command-line.ts';
import {
  createFundedDeal,
  createMembership,
  createSyndicate,
  createTenant,
  createUser,
} from '../testing/factories.ts';
import { countMails, waitForMail } from '../testing/mailbox.ts';
import { postPayment, reversePayment } from '../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { dueMonth } from './due-months.ts';
import { hashOf, keptFigures } from './kept-figures.ts';
import { makeAskedStatements, makeDueStatements } from './make-statements.ts';
import { listMonths } from './periods.ts';
import { readBooks } from './read-figures.ts';
import { readStatementFile } from './read-statements.ts';
import { listStatements, readStatement } from './statements.queries.ts';

const OCTOBER = calendarDate('2026-10-01');
const SEPTEMBER = calendarDate('2026-09-01');
const day = calendarDate;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface GoldenBook {
  tenantId: string;
  slug: string;
  syndicateId: bigint;
  dealId: bigint;
}

/** A share of 10 % of a deal: a cost of 11,900.00, an RTR of 15,300.00 and a fee of 3 %; three payments of 1,275.00 in its first month. */
async function goldenBook(syndicate: Parameters<typeof createSyndicate>[2] = {}): Promise<GoldenBook> {
  const slug = `funder-${crypto.randomUUID().slice(0, 8)}`;
  const tenantId = await createTenant(database.owner, { slug });
  return withTenant(database.owner, tenantId, async (tx) => {
    await tx.updateTable('tenants').set({ statementsFrom: SEPTEMBER }).where('id', '=', tenantId).execute();
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Harbor Street LLC', ...syndicate });
    const dealId = await createFundedDeal(tx, tenantId, { fundedAmount: '110000', paybackAmount: '153000' });
    await addShare(tx, { tenantId, syndicateId, dealId });
    for (const [index, date] of ['2026-10-05', '2026-10-12', '2026-10-19'].entries())
      await pay(tx, { tenantId, dealId }, `golden ${index + 1}`, date);
    return { tenantId, slug, syndicateId, dealId };
  });
}

const addShare = (
  tx: Tx,
  { tenantId, syndicateId, dealId }: Omit<GoldenBook, 'slug'>,
  agreementDate = '2026-10-02',
) =>
  addParticipation(tx, tenantId, {
    syndicateId,
    dealId,
    agreementDate: day(agreementDate),
    sharePercent: rate('10'),
    managementFeePercent: rate('3'),
    managementFeeUpfront: 0,
    terms: {
      participationAmount: 11_000_00n,
      commissionAmount: 680_00n,
      upfrontFee: 220_00n,
      investmentCost: 11_900_00n,
      anticipatedReturn: 15_300_00n,
    },
  });

const pay = (
  tx: Tx,
  { tenantId, dealId }: Pick<GoldenBook, 'tenantId' | 'dealId'>,
  reference: string,
  date: string,
  amount = 1_275_00n,
) => postPayment(tx, tenantId, { dealId, reference, amount, clearedDate: day(date), postedOn: day(date) });

const inBook = <T>({ tenantId }: Pick<GoldenBook, 'tenantId'>, work: (tx: Tx) => Promise<T>) =>
  withTenant(database.owner, tenantId, work);

async function figuresOf(book: GoldenBook, month = OCTOBER): Promise<MonthlyFigures> {
  const [read] = await inBook(book, (tx) =>
    readBooks(tx, book.tenantId, [book.syndicateId], { first: month, last: month }),
  );
  if (!read) throw new Error('The book is there.');
  return read.month(month);
}

const make = (book: GoldenBook, month = OCTOBER) =>
  makeAskedStatements(database.db, book.tenantId, {
    kind: 'month',
    months: { first: month, last: month },
    syndicateId: null,
  });

const kept = (book: GoldenBook) =>
  inBook(book, async (tx) => {
    const listed = await listStatements(tx, book);
    return Promise.all(listed.map(({ id }) => readStatement(tx, { ...book, id })));
  });

/** A change of status as if it had been made on that day. */
const setStatus = (book: GoldenBook, status: Parameters<typeof changeDealStatus>[2]['status'], on: string) =>
  inBook(book, async (tx) => {
    await changeDealStatus(tx, book.tenantId, { dealId: book.dealId, status, reason: '', changedBy: null });
    await sql`alter table deal_status_changes disable trigger user`.execute(tx);
    await sql`update deal_status_changes set changed_at = ${`${on}T12:00:00Z`}::timestamptz
      where tenant_id = ${book.tenantId}::uuid and id = (select max(id) from deal_status_changes where tenant_id = ${book.tenantId}::uuid)`.execute(
      tx,
    );
    await sql`alter table deal_status_changes enable trigger user`.execute(tx);
  });

test('STMT-01 STMT-02 the first month of the golden deal: 0 + 15,300.00 − 382.50 = 14,917.50; of 371.01 are 297.49 principal and 73.52 income', async () => {
  const book = await goldenBook();
  const figures = await figuresOf(book);
  expect(figures.balance).toMatchObject({
    opening: 0n,
    added: 15_300_00n,
    addedDeals: 1,
    collected: 382_50n,
    payDates: 3,
    writtenOff: 0n,
    writtenOffDeals: 0,
    closing: 14_917_50n,
    closingDeals: 1,
  });
  expect(figures).toMatchObject({
    method: 'proportional',
    principal: 297_49n,
    income: 73_52n,
    loss: 0n,
    fees: { management: 11_49n, syndication: 220_00n },
    cash: null,
    byStatus: [{ group: 'active', deals: 1, balance: 14_917_50n }],
    newDeals: [{ cost: 11_900_00n, partRtr: 15_300_00n, syndicationFee: 220_00n }],
  });
  expect(figures.payDates).toHaveLength(3);
  expect(figures.payDates[0]).toMatchObject({
    deals: 1,
    gross: 127_50n,
    managementFee: 3_83n,
    netPay: 123_67n,
  });
  const november = await figuresOf(book, day('2026-11-01'));
  expect(november.balance).toMatchObject({
    opening: 14_917_50n,
    added: 0n,
    collected: 0n,
    closing: 14_917_50n,
  });
});

test('STMT-02 by cost first the same payouts are principal until the cost is back', async () => {
  const book = await goldenBook();
  await inBook(book, (tx) =>
    tx
      .updateTable('tenants')
      .set({ principalMethod: 'cost_first' })
      .where('id', '=', book.tenantId)
      .execute(),
  );
  expect(await figuresOf(book)).toMatchObject({ method: 'cost_first', principal: 371_01n, income: 0n });
});

test('STMT-03 a statement is kept with the hash of its figures, made once however often it is asked for, and can be neither changed nor removed', async () => {
  const book = await goldenBook();
  expect(await make(book)).toMatchObject({ made: 1, corrected: 0 });
  expect(await make(book)).toMatchObject({ made: 0, corrected: 0 });
  const [statement] = await kept(book);
  expect(statement).toMatchObject({
    kind: 'month',
    periodStart: OCTOBER,
    version: 1,
    isNewest: true,
    reason: '',
    changes: [],
  });
  expect(statement?.figures).toEqual(await figuresOf(book));
  expect(statement?.sha256).toBe(hashOf(keptFigures(await figuresOf(book))));
  for (const change of [sql`update statements set reason = 'x'`, sql`delete from statements`])
    for (const as of [database.db, database.owner])
      await expect(withTenant(as, book.tenantId, (tx) => change.execute(tx))).rejects.toThrow(
        /append-only|permission denied/,
      );
  const other = await createTenant(database.owner);
  expect(
    await withTenant(database.db, other, (tx) =>
      readStatement(tx, { ...book, tenantId: other, id: statement?.id ?? 0n }),
    ),
  ).toBeUndefined();
});

test('STMT-04 a syndicate without a share, a payout or a cash entry by then has no statement', async () => {
  const book = await goldenBook();
  expect(await make(book, SEPTEMBER)).toMatchObject({ made: 0, corrected: 0 });
});

test('STMT-05 what is posted into a month that is over makes a new version, which says what changed and why; the old one stays', async () => {
  const book = await goldenBook();
  await make(book);
  await inBook(book, (tx) => pay(tx, book, 'late 7', '2026-10-26'));
  expect(await make(book)).toMatchObject({ made: 0, corrected: 1 });
  const [second, first] = await kept(book);
  expect(first).toMatchObject({ version: 1, isNewest: false });
  expect(first?.figures.balance.closing).toBe(14_917_50n);
  expect(second).toMatchObject({ version: 2, isNewest: true });
  expect(second?.reason).toMatch(/^Payment late 7 was posted later, with the pay date 10\/\d\d\/2026\.$/);
  expect(second?.changes).toContainEqual({
    what: 'Closing balance',
    before: '$14,917.50',
    after: '$14,790.00',
  });
  expect(second?.changes.map(({ what }) => what)).not.toContain('Opening balance');
  await inBook(book, (tx) =>
    reversePayment(tx, book.tenantId, {
      reference: 'late 7',
      returnedDate: day('2026-10-28'),
      returnCode: 'R01',
      postedOn: day('2026-10-27'),
    }),
  );
  await make(book);
  const [third] = await kept(book);
  expect(third).toMatchObject({ version: 3 });
  expect(third?.reason).toMatch(/^Payment late 7, taken back on 10\/\d\d\/2026: R01 not enough money\.$/);
});

test('STMT-05 a status that a deal has only since the period is over is not among the reasons', async () => {
  const book = await goldenBook();
  await make(book);
  await inBook(book, async (tx) => {
    await pay(tx, book, 'late 8', '2026-10-26');
    const change = { dealId: book.dealId, status: 'Default', reason: '', changedBy: null } as const;
    await changeDealStatus(tx, book.tenantId, change);
  });
  await make(book);
  const [second] = await kept(book);
  expect(second?.reason).toMatch(/^Payment late 8 was posted later, with the pay date 10\/\d\d\/2026\.$/);
  const other = await goldenBook();
  await make(other);
  await setStatus(other, 'Write-off', '2026-10-21');
  await make(other);
  expect((await kept(other))[0]?.reason).toMatch(/^The status of deal .* was changed on/);
});

test('STMT-05 a name that is changed later makes no new version', async () => {
  const book = await goldenBook();
  await make(book);
  await inBook(book, async (tx) => {
    await tx
      .updateTable('syndicates')
      .set({ name: 'Harbor Street II' })
      .where('id', '=', book.syndicateId)
      .execute();
    await tx.updateTable('deals').set({ name: 'Renamed' }).where('id', '=', book.dealId).execute();
  });
  expect(await make(book)).toMatchObject({ made: 0, corrected: 0 });
});

test('STMT-06 a write-off leaves the balance in its month with its loss; a payment after it is collected and comes back', async () => {
  const book = await goldenBook();
  await setStatus(book, 'Write-off', '2026-10-21');
  const figures = await figuresOf(book);
  expect(figures.balance).toMatchObject({
    added: 15_300_00n,
    collected: 382_50n,
    writtenOff: 14_917_50n,
    writtenOffDeals: 1,
    closing: 0n,
    closingDeals: 0,
  });
  expect(figures.writtenOff).toMatchObject([{ amount: 14_917_50n, status: 'Write-off' }]);
  expect(figures.loss).toBe(11_900_00n - 297_49n);
  await inBook(book, (tx) => pay(tx, book, 'after the write-off', '2026-11-04'));
  const november = await figuresOf(book, day('2026-11-01'));
  expect(november.balance).toMatchObject({
    opening: 0n,
    added: 0n,
    collected: 127_50n,
    writtenOff: -127_50n,
    closing: 0n,
  });
  expect(november.loss).toBe(-november.principal);
  // Nothing is paid in the month in which this one is written off.
  const quiet = await goldenBook();
  await setStatus(quiet, 'Write-off', '2026-11-10');
  expect((await figuresOf(quiet, day('2026-11-01'))).balance).toMatchObject({
    opening: 14_917_50n,
    collected: 0n,
    writtenOff: 14_917_50n,
    closing: 0n,
  });
});

test('STMT-07 two runs at once make each statement once, and a worker that was down makes up for the months that it missed', async () => {
  const book = await goldenBook();
  const today = await readToday(database.db);
  const due = listMonths({ first: OCTOBER, last: dueMonth(today) });
  const runs = await Promise.all([1, 2, 3].map(() => makeDueStatements(database.db, book.tenantId)));
  const listed = await inBook(book, (tx) => listStatements(tx, book));
  expect(listed.filter(({ kind }) => kind === 'month').map(({ periodStart }) => periodStart)).toEqual(
    due.toReversed(),
  );
  expect(listed.every(({ version }) => version === 1)).toBe(true);
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(listed.length);
  expect(runs.every(({ corrected }) => corrected === 0)).toBe(true);
  expect(await makeDueStatements(database.db, book.tenantId)).toMatchObject({
    made: 0,
    corrected: 0,
    through: dueMonth(today),
  });
});

test('STMT-07 the nightly run makes a new version of what was recorded since, without being asked', async () => {
  const book = await goldenBook();
  await makeDueStatements(database.db, book.tenantId);
  // Everything before was recorded days ago, so that only the payment can tell that the month has changed.
  await inBook(book, (tx) =>
    sql`update book_changes set recorded_on = recorded_on - 10 where tenant_id = ${book.tenantId}::uuid`.execute(
      tx,
    ),
  );
  await inBook(book, (tx) => pay(tx, book, 'late', '2026-10-26'));
  expect((await makeDueStatements(database.db, book.tenantId)).corrected).toBeGreaterThan(0);
  const versions = await inBook(book, (tx) => listStatements(tx, book));
  expect(versions.find(({ kind, periodStart }) => kind === 'month' && periodStart === OCTOBER)?.version).toBe(
    2,
  );
});

const LONG_AGO = day('2023-07-01');

/** A book with statements since a month 40 months ago, of which everything was recorded days ago. */
async function oldBook(statementsFrom = LONG_AGO): Promise<GoldenBook> {
  const book = await goldenBook();
  await inBook(book, async (tx) => {
    await tx.updateTable('tenants').set({ statementsFrom }).where('id', '=', book.tenantId).execute();
    const amounts = { fundedAmount: '110000', paybackAmount: '153000' };
    const dealId = await createFundedDeal(tx, book.tenantId, amounts);
    await addShare(tx, { ...book, dealId }, '2023-07-03');
    for (const [index, date] of ['2023-07-10', '2023-07-17'].entries())
      await pay(tx, { ...book, dealId }, `long ago ${index + 1}`, date);
  });
  await makeDueStatements(database.db, book.tenantId);
  await inBook(book, (tx) =>
    sql`update book_changes set recorded_on = recorded_on - 10 where tenant_id = ${book.tenantId}::uuid`.execute(
      tx,
    ),
  );
  return book;
}

/** The bank returned a payment of that month, and its return was entered today. */
const takeBackLongAgo = (book: GoldenBook) =>
  inBook(book, (tx) =>
    reversePayment(tx, book.tenantId, {
      reference: 'long ago 2',
      returnedDate: day('2023-07-20'),
      returnCode: 'R01',
      postedOn: day('2023-07-19'),
    }),
  );

/** The next run is the first one of a month. */
const beginMonth = (book: GoldenBook) =>
  inBook(book, (tx) =>
    sql`update tenants set statements_through = statements_through - interval '1 month' where id = ${book.tenantId}::uuid`.execute(
      tx,
    ),
  );

const versionsOf = async (book: GoldenBook) => {
  const listed = await inBook(book, (tx) => listStatements(tx, book));
  return new Map(
    listed.filter(({ isNewest }) => isNewest).map((one) => [`${one.kind} ${one.periodStart}`, one.version]),
  );
};

test.each([
  ['an ordinary night', false],
  ['the first night of a month', true],
])(
  'STMT-34 the statement of a month 40 months ago and that of its year are corrected on %s',
  async (_, isNewMonth) => {
    const book = await oldBook();
    expect((await versionsOf(book)).get('month 2023-07-01')).toBe(1);
    await takeBackLongAgo(book);
    if (isNewMonth) await beginMonth(book);
    await makeDueStatements(database.db, book.tenantId);
    const versions = await versionsOf(book);
    expect([versions.get('month 2023-07-01'), versions.get('year 2023-01-01')]).toEqual([2, 2]);
    const corrected = (await kept(book)).find((one) => one?.periodStart === LONG_AGO && one.isNewest);
    expect(corrected?.reason).toMatch(/^Payment long ago 2, taken back on 07\/\d\d\/2023: R01/);
    expect((await makeDueStatements(database.db, book.tenantId)).corrected).toBe(0);
  },
);

test('STMT-34 a statement that somebody asked for of a month before statements began is corrected, and no other one of that time is made', async () => {
  const book = await oldBook(SEPTEMBER);
  await make(book, LONG_AGO);
  await takeBackLongAgo(book);
  await makeDueStatements(database.db, book.tenantId);
  const early = [...(await versionsOf(book))].filter(([period]) => period.slice(-10) < SEPTEMBER);
  expect(early).toEqual([['month 2023-07-01', 2]]);
});

test('STMT-34 with a new month another method of principal makes a new version of every statement', async () => {
  const book = await oldBook();
  const before = await versionsOf(book);
  await inBook(book, (tx) =>
    tx
      .updateTable('tenants')
      .set({ principalMethod: 'cost_first' })
      .where('id', '=', book.tenantId)
      .execute(),
  );
  await beginMonth(book);
  expect((await makeDueStatements(database.db, book.tenantId)).corrected).toBe(before.size);
  expect(new Set((await versionsOf(book)).values())).toEqual(new Set([2]));
});

test('STMT-08 statements are made on the first bank day after a month', () => {
  expect(dueMonth(day('2026-12-01'))).toBe(day('2026-11-01'));
  // A Sunday, and New Year's Day: the bank day after it.
  expect(dueMonth(day('2026-11-01'))).toBe(SEPTEMBER);
  expect(dueMonth(day('2026-11-02'))).toBe(OCTOBER);
  expect(dueMonth(day('2027-01-03'))).toBe(day('2026-11-01'));
  expect(dueMonth(day('2027-01-04'))).toBe(day('2026-12-01'));
});

/** A share with payouts of two months long ago. */
async function addOldDeal(tx: Tx, book: GoldenBook): Promise<void> {
  const amounts = { fundedAmount: '110000', paybackAmount: '153000' };
  const dealId = await createFundedDeal(tx, book.tenantId, amounts);
  await addShare(tx, { ...book, dealId }, '2025-12-01');
  for (const date of ['2025-12-08', '2026-01-05'])
    await pay(tx, { ...book, dealId }, `long ago ${date}`, date);
}

test('STMT-09 people are told of the last month with a link and no figure, and of nothing older; a syndicate without people is told nothing', async () => {
  const email = `${crypto.randomUUID()}@investor.example`;
  const [book, alone] = [await goldenBook(), await goldenBook()];
  await inBook(book, (tx) => addOldDeal(tx, book));
  const userId = await createUser(database.owner, { email });
  await inBook(book, (tx) => createMembership(tx, book.tenantId, userId, { syndicateId: book.syndicateId }));
  for (const { tenantId } of [book, alone]) await makeDueStatements(database.db, tenantId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'mail notification'`.execute(
    database.owner,
  );
  expect(rows).toEqual([{ count: 1 }]);
  const worker = await startTestWorker(database);
  try {
    const last = dueMonth(await readToday(database.db));
    const { name } = await inBook(book, (tx) =>
      tx.selectFrom('tenants').select('name').where('id', '=', book.tenantId).executeTakeFirstOrThrow(),
    );
    // With December the year is over too.
    const period = `${periodName({ kind: 'month', from: last })}${last.endsWith('-12-01') ? ` and of the year ${last.slice(0, 4)}` : ''}`;
    const mail = await waitForMail(email, `Statement of ${period}: Harbor Street LLC with ${name}`);
    expect(mail.html).toContain('Open the statement');
    expect(mail.html).not.toMatch(/\$\s?\d|14,917|15,300/);
    expect(await countMails(email)).toBe(0);
  } finally {
    await worker.stop();
  }
});

test('STMT-30 people are told of corrected versions of any age, in one mail for all that a run has made, and as they have chosen', async () => {
  const book = await goldenBook();
  const people = await Promise.all(
    (['now', 'daily', 'never'] as const).map(async (choice) => {
      const userId = await createUser(database.owner);
      await inBook(book, async (tx) => {
        await createMembership(tx, book.tenantId, userId, { syndicateId: book.syndicateId });
        await tx
          .insertInto('notificationChoices')
          .values({ tenantId: book.tenantId, userId, kind: 'statement_ready', choice })
          .execute();
      });
      return { userId, choice };
    }),
  );
  await inBook(book, (tx) => addOldDeal(tx, book));
  const makeOld = () =>
    makeAskedStatements(database.db, book.tenantId, {
      kind: 'month',
      months: { first: day('2025-12-01'), last: day('2026-01-01') },
      syndicateId: null,
    });
  const told = () =>
    inBook(book, (tx) =>
      tx
        .selectFrom('notificationItems')
        .select(['userId', 'subject', 'words', 'mailId'])
        .where('tenantId', '=', book.tenantId)
        .orderBy('id')
        .execute(),
    );
  expect(await makeOld()).toMatchObject({ made: 2, corrected: 0 });
  expect(await told()).toEqual([]);

  await inBook(book, (tx) =>
    tx
      .updateTable('tenants')
      .set({ principalMethod: 'cost_first' })
      .where('id', '=', book.tenantId)
      .execute(),
  );
  expect(await makeOld()).toMatchObject({ made: 0, corrected: 2 });
  const items = await told();
  const idOf = (choice: string) => people.find((person) => person.choice === choice)?.userId;
  expect(items.map(({ userId }) => userId).sort()).toEqual([idOf('now'), idOf('daily')].sort());
  for (const { subject, words } of items) {
    expect(subject).toMatch(/^2 corrected statements: Harbor Street LLC with /);
    expect(words).toContain('January 2026 (version 2)');
    expect(words).toContain('December 2025 (version 2)');
    expect(words).not.toMatch(/\$\s?\d/);
  }
  expect(items.find(({ userId }) => userId === idOf('now'))?.mailId).not.toBeNull();
  expect(items.find(({ userId }) => userId === idOf('daily'))?.mailId).toBeNull();
});

test('STMT-31 the mail has the PDF for who asked for it, the same as in the portal, and for nobody else', async () => {
  const book = await goldenBook();
  const [asked, other] = await Promise.all(
    [true, false].map(async (withFiles) => {
      const email = `${crypto.randomUUID()}@investor.example`;
      const userId = await createUser(database.owner, { email });
      await inBook(book, async (tx) => {
        await createMembership(tx, book.tenantId, userId, { syndicateId: book.syndicateId });
        await tx
          .insertInto('notificationChoices')
          .values({ tenantId: book.tenantId, userId, kind: 'statement_ready', choice: 'now', withFiles })
          .execute();
      });
      return email;
    }),
  );
  await makeDueStatements(database.db, book.tenantId);
  const told = await inBook(book, async (tx) => {
    const { subject, statementIds } = await tx
      .selectFrom('notificationItems')
      .select(['subject', 'statementIds'])
      .where('tenantId', '=', book.tenantId)
      .executeTakeFirstOrThrow();
    const [statementId = 0n] = statementIds;
    return { subject, file: await readStatementFile(tx, book, { statementId, format: 'pdf' }) };
  });
  if (!asked || !other) throw new Error('Two people are told.');
  const worker = await startTestWorker(database);
  try {
    const mail = await waitForMail(asked, told.subject);
    const { body } = await told.file.open();
    expect(mail.attachments.map(({ fileName }) => fileName)).toContain(told.file.name.replaceAll(' ', '-'));
    expect(Buffer.from(mail.attachments[0]?.content ?? []).equals(await buffer(body))).toBe(true);
    expect(mail.text).toMatch(/The PDF is attached|PDFs are attached/);
    expect(mail.text + mail.html).not.toMatch(/\$\s?\d|14,917|15,300/);
    const plain = await waitForMail(other, told.subject);
    expect(plain.attachments).toEqual([]);
    expect(plain.text).not.toContain('attached');
  } finally {
    await worker.stop();
  }
});

test('STMT-10 the cash account of a statement goes by effective date, and its movements lead from the opening to the closing', async () => {
  const book = await goldenBook();
  await inBook(book, async (tx) => {
    await tx
      .updateTable('syndicates')
      .set({ usesCashBalance: true })
      .where('id', '=', book.syndicateId)
      .execute();
    await openCashAccount(tx, book.tenantId, {
      syndicateId: book.syndicateId,
      cash: 500_00n,
      contributed: null,
      openedOn: day('2026-09-15'),
      recordedBy: 'test',
    });
    await writeCashEntries(tx, book.tenantId, [
      {
        syndicateId: book.syndicateId,
        kind: 'deposit',
        effectiveDate: day('2026-10-30'),
        amount: 40_00n,
        recordedBy: 'test',
      },
      {
        syndicateId: book.syndicateId,
        kind: 'deposit',
        effectiveDate: day('2026-11-02'),
        amount: 7_00n,
        recordedBy: 'test',
      },
    ]);
  });
  const { cash } = await figuresOf(book);
  expect(cash?.opening).toBe(500_00n);
  expect(cash?.movements).toContainEqual({ kind: 'deposit', count: 1, amount: 40_00n });
  expect(cash?.closing).toBe((cash?.movements ?? []).reduce((sum, { amount }) => sum + amount, 500_00n));
  expect((await figuresOf(book, SEPTEMBER)).cash).toMatchObject({
    opening: 0n,
    movements: [{ kind: 'opening', amount: 500_00n }],
    closing: 500_00n,
  });
  expect((await figuresOf(book, day('2026-08-01'))).cash).toBeNull();
});

test('STMT-11 the nightly comparison finds a kept text that was changed, figures that do not add up, and what the ledger says otherwise without a cause', async () => {
  const book = await goldenBook();
  await makeDueStatements(database.db, book.tenantId);
  const found = async () => (await reconcile(database.db, book.tenantId)).differences.map(describeDifference);
  expect(await found()).toEqual([]);
  // A new version is due, and nothing is wrong.
  await inBook(book, (tx) => pay(tx, book, 'late', '2026-10-26'));
  expect(await found()).toEqual([]);
  await makeDueStatements(database.db, book.tenantId);
  expect(await found()).toEqual([]);
  const bend = (from: string, to: string, isHashed: boolean) =>
    inBook(book, async (tx) => {
      await sql`alter table statements disable trigger user`.execute(tx);
      if (!isHashed) await sql`alter table statements drop constraint statements_check`.execute(tx);
      await sql`update statements set figures = replace(figures, ${from}, ${to}),
        sha256 = case when ${isHashed} then encode(sha256(convert_to(replace(figures, ${from}, ${to}), 'UTF8')), 'hex') else sha256 end
        where tenant_id = ${book.tenantId}::uuid and period_start = ${dueMonth(await readToday(tx))}::date and kind = 'month'`.execute(
        tx,
      );
      await sql`alter table statements enable trigger user`.execute(tx);
    });
  await bend('"income":"', '"income":"1', true);
  const lines = await found();
  expect(lines).toContainEqual(expect.stringContaining('principal and income'));
  expect(lines).toContainEqual(expect.stringContaining('Income'));
  await bend('"income":"1', '"income":"', false);
  expect(await found()).toContainEqual(expect.stringContaining('sha256'));
});

test('STMT-12 a year is kept with its months and deals, beside the statements of its months, and gets a new version with them', async () => {
  const book = await goldenBook();
  await inBook(book, async (tx) => {
    const dealId = await createFundedDeal(tx, book.tenantId, {
      fundedAmount: '110000',
      paybackAmount: '153000',
    });
    await addShare(tx, { ...book, dealId }, '2025-03-03');
    for (const [index, date] of ['2025-03-10', '2025-03-17', '2025-07-07'].entries())
      await pay(tx, { ...book, dealId }, `of the year ${index + 1}`, date);
    await tx
      .updateTable('tenants')
      .set({ statementsFrom: '2025-01-01' })
      .where('id', '=', book.tenantId)
      .execute();
  });
  await makeDueStatements(database.db, book.tenantId);
  const ofYear = async () => {
    const all = await kept(book);
    const year = all.find((one) => one?.kind === 'year' && one.periodStart === day('2025-01-01'));
    if (year?.figures.kind !== 'year') throw new Error('The year is kept.');
    return {
      ...year,
      figures: year.figures,
      months: all.filter((one) => one?.periodStart.startsWith('2025-') && one.kind === 'month'),
    };
  };
  const first = await ofYear();
  expect(first).toMatchObject({ version: 1, isNewest: true });
  // The share came in March, and there is nothing to say about the months before.
  expect(first.months).toHaveLength(10);
  expect(first.figures.total).toMatchObject({
    collected: 382_50n,
    managementFee: 11_49n,
    netPay: 371_01n,
    principal: 297_49n,
    income: 73_52n,
    syndicationFee: 220_00n,
    loss: 0n,
  });
  expect(first.figures.balance).toMatchObject({
    opening: 0n,
    added: 15_300_00n,
    payDates: 3,
    closing: 14_917_50n,
  });
  expect(first.figures.months.map(({ collected }) => collected)).toEqual([
    0n,
    0n,
    255_00n,
    0n,
    0n,
    0n,
    127_50n,
    0n,
    0n,
    0n,
    0n,
    0n,
  ]);
  expect(first.figures.deals).toMatchObject([{ cost: 11_900_00n, collected: 382_50n }]);
  await inBook(book, (tx) =>
    reversePayment(tx, book.tenantId, {
      reference: 'of the year 3',
      returnedDate: day('2025-08-05'),
      returnCode: 'R01',
      postedOn: day('2025-08-04'),
    }),
  );
  await makeDueStatements(database.db, book.tenantId);
  const second = await ofYear();
  expect(second).toMatchObject({
    version: 2,
    reason: expect.stringContaining('Payment of the year 3, taken back'),
  });
  expect(second.changes).toContainEqual({
    what: 'Gross collected of the year',
    before: '$382.50',
    after: '$255.00',
  });
  expect((await reconcile(database.db, book.tenantId)).differences).toEqual([]);
  expect(await commandLineOn(database)('statements', 'verify', '--tenant', book.slug)).toMatchObject({
    code: 0,
  });
});

test('STMT-14 the command makes a month again or a year, says how many, and verifies what is kept', async () => {
  const book = await goldenBook();
  const portal = commandLineOn(database);
  expect(await portal('statements', 'make', '--tenant', book.slug, '--month', '2026-10')).toMatchObject({
    code: 0,
    stdout: '1 statements made, 0 new versions.\n',
  });
  expect(await trailOf(database, book.tenantId)).toContainEqual(
    expect.objectContaining({ action: 'statements made by hand', subject: 'statements of 2026-10' }),
  );
  expect(await portal('statements', 'verify', '--tenant', book.slug)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('every statement is as it was made'),
  });
  await inBook(book, (tx) => pay(tx, book, 'late', '2026-10-26'));
  expect(await portal('statements', 'verify', '--tenant', book.slug)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 statements get a new version'),
  });
  for (const [wrong, words] of [
    [['--month', '2026-13'], '--month expects a month'],
    [['--month', '2099-01'], 'is over'],
    [['--year', '2098'], 'is over'],
    [['--month', '2026-10', '--year', '2025'], 'Either'],
    [['--syndicate', 'x'], 'goes with'],
  ] as const)
    expect(await portal('statements', 'make', '--tenant', book.slug, ...wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });
  expect(
    await portal(
      'tenant',
      'set',
      book.slug,
      '--principal-method',
      'cost_first',
      '--statements-from',
      '2026-10',
    ),
  ).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/principalMethod\tcost_first[\s\S]*statementsFrom\t2026-10-01/),
  });
  expect(await portal('tenant', 'set', book.slug, '--principal-method', 'other')).toMatchObject({ code: 1 });
  await make(book);
  const [newest] = await kept(book);
  expect(newest?.reason).toContain('Principal is now counted cost first.');
});
