import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postDayFile } from '../ledger/day-file/post-day-file.ts';
import { findDifferences } from '../ledger/find-differences.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createTenant } from '../testing/factories.ts';
import { importFolder } from '../testing/import-folder.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { importBook } from './import-book.ts';
import { findSources, type Source } from './source.ts';

let database: TestDatabase;
let tenantId: string;
let folder: Awaited<ReturnType<typeof importFolder>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const HEADER =
  'external_id,company,mid,name,platform,status,funded_date,funded_amount,payback_amount,payment,payment_frequency,term_days,factor_rate';
const deal = (number: number, status: string) =>
  `D-${number},C-1,${number},Name,Harbor,${status},2026-10-01,60000.00,84000.00,700.00,DAILY,120,1.40`;
const dealsOf = (numbers: readonly number[], status: string) =>
  `${[HEADER, ...numbers.map((number) => deal(number, status))].join('\n')}\n`;

/** Three deals of one syndicate. */
beforeEach(async () => {
  tenantId = await createTenant(database.owner);
  folder = await importFolder('templates');
  await folder.edit('deals.csv', () => dealsOf([1, 2, 3], 'Active Advance'));
  await folder.edit('participations.csv', (text) => {
    const [header] = text.split('\n');
    return `${header}\n${[1, 2, 3].map((n) => `P-${n},D-${n},SYN-1,2026-10-01,10,10,4,,\n`).join('')}`;
  });
  const names = ['syndicates.csv', 'companies.csv', 'deals.csv', 'participations.csv'];
  const book = await findSources(folder.path);
  expect((await run(book.filter(({ name }) => names.includes(name)))).applied).toBe('all');
  return () => folder.remove();
});

const run = (sources: readonly Source[], isDryRun = false) =>
  importBook(database.directDb, {
    tenantId,
    sources,
    isDryRun,
    operator: { via: 'command line', name: 'test' },
  });

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);

async function post(): Promise<number> {
  const path = join(folder.path, 'day');
  const lines = [1, 2, 3].map((mid) => `DAY-${mid},${mid},700.00,2026-11-13,cleared,\n`);
  await writeFile(path, `reference,mid,amount,date,result,return_code\n${lines.join('')}`);
  return (await postDayFile(database.db, tenantId, path)).run.counts.posted;
}

test.each([false, true])(
  'OPS-01 PAYOUT-01 an import and daily posting that want the same deals in other orders queue; dry run: %s',
  async (isDryRun) => {
    await folder.edit('deals.csv', () => dealsOf([3, 2, 1], 'Write-off'));
    const deals = await findSources(join(folder.path, 'deals.csv'));
    // While the deal in the middle is held, each gets as far as it can.
    const both = await inTenant(async (tx) => {
      await sql`
        select from deal_totals join deals on deals.id = deal_id where mid = '2' for update of deal_totals`.execute(
        tx,
      );
      const importing = run(deals, isDryRun);
      await untilWaiting(database.db, 1);
      const posting = post();
      await untilWaiting(database.db, 2);
      return [importing, posting] as const;
    }).then((started) => Promise.allSettled(started));
    expect(both).toMatchObject([
      { status: 'fulfilled', value: { applied: 'all', files: [{ counts: { changed: 3 } }] } },
      { status: 'fulfilled', value: 3 },
    ]);
    expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
  },
);

test('OPS-01 PAYOUT-01 payments are posted while the payments of an import with deals are read', async () => {
  await folder.edit('deals.csv', () => dealsOf([3, 2, 1], 'Write-off'));
  const deals = await findSources(join(folder.path, 'deals.csv'));
  let posted = 0;
  const payments: Source = {
    kind: 'payments',
    format: 'csv',
    name: 'payments.csv',
    folder: null,
    async *open() {
      yield Buffer.from('reference,deal,amount,cleared_date\nOLD,D-1,700.00,2026-10-05\n');
      posted = await post();
    },
  };
  const report = await run([...deals, payments]);
  expect(posted).toBe(3);
  expect(report.files.map(({ kind, counts }) => [kind, counts.new, counts.changed])).toEqual([
    ['deals', 0, 3],
    ['payments', 1, 0],
  ]);
  expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
});
