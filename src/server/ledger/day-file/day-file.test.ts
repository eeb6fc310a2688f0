import { copyFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { findDifferences } from '../find-differences.ts';
import { FileChangedError } from './checked-file.ts';
import { DayFileError, postDayFile } from './post-day-file.ts';
import { ConcurrentRunError } from './posting-runs.ts';

let database: TestDatabase;
let tenantId: string;
let folder: string;
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'day-file-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const HEADER = 'reference,mid,amount,date,result,return_code';

async function fileOf(lines: readonly string[], header = HEADER): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  await writeFile(path, [header, ...lines, ''].join('\n'));
  return path;
}

/** Two deals of $84,000 with MIDs 1 and 2, one investor in both. */
async function newBook(): Promise<void> {
  tenantId = await createTenant(database.owner);
  await inTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    for (const mid of ['1', '2']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
}

const sumOf = (table: 'payoutLines' | 'participationPayDates' | 'syndicatePayDates') =>
  inTenant(async (tx) => {
    const { sum } = await tx
      .selectFrom(table)
      .select((eb) => eb.fn.sum<string | null>('netPayCents').as('sum'))
      .executeTakeFirstOrThrow();
    return Number(sum);
  });

const expectNet = async (cents: number) => {
  expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
  for (const table of ['payoutLines', 'participationPayDates', 'syndicatePayDates'] as const) {
    expect({ table, net: await sumOf(table) }).toEqual({ table, net: cents });
  }
};

test('DASH-07 a file is posted once: cleared, come back at once, come back later in the same file, refused', async () => {
  await newBook();
  const path = await fileOf([
    'A,1,700.00,2026-11-12,cleared,',
    'B,2,700,2026-11-12,cleared,',
    'C,2,100.5,2026-11-12,returned,R01',
    'B,2,700.00,2026-11-13,returned,R10',
    'A,1,700.00,2026-11-12,cleared,',
    'A,1,700.01,2026-11-12,cleared,',
    'D,nobody,700.00,2026-11-12,cleared,',
    'E,1,84000.00,2026-11-12,cleared,',
    'F,2,84000.00,2026-11-13,cleared,',
  ]);
  const counts = { posted: 3, reversed: 1, returned: 1, known: 1, refused: 3, held: 0 };
  const refused = [
    { line: 7, reference: 'A', code: 'payment_conflict' },
    { line: 8, reference: 'D', code: 'not_found' },
    { line: 9, reference: 'E', code: 'payment_exceeds_payback' },
  ];
  const first = await postDayFile(database.db, tenantId, path);
  expect(first).toMatchObject({ wasFinished: false, run: { counts, position: 9 }, refused });
  // 10 % of $700 and of the whole payback of the second deal, less 4 %.
  await expectNet(6720 + 806_400);
  const again = await postDayFile(database.db, tenantId, path);
  expect(again).toMatchObject({ wasFinished: true, run: { counts }, refused });
  await expectNet(6720 + 806_400);
});

test('DASH-07 batches of any size come to the same, and another file may tell the same payments again', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => {
    const earlier = index % 10 === 9;
    const reference = earlier ? index - 4 : index;
    return `P${reference},${1 + (reference % 2)},${700 + reference}.37,2026-11-12,${earlier ? 'returned,R10' : 'cleared,'}`;
  });
  const nets: number[] = [];
  for (const batchSize of [1, 7, 500]) {
    await newBook();
    const { run } = await postDayFile(database.db, tenantId, await fileOf(lines), { batchSize });
    expect(run.counts).toEqual({ posted: 36, reversed: 4, returned: 0, known: 0, refused: 0, held: 0 });
    nets.push(await sumOf('payoutLines'));
    await expectNet(nets[0] ?? 0);
  }
  const toldAgain = lines.slice(0, 9).map((line) => `${line},a note`);
  const { run } = await postDayFile(database.db, tenantId, await fileOf(toldAgain, `${HEADER},note`));
  expect(run.counts).toMatchObject({ posted: 0, refused: 0, known: 9 });
  await expectNet(nets[0] ?? 0);
});

test('DASH-07 a file that makes no sense is not posted at all, and every bad line is named', async () => {
  await newBook();
  const path = await fileOf([
    'A,1,700.00,2026-11-12,cleared,',
    'B,1,7e2,2026-11-12,cleared,',
    'C,1,700.00,2026-02-30,cleared,',
    ',1,0,2026-11-12,paid,',
    'E,1,700.00,2026-11-12,returned,',
    'F,1,700.00,2026-11-12,cleared,R01',
    'G,1,700.00,2062-11-12,cleared,',
    'H,1,700.00,1999-12-31,cleared,',
  ]);
  const error = await postDayFile(database.db, tenantId, path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DayFileError);
  const { problems } = error as DayFileError;
  expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '3 amount',
    '4 date',
    '5 reference',
    '5 amount',
    '5 result',
    '6 return_code',
    '7 return_code',
    '8 date',
    '9 date',
  ]);
  expect(await sumOf('payoutLines')).toBe(0);
  const short = await fileOf(['A,1,700.00'], 'reference,mid,amount');
  await expect(postDayFile(database.db, tenantId, short)).rejects.toMatchObject({
    problems: [{ line: 1, column: '', reason: 'the header has no date, result, return_code' }],
  });
  const torn = await fileOf(['A,1,700.00,2026-11-12,cleared,', 'B,1,700']);
  await expect(postDayFile(database.db, tenantId, torn)).rejects.toMatchObject({ problems: [{ line: 3 }] });
});

test('DASH-07 two that post the same file at once: one goes through, the other stops, nothing is twice', async () => {
  await newBook();
  const lines = Array.from({ length: 60 }, (_, index) => `P${index},1,${700 + index}.00,2026-11-12,cleared,`);
  const path = await fileOf(lines);
  const post = () => postDayFile(database.db, tenantId, path, { batchSize: 5 });
  const results = await Promise.allSettled([post(), post(), post()]);
  const stopped = results.filter((result) => result.status === 'rejected');
  for (const { reason } of stopped) expect(reason).toBeInstanceOf(ConcurrentRunError);
  const { run } = await post();
  expect(run.counts).toMatchObject({ posted: 60, known: 0 });
  // 10 % of $700 to $759, less 4 %.
  await expectNet(60 * 6720 + 1770 * 10 * 0.96);
});

test('DASH-07 what is begun before midnight is promised for the same pay date after it', async () => {
  await newBook();
  const lines = Array.from({ length: 4 }, (_, index) => `P${index},1,${700 + index}.00,2026-11-02,cleared,`);
  const path = await fileOf(lines);
  const stopped = postDayFile(database.db, tenantId, path, {
    batchSize: 2,
    onProgress: () => {
      throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  await inTenant((tx) => tx.updateTable('postingRuns').set({ postedOn: '2026-11-02' }).execute());
  await postDayFile(database.db, tenantId, path);
  const dates = await inTenant((tx) =>
    tx.selectFrom('payoutLines').select('payDate').orderBy('paymentId').execute(),
  );
  expect(dates.slice(2)).toEqual([{ payDate: '2026-11-03' }, { payDate: '2026-11-03' }]);
});

test('DASH-07 a file that is changed while it is posted is refused before any changed entry is posted', async () => {
  await newBook();
  const longNote = 'x'.repeat(5_000);
  const linesPaying = (amount: string) =>
    Array.from(
      { length: 100 },
      (_, index) =>
        `P${index},1,${amount}.${10 + (index % 90)},2026-11-${index < 90 ? 12 : 11},cleared,,${longNote}`,
    );
  const path = await fileOf(linesPaying('100'), `${HEADER},note`);
  const changed = await fileOf(linesPaying('999'), `${HEADER},note`);
  const posting = postDayFile(database.db, tenantId, path, {
    batchSize: 5,
    onProgress: () => copyFileSync(changed, path),
  });
  await expect(posting).rejects.toBeInstanceOf(FileChangedError);
  const payments = await inTenant((tx) => tx.selectFrom('payments').select('amountCents').execute());
  expect(payments.length).toBeLessThan(100);
  expect(payments.filter(({ amountCents }) => amountCents >= 10_100n)).toEqual([]);
});

test('DESK-20 a run keeps what it has posted of cleared debits, once, however often it is begun', async () => {
  await newBook();
  const path = await fileOf([
    'P1,1,700.25,2026-11-12,cleared,',
    'P2,2,100.50,2026-11-12,returned,R01',
    'P3,nobody,700.00,2026-11-12,cleared,',
    'P4,2,300.00,2026-11-12,cleared,',
  ]);
  await postDayFile(database.db, tenantId, path, { batchSize: 1 });
  await postDayFile(database.db, tenantId, path);
  const runs = await inTenant((tx) => tx.selectFrom('postingRuns').select('postedCents').execute());
  expect(runs).toEqual([{ postedCents: 100_025n }]);
});
