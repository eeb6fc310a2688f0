import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { findDifferences } from '../find-differences.ts';
import { postDayFile } from './post-day-file.ts';
import { ConcurrentRunError } from './posting-runs.ts';
import type { ConfirmedDuplicates } from './suspected-duplicates.ts';

let database: TestDatabase;
let folder: string;
let tenantId: string;
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'held-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
/** Two deals of $84,000 with MIDs 1 and 2, one investor in both. */
beforeEach(async () => {
  tenantId = await createTenant(database.owner);
  await inTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    for (const mid of ['1', '2']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
});

async function fileOf(...lines: string[]): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  await writeFile(path, ['reference,mid,amount,date,result,return_code', ...lines, ''].join('\n'));
  return path;
}

const post = (path: string, references?: ConfirmedDuplicates, batchSize = 500) =>
  postDayFile(database.db, tenantId, path, {
    batchSize,
    ...(references && { confirmed: { references, by: { via: 'command line', name: 'test' } } }),
  });

const netPosted = () =>
  inTenant(async (tx) => {
    expect(await findDifferences(tx, tenantId)).toEqual([]);
    const { rows } = await sql<{ net: bigint }>`
      select coalesce(sum(net_pay_cents), 0)::bigint as net from payout_lines where tenant_id = ${tenantId}`.execute(
      tx,
    );
    return rows[0]?.net;
  });

const THREE = ['A', 'B', 'C'].map((reference) => `${reference},1,700.00,2026-11-12,cleared,`);

test.each([1, 500])(
  'LEDGER-01 of three equal debits of a day one is posted and two are held, in batches of %i',
  async (size) => {
    const path = await fileOf(...THREE, 'D,2,700.00,2026-11-12,cleared,');
    const held = ['B', 'C'].map((reference, index) => ({
      ...{ line: 3 + index, reference, mid: '1', amount: 70_000n, date: '2026-11-12', resembles: 'A' },
    }));
    for (const wasFinished of [false, true]) {
      const report = await post(path, undefined, size);
      expect(report).toMatchObject({
        wasFinished,
        run: { isFinished: true, counts: { posted: 2, held: 2 } },
        held,
      });
      expect(await netPosted()).toBe(2n * 6720n);
    }
  },
);

test('LEDGER-01 what is held is posted once it is confirmed, as of that day, and only that', async () => {
  const path = await fileOf(...THREE);
  await post(path);
  await inTenant((tx) => tx.updateTable('postingRuns').set({ postedOn: '2026-11-02' }).execute());
  for (let time = 0; time < 2; time += 1) {
    const { run, held } = await post(path, new Set(['B', 'no such reference']));
    expect(run.counts).toMatchObject({ posted: 2, held: 1 });
    expect(held).toMatchObject([{ reference: 'C' }]);
  }
  const { today, payDate } = await inTenant(async (tx) => ({
    today: await readToday(tx),
    ...(await tx
      .selectFrom('payoutLines')
      .select('payDate')
      .orderBy('paymentId', 'desc')
      .executeTakeFirstOrThrow()),
  }));
  expect(payDate > today).toBe(true);
  expect((await post(path, 'all')).run.counts).toMatchObject({ posted: 3, held: 0 });
  expect(await netPosted()).toBe(3n * 6720n);
  const confirmed = (await trailOf(database, tenantId)).filter(
    ({ action }) => action === 'held payments confirmed',
  );
  expect(confirmed).toMatchObject([
    { details: { references: 'B', posted: 1, operator: 'command line: test' } },
    { details: { references: 'C', posted: 1 } },
  ]);
});

test('LEDGER-01 a debit is compared with those of earlier files, except where they were returned or differ', async () => {
  await post(await fileOf('A,1,700.00,2026-11-12,cleared,'));
  const again = await post(
    await fileOf(
      'A,1,700.00,2026-11-12,cleared,',
      'B,1,700.00,2026-11-12,cleared,',
      'other day,1,700.00,2026-11-11,cleared,',
      'other amount,1,700.01,2026-11-12,cleared,',
      'other deal,2,700.00,2026-11-12,cleared,',
    ),
  );
  expect(again.run.counts).toMatchObject({ known: 1, held: 1, posted: 3 });
  expect(again.held).toMatchObject([{ reference: 'B', resembles: 'A' }]);
  const retried = await post(
    await fileOf('A,1,700.00,2026-11-13,returned,R01', 'again,1,700.00,2026-11-12,cleared,'),
  );
  expect(retried.run.counts).toMatchObject({ reversed: 1, posted: 1, held: 0 });
  expect((await post(await fileOf(...THREE), 'all')).run.counts).toMatchObject({
    posted: 2,
    known: 1,
    held: 0,
  });
});

test('LEDGER-01 two files with the same debit under two references, posted at once: one is posted, one held', async () => {
  const files = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map((reference) => fileOf(`${reference},1,700.00,2026-11-12,cleared,`)),
  );
  const reports = await Promise.all(files.map((path) => post(path)));
  expect(reports.map(({ run }) => run.counts.posted).toSorted()).toEqual([0, 0, 0, 0, 1]);
  const path = files[reports.findIndex(({ held }) => held.length === 1)] ?? '';
  const confirmed = await Promise.allSettled(Array.from({ length: 8 }, () => post(path, 'all')));
  for (const result of confirmed)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConcurrentRunError);
  expect(await netPosted()).toBe(2n * 6720n);
});

test('LEDGER-01 what is confirmed and exceeds what is owed by then is refused', async () => {
  const half = ['A', 'B', 'C'].map((reference) => `${reference},1,42000.00,2026-11-12,cleared,`);
  const { run, refused, held } = await post(await fileOf(...half), new Set(['B', 'C']));
  expect(run.counts).toMatchObject({ posted: 2, refused: 1, held: 0 });
  expect({ refused, held }).toEqual({
    refused: [{ line: 4, reference: 'C', code: 'payment_exceeds_payback' }],
    held: [],
  });
});
