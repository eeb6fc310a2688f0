/**
 * Measures statements on the database of DATABASE_URL, which `npm run demo-data -- --size large` fills: last month for every syndicate of the
 * largest tenant in one job, with the time and the memory at its peak; and the last 36 months of its largest syndicate.
 *   npm run prove statements
 * The statements stay there. Before, 1,000 random books are compared with their lines (random-statements.test.ts).
 */
import { sql } from 'kysely';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { listTenants } from '../src/server/platform/db/tenants.ts';
import { readToday } from '../src/server/platform/db/today.ts';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { dueMonth } from '../src/server/statements/due-months.ts';
import { makeAskedStatements } from '../src/server/statements/make-statements.ts';
import { listMonths, monthBefore } from '../src/server/statements/periods.ts';
import { readBooks } from '../src/server/statements/read-figures.ts';

const MONTHS = 36;
/** Of the job for every syndicate: what a worker may take beside its other jobs. */
const MAX_MEGABYTES = 1024;

const db = openDatabase(process.env['DATABASE_URL'] ?? '', {
  maxConnections: 2,
  statementTimeout: 30 * 60_000,
});
try {
  const tenant = await largestTenant(db);
  const last = dueMonth(await readToday(db));
  console.log(`${tenant.name}: ${tenant.syndicates} syndicates, ${tenant.shares} shares`);

  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const started = performance.now();
  const made = await makeAskedStatements(db, tenant.id, {
    kind: 'month',
    months: { first: last, last },
    syndicateId: null,
  });
  clearInterval(watch);
  const megabytes = Math.round(peak / 2 ** 20);
  console.log(
    `${last.slice(0, 7)} of every syndicate: ${made.made} made, ${made.corrected} new versions, ${seconds(started)} s, ${megabytes} MB at its peak`,
  );

  let first = last;
  for (let count = 1; count < MONTHS; count += 1) first = monthBefore(first);
  const again = performance.now();
  const figures = await withTenant(
    db,
    tenant.id,
    async (tx) => {
      const [book] = await readBooks(tx, tenant.id, [tenant.largest], { first, last });
      if (!book) throw new Error('The largest syndicate is there.');
      return listMonths({ first, last }).map((month) => book.month(month));
    },
    { readOnly: true, isSnapshot: true },
  );
  console.log(
    `${figures.length} months of the syndicate with ${tenant.sharesOfLargest} shares: ${seconds(again)} s`,
  );
  for (const [place, { balance }] of figures.entries()) {
    const { opening, added, collected, writtenOff, closing } = balance;
    const before = figures[place - 1]?.balance.closing ?? opening;
    if (opening + added - collected - writtenOff !== closing || opening !== before)
      throw new Error('A month does not add up.');
  }
  if (megabytes > MAX_MEGABYTES) throw new Error(`More than ${MAX_MEGABYTES} MB.`);
} finally {
  await db.destroy();
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function largestTenant(of: Database) {
  const found = [];
  for (const { id, name } of await listTenants(of)) {
    const { rows } = await withTenant(of, id, (tx) =>
      sql<{ syndicates: number; shares: number; largest: bigint; sharesOfLargest: number }>`
        select count(*)::integer as syndicates, coalesce(sum(participation_count), 0)::integer as shares,
          (array_agg(syndicate_id order by participation_count desc))[1] as largest,
          coalesce(max(participation_count), 0) as shares_of_largest
        from syndicate_totals where tenant_id = ${id}::uuid`.execute(tx),
    );
    found.push(...rows.map((row) => ({ id, name, ...row })));
  }
  const largest = found.toSorted((one, other) => other.shares - one.shares)[0];
  if (!largest) throw new Error('There is no tenant.');
  return largest;
}
