import { sql } from 'kysely';
import pg from 'pg';
import { changeMailAddresses } from '../../identity/mail-addresses.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import { lockImports } from '../../import/import-book.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import { rebuildRollups } from '../../ledger/rollups.ts';
import { keepStandings } from '../../ledger/standings/keep-standings.ts';
import { queueTurnOfDay } from '../../ledger/standings/turn-of-day.jobs.ts';
import { carryPayDatesAnew } from '../../ledger/unpaid-dates.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { readRun, readRunFiles, type StoredRun } from './import-runs.queries.ts';
import { readMovedAddresses } from './mails-of-import.ts';
import { findObstacles, saidObstacle } from './obstacles.ts';

interface Undone {
  tenantId: string;
  runId: bigint;
}

const IN_THE_WAY: readonly unknown[] = ['23503', '23505'];

/**
 * Takes a run back whole, in one transaction, by what the database has noted of it. If something was built on it, all of it stays, and the
 * run says what that is.
 */
export async function undoRun({ db }: JobDeps, which: Undone): Promise<void> {
  try {
    await withTenant(db, which.tenantId, async (tx) => {
      await sql`set local statement_timeout = '30min'`.execute(tx);
      await lockImports(tx, which.tenantId);
      // Statements that are being made from the run's figures are seen once they are made.
      const run = await readRun(tx, which.tenantId, which.runId, { isLocked: true });
      if (run.state !== 'undoing' || run.undoneBy === null) return;
      await lockLedgerExclusively(tx, which.tenantId);
      await sql`select hold_imported_rows(${which.runId})`.execute(tx);
      const obstacles = await findObstacles(tx, which.tenantId, which.runId);
      if (obstacles.length > 0) await keepRun(tx, which, obstacles.map(saidObstacle).join('; '));
      else await takeBack(tx, which, { ...run, undoneBy: run.undoneBy });
    });
  } catch (error) {
    // Something else refers to a row, such as a note, an offer or a person of an investor, or has taken its place.
    if (!(error instanceof pg.DatabaseError) || !IN_THE_WAY.includes(error.code)) throw error;
    const what = `something else belongs to its rows by now (${(error.table ?? '').replaceAll('_', ' ')})`;
    await withTenant(db, which.tenantId, (tx) => keepRun(tx, which, what));
  }
}

async function takeBack(tx: Tx, { tenantId, runId }: Undone, run: StoredRun & { undoneBy: bigint }) {
  const moved = await readMovedAddresses(tx, tenantId, runId);
  const { rows } = await sql<{ dealId: bigint | null; syndicateId: bigint | null }>`
    select deal_id as "dealId", syndicate_id as "syndicateId" from undo_import(${runId})`.execute(tx);
  const dealIds = rows.flatMap(({ dealId }) => (dealId === null ? [] : [dealId]));
  const syndicateIds = rows.flatMap(({ syndicateId }) => (syndicateId === null ? [] : [syndicateId]));
  await rebuildRollups(tx, { tenantId, dealIds, syndicateIds });
  await carryPayDatesAnew(tx, tenantId, syndicateIds);
  await keepStandings(tx, tenantId, dealIds);
  await tx
    .updateTable('importRuns')
    .set({ state: 'undone', undoneAt: sql`now()`, progress: null, failure: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();
  const files = await readRunFiles(tx, tenantId, runId);
  const name = await nameOfMember(tx, tenantId, run.undoneBy);
  const operator = { via: 'desk', userId: run.undoneBy, name } as const;
  await recordAudit(tx, {
    actorId: run.undoneBy,
    operator,
    action: 'import undone',
    subject: `import ${runId}`,
    details: {
      files: files.map(({ name, sha256 }) => `${name} ${sha256?.toString('hex') ?? ''}`).join('; '),
      ...Object.fromEntries(run.report.totals.map(({ figure, computed }) => [figure, computed])),
    },
  });
  await queueTurnOfDay(tx, tenantId);
  // Whoever was told that the mails go elsewhere is told that they no longer do.
  for (const redirection of moved)
    await changeMailAddresses(tx, tenantId, { ...redirection, by: { actorId: null, operator } });
}

const keepRun = (tx: Tx, { tenantId, runId }: Undone, obstacles: string) =>
  tx
    .updateTable('importRuns')
    .set({ state: 'done', undoneBy: null, undoAskedBy: null, failure: `This import stays: ${obstacles}.` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'undoing')
    .execute();
