import { sql } from 'kysely';
import { lockLedgerExclusively } from '../ledger/ledger-lock.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { isLocked } from '../platform/db/give-way.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type ControlTotal, compareTotals, type TotalDifference } from './control-totals.ts';
import { type NamedRow, nameRows } from './external-ids.ts';
import { createFindings, type KindReport, type Listeners } from './findings.ts';
import { importRows } from './import-rows.ts';
import { ROW_KINDS } from './kinds/all.ts';
import { payments } from './kinds/payments.ts';
import { noteWrites } from './note-writes.ts';
import {
  dryRunStagedPayments,
  mostTried,
  postStagedPayments,
  tryStagedPayments,
} from './payments/post-staged-payments.ts';
import { NOTHING_TO_POST } from './payments/projection.ts';
import { compareStagedPayments, dropStagedPayments, stagePayments } from './payments/stage-payments.ts';
import { countStagedEntries, openStagedEntries } from './payments/staged-entries.ts';
import { prepareFiles } from './prepare-files.ts';
import { type Attempt, runTrial } from './run-trial.ts';
import type { Source } from './source.ts';
import { createStatementFiles, type FileServices } from './statement-files.ts';
import { type DealLines, warnOfStatuses } from './status-warnings.ts';
import { readTouched, TOUCHES_NOTHING, type Touched } from './touched.ts';
import { suggestWeekdays, type WeekdaySuggestion } from './weekday-suggestions.ts';

export interface ImportRequest extends Listeners {
  tenantId: string;
  /** In the order in which they are to be imported. */
  sources: readonly Source[];
  /** Checks everything and changes nothing. */
  isDryRun?: boolean;
  /** Skips bad rows. Otherwise a single bad row keeps everything from being imported. */
  skipsBad?: boolean;
  /** Storage and virus scan. Without them, statements with files cannot be imported. */
  services?: FileServices | null;
  /** Required when payout accounts are imported. */
  encryption?: Encryption | null;
  /** What to do when another import of the same tenant is running. */
  whenAlreadyRunning?: 'wait' | 'give up';
  /** The funder's own figures. If the book would not come to them, nothing is imported. */
  totals?: readonly ControlTotal[];
  /** Recorded in the audit trail. */
  operator: Operator;
  /** The run of the desk that it belongs to: what it writes is noted with the run, so that it can be undone. */
  runId?: bigint;
  /** Rows of the book that the files name otherwise than by an external id. They get one. */
  named?: readonly NamedRow[];
  /** Done first in the transaction that takes the rows, before anything of the book is locked. */
  begin?: (tx: Tx) => Promise<void>;
  /** Asked in the same transaction, of what it does by then. Where it is more than was allowed, nothing is imported. */
  allows?: (tx: Tx, touched: Touched, files: readonly KindReport[]) => boolean | Promise<boolean>;
  /** Of a dry run: called last in its transaction. `carryOn` does what a dry run leaves out, and posts payments, as many as `mostTried` says. */
  rehearses?: (tx: Tx, carryOn: () => Promise<Tried>) => Promise<void>;
  onProgress?: (progress: Progress) => void;
}

/** How many payments were posted in a trial, of how many. */
export interface Tried {
  tried: number;
  of: number;
}

export interface Progress {
  doing: 'waiting for another import' | 'reading' | 'posting' | 'trying';
  kind: string;
  rows: number;
  /** The total, when it is known. */
  of?: number;
}

export interface ImportReport {
  isDryRun: boolean;
  /** `nothing`: bad rows or other totals kept everything from being imported. `some`: bad rows were skipped or refused. */
  applied: 'nothing' | 'some' | 'all';
  files: KindReport[];
  /** The control totals that the book would not come to. */
  totals: TotalDifference[];
  /** Of a dry run: what it would do to money that is in the book already. */
  touched: Touched;
  /** The weekdays of weekly deals, by their history, for a person to decide. */
  suggestions: WeekdaySuggestion[];
}

/** Each import over HTTP holds a connection for as long as it takes, which is none of those for requests that users wait for. */
export const MAX_CONCURRENT_IMPORTS = 2;

/** Another import of the same tenant is running. */
export class ImportRunningError extends Error {}

/**
 * Imports files into a tenant's book. Everything except payments is imported in one transaction, in which all payments
 * are checked as well. Then the payments are posted in batches. An import that was killed can be run again: rows that
 * were imported are recognized by their external ids, and only the others are new.
 */
export const importBook = (db: Database, request: ImportRequest): Promise<ImportReport> =>
  request.isDryRun
    ? runTrial(db, request.tenantId, (trial) => importOnConnection(db, request, trial))
    : importOnConnection(db, request, null);

function importOnConnection(
  db: Database,
  request: ImportRequest,
  trial: Attempt | null,
): Promise<ImportReport> {
  // One connection throughout, because the lock and the staged payments belong to it.
  return db.connection().execute(async (connection) => {
    // The pool's time limits are for requests that a user waits for. An import may take much longer.
    await sql`set statement_timeout = '1h'`.execute(connection);
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection);
    try {
      await trial?.begin(connection);
      await waitForImports(connection, request);
      return await importWithLock(connection, request, trial);
    } finally {
      // If the connection is broken, the lock and the settings are gone with it, and the original error is the one to
      // report.
      await resetConnection(connection).catch(() => undefined);
    }
  });
}

/** Resets the connection before the pool gives it to somebody else. */
async function resetConnection(connection: Database): Promise<void> {
  await dropStagedPayments(connection);
  await sql`select pg_advisory_unlock_all()`.execute(connection);
  await sql`reset statement_timeout`.execute(connection);
  await sql`reset lock_timeout`.execute(connection);
  await sql`reset idle_in_transaction_session_timeout`.execute(connection);
}

async function importWithLock(
  db: Database,
  request: ImportRequest,
  trial: Attempt | null,
): Promise<ImportReport> {
  const { tenantId, operator, encryption = null, isDryRun = false, skipsBad = false, runId } = request;
  const findings = createFindings(request);
  for (const source of request.sources) findings.open(source);
  const paymentSource = request.sources.find(({ kind }) => kind === payments.name);
  const { totals: expected = [] } = request;
  let totals: TotalDifference[] = [];
  const isBlocked = () =>
    findings.isUnreadable() || (findings.total('bad') > 0 && !skipsBad) || totals.length > 0 || !isAllowed;
  const progressOf = (source: Source, doing: Progress['doing'], of?: number) => {
    let rows = 0;
    return {
      tenantId,
      findings,
      source,
      onRows(count: number) {
        rows += count;
        request.onProgress?.({ doing, kind: source.kind, rows, ...(of !== undefined && { of }) });
      },
    };
  };

  const rowSources = request.sources.flatMap((source) => {
    const kind = ROW_KINDS.find(({ name }) => name === source.kind);
    if (!kind) return [];
    const { folder } = source;
    const files = createStatementFiles({ tenantId, isDryRun, folder, services: request.services ?? null });
    return [{ source, kind, files }];
  });
  for (const { source, kind, files } of rowSources) await prepareFiles(db, { tenantId, files }, source, kind);

  let toPost = 0;
  let dealLines: DealLines | null = null;
  let touched = TOUCHES_NOTHING;
  let isAllowed = true;
  let suggestions: WeekdaySuggestion[] = [];
  const suggestFrom = (tx: Tx) =>
    suggestWeekdays(tx, tenantId, {
      deals: [...(dealLines?.lines.keys() ?? [])],
      hasPayments: paymentSource !== undefined,
      isDryRun,
    });
  const isApplied = await inConditionalTransaction(db, tenantId, async (tx) => {
    const tasksAfterAllRows: (() => Promise<void>)[] = [];
    if (!isDryRun) await request.begin?.(tx);
    await noteWrites(tx, runId);
    if (request.named) await nameRows(tx, tenantId, request.named);
    // Staging payments needs no data of the book and takes long, so it is done before the ledger is locked and daily
    // posting continues meanwhile.
    if (paymentSource) await stagePayments({ tx, ...progressOf(paymentSource, 'reading') }, paymentSource);
    if (rowSources.some(({ kind }) => kind.locksLedger)) await lockLedgerExclusively(tx, tenantId);
    for (const { source, kind, files } of rowSources) {
      const lines = await importRows(
        { tx, files, encryption, operator, tasksAfterAllRows, ...progressOf(source, 'reading') },
        source,
        kind,
      );
      if (kind.name === 'deals') dealLines = { source, lines };
    }
    let projection = NOTHING_TO_POST;
    if (paymentSource) {
      await compareStagedPayments({ tx, tenantId, findings }, paymentSource);
      await openStagedEntries(tx);
      toPost = await countStagedEntries(tx);
      const telling = isDryRun ? progressOf(paymentSource, 'posting', toPost) : null;
      // Whether the totals agree is decided before the first payment is posted, so that a refused import has changed nothing.
      if (isDryRun || expected.length > 0) projection = await dryRunStagedPayments(tx, tenantId, telling);
      if (!isDryRun || request.rehearses) await openStagedEntries(tx);
    }
    if (expected.length > 0) totals = await compareTotals(tx, tenantId, expected, projection);
    if (isDryRun || request.allows)
      touched = await readTouched(tx, tenantId, {
        hasPayments: paymentSource !== undefined,
        files: findings.reports(),
      });
    isAllowed = (await request.allows?.(tx, touched, findings.reports())) ?? true;
    if (isDryRun && dealLines) await warnOfStatuses({ tx, tenantId, findings }, dealLines, projection);
    if (isDryRun) suggestions = await suggestFrom(tx);
    if (isDryRun && request.rehearses)
      await request.rehearses(tx, async () => {
        for (const task of tasksAfterAllRows) await task();
        const most = mostTried(trial?.brokenOff ?? 0);
        const telling = paymentSource && progressOf(paymentSource, 'trying', Math.min(toPost, most));
        return {
          tried: telling ? await tryStagedPayments(tx, tenantId, telling, most) : 0,
          of: touched.postedCount + touched.returnedCount,
        };
      });
    if (isDryRun || isBlocked()) return false;
    for (const task of tasksAfterAllRows) await task();
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'import begun',
      subject: request.sources.map(({ name }) => name).join(', '),
    });
    return true;
  });

  if (isApplied) {
    if (paymentSource)
      await postStagedPayments(db, tenantId, progressOf(paymentSource, 'posting', toPost), {
        operator,
        runId,
      });
    await withTenant(db, tenantId, async (tx) => {
      if (dealLines) await warnOfStatuses({ tx, tenantId, findings }, dealLines, NOTHING_TO_POST);
      suggestions = await suggestFrom(tx);
      await recordAudit(tx, {
        actorId: null,
        operator,
        action: 'import finished',
        subject: request.sources.map(({ name }) => name).join(', '),
        details: detailsOf(findings.reports()),
      });
    });
  }
  const isAll = findings.total('bad') === 0 && findings.total('refused') === 0;
  const applied = isBlocked() ? 'nothing' : isAll ? 'all' : 'some';
  return { isDryRun, applied, files: findings.reports(), totals, touched, suggestions };
}

/** { 'deals new': 12, 'deals changed broker': 3, … }, without zero counts. Each changed row has its own event. */
const detailsOf = (reports: readonly KindReport[]): Record<string, number> =>
  Object.fromEntries(
    reports.flatMap(({ kind, counts, changeGroups }) => [
      ...Object.entries(counts).flatMap(([outcome, count]) =>
        count > 0 ? [[`${kind} ${outcome}`, count]] : [],
      ),
      ...changeGroups.map(({ count, first }) => [`${kind} changed ${first[0]?.field}`, count]),
    ]),
  );

class RolledBack extends Error {}

/** Runs work that returns whether to commit. If it returns false, the transaction is rolled back. */
async function inConditionalTransaction(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await withTenant(db, tenantId, async (tx) => {
      if (!(await work(tx))) throw new RolledBack();
      return true;
    });
  } catch (error) {
    if (error instanceof RolledBack) return false;
    throw error;
  }
}

const lockKey = (tenantId: string) => sql`hashtextextended(${`import ${tenantId}`}, 0)`;

/** Waits for the import of the tenant that is under way, and keeps others from beginning until the transaction ends. */
export async function lockImports(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(tenantId)})`.execute(tx);
}

/** Only one import of a tenant runs at a time, because two that import the same row would conflict. A trial gives way within a second. */
const GIVES_UP_AFTER = '3s';

async function waitForImports(db: Database, request: ImportRequest): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${lockKey(request.tenantId)}) as taken`.execute(db);
  if (rows[0]?.taken) return;
  request.onProgress?.({ doing: 'waiting for another import', kind: '', rows: 0 });
  const givesUp = request.whenAlreadyRunning === 'give up';
  await sql`select set_config('lock_timeout', ${givesUp ? GIVES_UP_AFTER : '0'}, false)`.execute(db);
  try {
    await sql`select pg_advisory_lock(${lockKey(request.tenantId)})`.execute(db);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new ImportRunningError('Another import of this tenant is running.');
  }
  await sql`set lock_timeout = 0`.execute(db);
}
