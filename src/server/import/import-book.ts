import { sql } from 'kysely';
import { takeLedger } from '../ledger/turns.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFindings, type FoundProblem, type KindReport } from './findings.ts';
import { importRows } from './import-rows.ts';
import { ROW_KINDS } from './kinds/all.ts';
import { payments } from './kinds/payments.ts';
import { postStagedPayments, rehearseStagedPayments } from './payments/post-staged-payments.ts';
import { compareStagedPayments, forgetStagedPayments, stagePayments } from './payments/stage-payments.ts';
import { countStagedEntries, openStagedEntries } from './payments/staged-entries.ts';
import { prepareFiles } from './prepare-files.ts';
import type { Source } from './source.ts';
import { createStatementFiles, type FileServices } from './statement-files.ts';

export interface Import {
  tenantId: string;
  /** In the order in which they are to be taken. */
  sources: readonly Source[];
  /** Everything is checked, and nothing changed. */
  isDryRun?: boolean;
  /** Rows that are bad are left out; otherwise one of them keeps everything out. */
  skipsBad?: boolean;
  /** Without them no statement can bring a file. */
  services?: FileServices | null;
  /** Needed where payout accounts come. */
  encryption?: Encryption | null;
  /** What an importer does who comes while another is at work for the same tenant. */
  whenTaken?: 'wait' | 'give up';
  /** For the audit trail. */
  operator: Operator;
  onProblem?: (problem: FoundProblem) => void;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  doing: 'waiting for another import' | 'reading' | 'posting';
  kind: string;
  rows: number;
  /** Where it is known. */
  of?: number;
}

export interface ImportReport {
  isDryRun: boolean;
  /** `nothing`: bad rows kept everything out. `some`: rows were left out or refused. */
  applied: 'nothing' | 'some' | 'all';
  files: KindReport[];
}

/** Another import of the tenant is at work. */
export class ImportTakenError extends Error {}

/**
 * Imports files into a tenant's book. Whatever is not a payment goes in in one transaction, together with the checks of all
 * payments; then the payments are posted, part by part. A process that is killed is started again: what is there is
 * known by its external id, and only the rest is new.
 */
export async function importBook(db: Database, asked: Import): Promise<ImportReport> {
  // One connection throughout: the lock and the staged payments belong to it.
  return db.connection().execute(async (connection) => {
    // What somebody waits for has to be quick; this takes as long as it takes, also to read rows that need no statement.
    await sql`set statement_timeout = '1h'`.execute(connection);
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection);
    try {
      await takeTurn(connection, asked);
      return await importInTurn(connection, asked);
    } finally {
      // Should the connection be broken, all of this went with it, and what broke it is what is to be told.
      await tidyUp(connection).catch(() => undefined);
    }
  });
}

/** The connection may be somebody else's next. */
async function tidyUp(connection: Database): Promise<void> {
  await forgetStagedPayments(connection);
  await sql`select pg_advisory_unlock_all()`.execute(connection);
  await sql`reset statement_timeout`.execute(connection);
  await sql`reset idle_in_transaction_session_timeout`.execute(connection);
}

async function importInTurn(db: Database, asked: Import): Promise<ImportReport> {
  const { tenantId, operator, encryption = null, isDryRun = false, skipsBad = false } = asked;
  const findings = createFindings(asked.onProblem);
  for (const source of asked.sources) findings.open(source);
  const paymentSource = asked.sources.find(({ kind }) => kind === payments.name);
  const isKeptOut = () => findings.isUnreadable() || (findings.total('bad') > 0 && !skipsBad);
  const telling = (source: Source, doing: Progress['doing'], of?: number) => {
    let rows = 0;
    return {
      tenantId,
      findings,
      source,
      onRows(count: number) {
        rows += count;
        asked.onProgress?.({ doing, kind: source.kind, rows, ...(of !== undefined && { of }) });
      },
    };
  };

  const rowSources = asked.sources.flatMap((source) => {
    const kind = ROW_KINDS.find(({ name }) => name === source.kind);
    if (!kind) return [];
    const { folder } = source;
    const files = createStatementFiles({ tenantId, isDryRun, folder, services: asked.services ?? null });
    return [{ source, kind, files }];
  });
  for (const { source, kind, files } of rowSources) await prepareFiles(db, { tenantId, files }, source, kind);

  let toPost = 0;
  const isApplied = await inTransactionThatMayEndInNothing(db, tenantId, async (tx) => {
    const lastTasks: (() => Promise<void>)[] = [];
    // Reading payments needs nothing of the book, and takes long: daily posting goes on meanwhile.
    if (paymentSource) await stagePayments({ tx, ...telling(paymentSource, 'reading') }, paymentSource);
    if (rowSources.some(({ kind }) => kind.movesLedger)) await takeLedger(tx, tenantId);
    for (const { source, kind, files } of rowSources) {
      await importRows(
        { tx, files, encryption, operator, lastTasks, ...telling(source, 'reading') },
        source,
        kind,
      );
    }
    if (paymentSource) {
      await compareStagedPayments({ tx, tenantId, findings }, paymentSource);
      await openStagedEntries(tx);
      toPost = await countStagedEntries(tx);
      if (isDryRun) await rehearseStagedPayments(tx, tenantId, telling(paymentSource, 'posting', toPost));
    }
    if (isDryRun || isKeptOut()) return false;
    for (const task of lastTasks) await task();
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'import begun',
      subject: asked.sources.map(({ name }) => name).join(', '),
    });
    return true;
  });

  if (isApplied) {
    if (paymentSource) await postStagedPayments(db, tenantId, telling(paymentSource, 'posting', toPost));
    await withTenant(db, tenantId, (tx) =>
      recordAudit(tx, {
        actorId: null,
        operator,
        action: 'import finished',
        subject: asked.sources.map(({ name }) => name).join(', '),
        details: detailsOf(findings.reports()),
      }),
    );
  }
  const isAll = findings.total('bad') === 0 && findings.total('refused') === 0;
  return { isDryRun, applied: isKeptOut() ? 'nothing' : isAll ? 'all' : 'some', files: findings.reports() };
}

/** 'deals new': 12, and so on, without the zeros. */
const detailsOf = (reports: readonly KindReport[]): Record<string, number> =>
  Object.fromEntries(
    reports.flatMap(({ kind, counts }) =>
      Object.entries(counts).flatMap(([outcome, count]) =>
        count > 0 ? [[`${kind} ${outcome}`, count]] : [],
      ),
    ),
  );

class Nothing extends Error {}

/** Work that says whether it is to count; otherwise it is as if it had not been. */
async function inTransactionThatMayEndInNothing(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await withTenant(db, tenantId, async (tx) => {
      if (!(await work(tx))) throw new Nothing();
      return true;
    });
  } catch (error) {
    if (error instanceof Nothing) return false;
    throw error;
  }
}

const turnOf = ({ tenantId }: Import) => sql`hashtextextended(${`import ${tenantId}`}, 0)`;

/** One import of a tenant at a time: two that tell the same row would meet in the middle of it. */
async function takeTurn(db: Database, asked: Import): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${turnOf(asked)}) as taken`.execute(db);
  if (rows[0]?.taken) return;
  if (asked.whenTaken === 'give up') throw new ImportTakenError('Another import of this tenant is at work.');
  asked.onProgress?.({ doing: 'waiting for another import', kind: '', rows: 0 });
  await sql`select pg_advisory_lock(${turnOf(asked)})`.execute(db);
}
