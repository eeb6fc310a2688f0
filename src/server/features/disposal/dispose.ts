import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { DisposalKind, PastSubject, RetentionMonths } from './disposal-kind.ts';
import { DISPOSAL_KINDS } from './disposal-kinds.ts';

export interface DueDisposal {
  kind: string;
  reason: string;
  subjects: PastSubject[];
}

/** What a run would remove now, without removing anything. */
export async function findDue(db: Database, tenantId: string): Promise<DueDisposal[]> {
  const due: DueDisposal[] = [];
  for (const kind of DISPOSAL_KINDS) {
    const { months, subjects } = await read(db, tenantId, async (tx) => ({
      months: await readMonths(tx, tenantId),
      subjects: await kind.find(tx, tenantId),
    }));
    due.push({ kind: kind.name, reason: kind.reason(months), subjects });
  }
  return due;
}

export interface DisposalRun {
  removed: Record<string, number>;
  failedCount: number;
}

/**
 * Removes what is past its time, each subject in its own transaction. A run that is cut off leaves no subject half done, and
 * the next one continues with what is left. Runs at the same time do not disturb each other.
 */
export async function dispose(
  db: Database,
  tenantId: string,
  { logger, operator }: { logger?: FastifyBaseLogger; operator?: Operator } = {},
): Promise<DisposalRun> {
  const { id: runId } = await withTenant(db, tenantId, (tx) =>
    tx.insertInto('disposalRuns').values({ tenantId }).returning('id').executeTakeFirstOrThrow(),
  );
  const run: DisposalRun = { removed: {}, failedCount: 0 };
  for (const kind of DISPOSAL_KINDS) {
    const subjects = await read(db, tenantId, (tx) => kind.find(tx, tenantId));
    for (const { id } of subjects) {
      try {
        if (await disposeOf(db, tenantId, kind, id))
          run.removed[kind.name] = (run.removed[kind.name] ?? 0) + 1;
      } catch (err) {
        // One subject that cannot be removed must not keep the others.
        run.failedCount += 1;
        logger?.error(
          { tenantId, kind: kind.name, id: String(id), err },
          'personal data could not be removed',
        );
      }
    }
  }
  await finish(db, tenantId, runId, run, operator);
  return run;
}

/** False when somebody used the data again, or another run removed it, since it was found. */
const disposeOf = (db: Database, tenantId: string, kind: DisposalKind, id: bigint): Promise<boolean> =>
  withTenant(db, tenantId, async (tx) => {
    await kind.lock(tx, tenantId, id);
    const [found] = await kind.find(tx, tenantId, id);
    if (found) await kind.remove(tx, tenantId, id);
    return found !== undefined;
  });

const finish = (
  db: Database,
  tenantId: string,
  runId: bigint,
  { removed, failedCount }: DisposalRun,
  operator?: Operator,
) =>
  withTenant(db, tenantId, async (tx) => {
    await tx
      .updateTable('disposalRuns')
      .set({ finishedAt: sql<Date>`now()`, removedCounts: JSON.stringify(removed), failedCount })
      .where('tenantId', '=', tenantId)
      .where('id', '=', runId)
      .execute();
    await recordAudit(tx, {
      actorId: null,
      ...(operator && { operator }),
      action: 'disposal finished',
      subject: `disposal ${runId}`,
      details: { ...removed, failed: failedCount },
    });
  });

/** A large book takes longer than a request may, and nobody waits for it. */
const read = <T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenant(
    db,
    tenantId,
    async (tx) => {
      await sql`set local statement_timeout = '30min'`.execute(tx);
      return work(tx);
    },
    { readOnly: true },
  );

const readMonths = (tx: Tx, tenantId: string): Promise<RetentionMonths> =>
  tx
    .selectFrom('tenants')
    .select(['retentionMonths', 'dealRecordsMonths'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
