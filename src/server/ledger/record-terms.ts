import { sql } from 'kysely';
import { type DealStatus, isEnded } from '../../shared/domain/deal-status.ts';
import { type DealTerms, inOrder, termsOn, weekdayToKeep } from '../../shared/domain/deal-terms.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { readTerms } from './listed-terms.ts';

export interface NewTerms extends DealTerms {
  dealId: bigint;
  note: string;
  /** Who said so; null for what a change of the status brings. */
  recordedBy: string | null;
}

/** Adds terms to deals whose locks the caller holds, and returns their ids. The caller then has the standings worked out again. */
export async function recordTerms(tx: Tx, tenantId: string, terms: readonly NewTerms[]): Promise<bigint[]> {
  if (terms.length === 0) return [];
  const added = await tx
    .insertInto('dealTerms')
    .values(
      terms.map((each) => ({
        tenantId,
        dealId: each.dealId,
        effectiveDate: each.effectiveDate,
        paymentCents: each.payment,
        paymentFrequency: each.frequency,
        debitWeekday: each.weekday,
        firstDebitDate: each.firstDebitDate,
        reason: each.reason,
        note: each.note,
        recordedBy: each.recordedBy,
        // In the order in which they are recorded, also within a transaction.
        recordedAt: sql<Date>`clock_timestamp()`,
      })),
    )
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

const SUSPENDED: DealStatus = 'Payment Temporarily Suspended';

interface StatusMove {
  dealId: bigint;
  formerStatus: string;
  status: DealStatus;
}

/** A deal that is suspended is paused from today on, and resumes with what it paid before when it is open again. */
export async function pauseWithStatus(tx: Tx, tenantId: string, moves: readonly StatusMove[]): Promise<void> {
  const pausing = moves.filter((move) => move.status === SUSPENDED && move.formerStatus !== SUSPENDED);
  const resuming = moves.filter(
    ({ formerStatus, status }) => formerStatus === SUSPENDED && status !== SUSPENDED && !isEnded(status),
  );
  if (pausing.length + resuming.length === 0) return;
  const effectiveDate = await readToday(tx);
  const termsOf = await readTerms(
    tx,
    tenantId,
    [...pausing, ...resuming].map(({ dealId }) => dealId),
  );
  const by = { effectiveDate, firstDebitDate: null, note: '', recordedBy: null } as const;
  const added = [
    ...pausing.flatMap(({ dealId }): NewTerms[] => {
      const now = termsOn(termsOf.get(dealId) ?? [], effectiveDate);
      return !now || now.payment === 0n
        ? []
        : [{ ...now, ...by, dealId, weekday: weekdayToKeep(now), payment: 0n, reason: 'paused' }];
    }),
    ...resuming.flatMap(({ dealId }): NewTerms[] => {
      const terms = termsOf.get(dealId) ?? [];
      const before = inOrder(terms).findLast(({ payment }) => payment > 0n);
      const isPaused = termsOn(terms, effectiveDate)?.payment === 0n;
      return before && isPaused
        ? [{ ...before, ...by, dealId, weekday: weekdayToKeep(before), reason: 'resumed' }]
        : [];
    }),
  ];
  await recordTerms(tx, tenantId, added);
}
