import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealTerms } from '../../shared/domain/deal-terms.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** Terms with what was said of them, and who said it when. */
export interface ListedTerms extends DealTerms {
  change: DealTerms['reason'];
  note: string;
  recordedBy: string | null;
  recordedAt: string;
}

export interface TermsOfDeal {
  dealId: bigint;
  fundedDate: string;
}

/** The funded deal with this MID. */
export async function findFundedDeal(tx: Tx, tenantId: string, mid: string): Promise<TermsOfDeal> {
  const deal = await tx
    .selectFrom('deals')
    .select(['id as dealId', 'fundedDate'])
    .where('tenantId', '=', tenantId)
    .where('mid', '=', mid)
    .where('fundedDate', 'is not', null)
    .executeTakeFirst();
  if (!deal?.fundedDate) throw new Refusal('not_found', { message: 'No funded deal has this MID.' });
  return { dealId: deal.dealId, fundedDate: deal.fundedDate };
}

/** All terms of a deal, in the order in which they were recorded. */
export async function listTerms(tx: Tx, tenantId: string, mid: string): Promise<ListedTerms[]> {
  const { dealId } = await findFundedDeal(tx, tenantId, mid);
  return readListedTerms(tx, tenantId, dealId);
}

export async function readListedTerms(tx: Tx, tenantId: string, dealId: bigint): Promise<ListedTerms[]> {
  const rows = await tx
    .selectFrom('dealTerms')
    .select(['effectiveDate', 'paymentCents', 'paymentFrequency', 'debitWeekday', 'firstDebitDate'])
    .select(['reason', 'note', 'recordedBy', 'recordedAt'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    effectiveDate: calendarDate(row.effectiveDate),
    payment: row.paymentCents,
    frequency: row.paymentFrequency,
    weekday: row.debitWeekday,
    firstDebitDate: row.firstDebitDate === null ? null : calendarDate(row.firstDebitDate),
    reason: row.reason,
    change: row.reason,
    note: row.note,
    recordedBy: row.recordedBy,
    recordedAt: row.recordedAt.toISOString(),
  }));
}
