import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { keepAnalyses } from '../../../src/server/ledger/analysis/keep-analyses.ts';
import { turnCashAccounts } from '../../../src/server/ledger/cash/turn-cash-accounts.ts';
import { findDifferences } from '../../../src/server/ledger/find-differences.ts';
import { keepForecasts } from '../../../src/server/ledger/forecast/keep-forecasts.ts';
import { buildRollups } from '../../../src/server/ledger/rollups.ts';
import { completeThroughLastPayment } from '../../../src/server/ledger/standings/complete-day.ts';
import { turnDay } from '../../../src/server/ledger/standings/turn-of-day.ts';
import { type Database, openDatabase, type Tx } from '../../../src/server/platform/db/database.ts';
import type { DB } from '../../../src/server/platform/db/schema.ts';
import { claim, withTenant } from '../../../src/server/platform/db/transactions.ts';
import type { Book } from '../book.ts';
import { copyBook } from './copy-rows.ts';
import { suspendConstraints, suspendRowSecurity } from './suspended-tables.ts';

export class NotEmptyError extends Error {}

export interface LoadReport {
  /** The number of rows, by table. */
  readonly rows: ReadonlyMap<string, number>;
  /** The duration of each phase, in the order in which they ran. */
  readonly seconds: ReadonlyMap<string, number>;
}

// Whole tables are joined while they have no indexes, so that rows are not looked up one by one.
const BULK_SETTINGS = `
  set local work_mem = '1GB';
  set local maintenance_work_mem = '2GB';
  set local enable_nestloop = off`;

/** What the trigger open_terms does for each deal that is opened: its contract is the first of its terms, unless the book has told them. */
const OPEN_TERMS = `
  insert into deal_terms (tenant_id, deal_id, effective_date, payment_cents, payment_frequency, reason)
  select deal.tenant_id, deal.id, deal.funded_date, deal.payment_cents, deal.payment_frequency, 'contract'
  from deal_totals total join deals deal on deal.tenant_id = total.tenant_id and deal.id = total.deal_id
  where not exists (select from deal_terms told where told.tenant_id = deal.tenant_id and told.deal_id = deal.id)
  order by deal.tenant_id, deal.id;
  insert into deal_standings (tenant_id, deal_id) select tenant_id, deal_id from deal_totals on conflict do nothing`;

/** Comparing a large book takes longer than any request may. */
const AN_HOUR_MS = 3_600_000;

export type OnPhase = (phase: string, seconds: number) => void;

interface Around {
  onPhase?: OnPhase;
  /** Adds rows by statements of its own, with their rollups, after the books and in their transaction. */
  addRows?: (client: pg.Client) => Promise<void>;
  /**
   * Called after the books have been read and before the load is committed, because file rows without their files would
   * be useless.
   */
  storeFiles?: () => Promise<void>;
}

/** Loads books into an empty database: all of them with their rollups, or nothing. */
export async function loadBooks(
  ownerUrl: string,
  books: Iterable<Book>,
  tenantIds: readonly string[],
  { onPhase, addRows, storeFiles }: Around = {},
): Promise<LoadReport> {
  const rows = new Map<string, number>();
  const seconds = new Map<string, number>();
  const timed = async (phase: string, work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    const taken = (performance.now() - started) / 1000;
    seconds.set(phase, taken);
    onPhase?.(phase, taken);
  };
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'demo-data' });
  await client.connect();
  try {
    await refuseUnlessEmpty(client);
    const db = databaseOver(client);
    // Kysely's transaction and the client's own commands share one connection.
    await db.transaction().execute(async (tx) => {
      await client.query(BULK_SETTINGS);
      const restoreRowSecurity = await suspendRowSecurity(client);
      const restoreConstraints = await suspendConstraints(client);
      await timed('copy', async () => {
        for (const book of books) await copyBook(client, book, rows);
      });
      if (storeFiles) await timed('files', storeFiles);
      await timed('statistics', async () => void (await client.query('analyze')));
      await timed('rollups', async () => {
        for (const tenantId of tenantIds) {
          await claim(tx, { tenantId });
          await buildRollups(tx, tenantId);
        }
      });
      if (addRows) await timed('more rows', () => addRows(client));
      await timed('keys, indexes and references', restoreConstraints);
      await timed('terms of deals', async () => void (await client.query(OPEN_TERMS)));
      // This runs while row-level security is lifted, because hidden rows would not advance the sequences.
      await advanceSequences(client);
      await restoreRowSecurity();
    });
    await timed('vacuum and statistics', async () => void (await client.query('vacuum analyze')));
  } finally {
    await client.end();
  }
  // Over connections that read dates and amounts as the ledger does.
  const db = openDatabase(ownerUrl, { queryTimeout: AN_HOUR_MS });
  try {
    await timed('standings and forecasts', async () => {
      for (const tenantId of tenantIds) {
        await withTenant(db, tenantId, (tx) => completeThroughLastPayment(tx, tenantId));
        await turnCashAccounts(db, tenantId);
        await turnDay(db, tenantId);
        await withTenant(db, tenantId, dateAlerts);
        await keepForecasts(db, tenantId);
        await keepAnalyses(db, tenantId);
      }
    });
    await timed('reconciliation', async () => {
      for (const tenantId of tenantIds) await reconcile(db, tenantId);
    });
  } finally {
    await db.destroy();
  }
  return { rows, seconds };
}

/** The books were never looked at while they grew, so an alert is as old as its reason. */
async function dateAlerts(tx: Tx): Promise<void> {
  await sql`
    update deal_alerts alert set opened_on = reason.since, opened_at = reason.since + time '09:30'
    from deal_standings standing, jsonb_to_recordset(standing.reasons) reason(reason text, since date)
    where standing.tenant_id = alert.tenant_id and standing.deal_id = alert.deal_id
      and reason.reason = alert.reason and reason.since is not null`.execute(tx);
}

function databaseOver(client: pg.Client): Database {
  const connection = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => connection, end: async () => undefined, options: {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
}

/** Row-level security hides tenants even from the owner of the tables, so it is lifted for this query. */
async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  await client.query(
    "begin; set local lock_timeout = '10s'; alter table tenants no force row level security",
  );
  const { rows } = await client.query<{ name: string }>(
    'select name from tenants order by created_at limit 3',
  );
  await client.query('rollback');
  if (rows.length === 0) return;
  throw new NotEmptyError(
    `The database already has tenants (${rows.map(({ name }) => name).join(', ')}); nothing was loaded.`,
  );
}

/** The rows were loaded with ids, so the sequences must continue after them. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ command: string }>(`
    select format('select setval(%L, max(%I)) from %s having max(%I) is not null',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass, attname) as command
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relkind = 'r' and relnamespace = 'public'::regnamespace`);
  for (const { command } of rows) await client.query(command);
}

async function reconcile(db: Database, tenantId: string): Promise<void> {
  const differences = await withTenant(db, tenantId, async (tx) => {
    await sql`set local work_mem = '1GB'`.execute(tx);
    return findDifferences(tx, tenantId, 10);
  });
  if (differences.length === 0) return;
  throw new Error(`Tenant ${tenantId} does not reconcile: ${JSON.stringify(differences, null, 2)}`);
}
