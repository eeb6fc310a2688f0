import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { RunState } from '../../shared/domain/payout-runs.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { lockLedgerExclusively } from '../ledger/ledger-lock.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';

export interface WhichRun {
  tenantId: string;
  runId: bigint;
}

export interface RunRecord {
  id: bigint;
  payDate: CalendarDate;
  state: RunState;
  revision: number;
  fingerprint: string;
  preparedBy: bigint;
  approvedBy: bigint | null;
  approvedAt: Date | null;
  madeBy: bigint | null;
  /** The day on which the bank moves the money of its file. */
  effectiveDate: CalendarDate | null;
  /** When the bank did not take its file. */
  refusedAt: Date | null;
}

export async function readRunRecord(tx: Tx, which: WhichRun): Promise<RunRecord> {
  const run = await runs(tx, which).executeTakeFirst();
  if (!run) throw notFoundInTenant(`payout run ${which.runId}`);
  const { payDate, effectiveDate } = run;
  return {
    ...run,
    payDate: calendarDate(payDate),
    effectiveDate: effectiveDate === null ? null : calendarDate(effectiveDate),
  };
}

/** Whoever changes the same run at the same moment comes after. */
export async function lockRun(tx: Tx, which: WhichRun): Promise<RunRecord> {
  await runs(tx, which).forUpdate().execute();
  return readRunRecord(tx, which);
}

/**
 * Locks the ledger and the totals of all syndicates, so that nothing is posted, entered or withdrawn between reading what is due and closing the
 * pay date. Posting takes the same locks and reads the closed dates after it has them.
 */
export async function lockBook(tx: Tx, tenantId: string): Promise<void> {
  await lockLedgerExclusively(tx, tenantId);
  await sql`
    select from syndicate_totals where tenant_id = ${tenantId}::uuid order by syndicate_id for update`.execute(
    tx,
  );
}

export const recordRun = (
  tx: Tx,
  runId: bigint,
  by: DeskUser,
  event: Pick<AuditEvent, 'action' | 'details'>,
): Promise<void> =>
  recordAudit(tx, { actorId: by.userId, operator: by, subject: `payout run ${runId}`, ...event });

const runs = (tx: Tx, { tenantId, runId }: WhichRun) =>
  tx
    .selectFrom('payoutRuns')
    .select([
      'id',
      'payDate',
      'state',
      'revision',
      'fingerprint',
      'preparedBy',
      'approvedBy',
      'approvedAt',
      'madeBy',
      'effectiveDate',
      'refusedAt',
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId);
