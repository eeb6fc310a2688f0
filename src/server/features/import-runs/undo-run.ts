import { sql } from 'kysely';
import pg from 'pg';
import { nameOfMember } from '../../identity/members.queries.ts';
import { type ImportReport, importBook } from '../../import/import-book.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import { rebuildRollups } from '../../ledger/rollups.ts';
import { keepStandings } from '../../ledger/standings/keep-standings.ts';
import { queueTurnOfDay } from '../../ledger/standings/turn-of-day.jobs.ts';
import { carryPayDatesAnew } from '../../ledger/unpaid-dates.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { findFormerRows } from './former-rows.ts';
import { readRun, readRunFiles } from './import-runs.queries.ts';

interface Undone {
  tenantId: string;
  runId: bigint;
}

/**
 * Takes a run back: what it added to the ledger by the one function that may, and the rows that it changed by importing what they held
 * before. If something was built on it, it stays and says what. A worker that was killed in between goes on where it was.
 */
export async function undoRun(deps: JobDeps, { tenantId, runId }: Undone): Promise<void> {
  const { db } = deps;
  const run = await withTenant(db, tenantId, (tx) => readRun(tx, tenantId, runId), { readOnly: true });
  if (run.state !== 'undoing' || run.undoneBy === null) return;
  const obstacles = await takeOut(deps, { tenantId, runId });
  if (obstacles !== null) return keepRun(deps, { tenantId, runId }, obstacles);
  const userId = run.undoneBy;
  const operator = await withTenant(
    db,
    tenantId,
    async (tx): Promise<DeskUser> => ({
      via: 'desk',
      userId,
      name: await nameOfMember(tx, tenantId, userId),
    }),
    { readOnly: true },
  );
  const former = await withTenant(db, tenantId, (tx) => findFormerRows(tx, { tenantId, runId }), {
    readOnly: true,
  });
  const { sources } = former;
  const restored =
    sources.length > 0
      ? await importBook(db, { tenantId, sources, operator, beforeRows: former.compare })
      : null;
  const stayed =
    [stayedWords(restored), ...former.changedSince()].filter((words) => words !== null).join('; ') || null;
  if (restored?.applied === 'nothing')
    return keepRun(
      deps,
      { tenantId, runId },
      `what it added is taken out, but its changes are not (${stayed}). Put that right, and undo it again`,
    );
  await withTenant(db, tenantId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('importRuns')
      .set({
        ...{ state: 'undone', undoneAt: sql`now()`, progress: null },
        failure: stayed && `Undone, except for what could not be given back: ${stayed}.`,
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', runId)
      .where('state', '=', 'undoing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const files = await readRunFiles(tx, tenantId, runId);
    await recordAudit(tx, {
      ...{ actorId: userId, operator, action: 'import undone', subject: `import ${runId}` },
      details: {
        files: files.map(({ name, sha256 }) => `${name} ${sha256?.toString('hex') ?? ''}`).join('; '),
        ...Object.fromEntries(run.report.totals.map(({ figure, computed }) => [figure, computed])),
        ...(stayed !== null && { stayed }),
      },
    });
    await queueTurnOfDay(tx, tenantId);
  });
}

/** The rows that could not be given back what they held, in words; null if all could. */
function stayedWords(report: ImportReport | null): string | null {
  const problems = (report?.files ?? []).flatMap(({ kind, problemGroups }) =>
    problemGroups.flatMap(({ count, first: [example] }) =>
      example && example.outcome !== 'warned' ? [{ kind, count, ...example }] : [],
    ),
  );
  if (problems.length === 0) return null;
  return problems
    .map(
      ({ kind, count, column, reason, value }) => `${count} of ${kind}: ${column} “${value ?? ''}” ${reason}`,
    )
    .join('; ');
}

/** Null when everything is taken out, now or before; otherwise what stands in the way, in words. */
async function takeOut({ db }: JobDeps, { tenantId, runId }: Undone): Promise<string | null> {
  try {
    return await withTenant(db, tenantId, async (tx) => {
      await sql`set local statement_timeout = '30min'`.execute(tx);
      // Statements that are being made from the run's figures are seen once they are made.
      const { takenOutAt } = await readRun(tx, tenantId, runId, { isLocked: true });
      // What was built since is no reason to leave it half undone, and what it gave back by then would seem to be built on it.
      if (takenOutAt !== null && (await isComparable(tx, { tenantId, runId }))) return null;
      await lockLedgerExclusively(tx, tenantId);
      const { rows: found } = await sql<{ obstacle: string; number: bigint }>`
        select obstacle, number from import_obstacles(${runId})`.execute(tx);
      if (found.length > 0) return found.map(({ obstacle, number }) => `${number} ${obstacle}`).join('; ');
      const { rows } = await sql<{ dealId: bigint | null; syndicateId: bigint | null }>`
        select deal_id as "dealId", syndicate_id as "syndicateId" from undo_import(${runId})`.execute(tx);
      const dealIds = rows.flatMap(({ dealId }) => (dealId === null ? [] : [dealId]));
      const syndicateIds = rows.flatMap(({ syndicateId }) => (syndicateId === null ? [] : [syndicateId]));
      await rebuildRollups(tx, { tenantId, dealIds, syndicateIds });
      await carryPayDatesAnew(tx, tenantId, syndicateIds);
      await keepStandings(tx, tenantId, dealIds);
      await noteTakenOut(tx, { tenantId, runId });
      return null;
    });
  } catch (error) {
    // Something else refers to a row, such as a note, an offer or a person of an investor.
    if (error instanceof pg.DatabaseError && error.code === '23503')
      return `something else belongs to its rows by now (${(error.table ?? '').replaceAll('_', ' ')})`;
    throw error;
  }
}

/** Whether it is known of each changed row what the run wrote, so that what somebody has changed since is found and stays. */
async function isComparable(tx: Tx, { tenantId, runId }: Undone): Promise<boolean> {
  const unknown = await tx
    .selectFrom('importRunRows')
    .select('rowId')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('isNew', '=', false)
    .where('after', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unknown === undefined;
}

/**
 * Statements whose snapshot is of before it are made again (hold-imports.ts). A lock alone would not have them made again: the row must be
 * another.
 */
const noteTakenOut = (tx: Tx, { tenantId, runId }: Undone) =>
  tx
    .updateTable('importRuns')
    .set({ takenOutAt: sql`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();

const keepRun = async ({ db }: JobDeps, { tenantId, runId }: Undone, obstacles: string): Promise<void> => {
  await withTenant(db, tenantId, (tx) =>
    tx
      .updateTable('importRuns')
      .set({ state: 'done', undoneBy: null, failure: `This import stays: ${obstacles}.` })
      .where('tenantId', '=', tenantId)
      .where('id', '=', runId)
      .where('state', '=', 'undoing')
      .execute(),
  );
};
