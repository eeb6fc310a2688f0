import { type Selectable, sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealTerms } from '../../shared/domain/deal-terms.ts';
import type { Tx } from '../platform/db/database.ts';
import type { DealTerms as DealTermsTable } from '../platform/db/schema.ts';
import { findFundedDeal } from './locked-deals.ts';

/** Terms with what was said of them, and who said it when. */
export interface ListedTerms extends DealTerms {
  change: DealTerms['reason'];
  note: string;
  recordedBy: string | null;
  recordedAt: string;
}

/** All terms of a deal, in the order in which they were recorded. */
export async function listTerms(tx: Tx, tenantId: string, mid: string): Promise<ListedTerms[]> {
  const { dealId } = await findFundedDeal(tx, tenantId, mid);
  return readListedTerms(tx, tenantId, dealId);
}

export async function readListedTerms(tx: Tx, tenantId: string, dealId: bigint): Promise<ListedTerms[]> {
  const rows = await tx
    .selectFrom('dealTerms')
    .select([...COLUMNS, 'note', 'recordedBy', 'recordedAt'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...toTerms(row),
    change: row.reason,
    note: row.note,
    recordedBy: row.recordedBy,
    recordedAt: row.recordedAt.toISOString(),
  }));
}

export interface RecordedTerms extends DealTerms {
  id: bigint;
  note: string;
}

/** The terms of several deals, each in the order in which they were recorded. */
export async function readTerms(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, RecordedTerms[]>> {
  const rows = await tx
    .selectFrom('dealTerms')
    .select([...COLUMNS, 'dealId', 'id', 'note'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', sql<bigint>`any(${dealIds}::bigint[])`)
    .orderBy('dealId')
    .orderBy('id')
    .execute();
  const byDeal = new Map<bigint, RecordedTerms[]>();
  for (const row of rows) {
    const terms = byDeal.get(row.dealId) ?? [];
    byDeal.set(row.dealId, terms);
    terms.push({ ...toTerms(row), id: row.id, note: row.note });
  }
  return byDeal;
}

const COLUMNS = [
  'effectiveDate',
  'paymentCents',
  'paymentFrequency',
  'debitWeekday',
  'firstDebitDate',
  'reason',
] as const;

const toTerms = (row: Pick<Selectable<DealTermsTable>, (typeof COLUMNS)[number]>): DealTerms => ({
  effectiveDate: calendarDate(row.effectiveDate),
  payment: row.paymentCents,
  frequency: row.paymentFrequency,
  weekday: row.debitWeekday,
  firstDebitDate: row.firstDebitDate === null ? null : calendarDate(row.firstDebitDate),
  reason: row.reason,
});
