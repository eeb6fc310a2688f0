import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { bankDaysBack } from '../../../shared/domain/debit-days.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface AsOf {
  /** The day through which everything is posted; null while nothing is. */
  date: CalendarDate | null;
  clearingBankDays: number;
}

/** The day through which the tenant's book is posted, and how long a debit takes to clear. */
export async function readAsOf(tx: Tx, tenantId: string): Promise<AsOf> {
  const { rows } = await sql<{ completeThrough: string | null; clearingBankDays: number }>`
    select complete_through, clearing_bank_days
    from tenants left join tenant_books on tenant_books.tenant_id = tenants.id
    where tenants.id = ${tenantId}::uuid`.execute(tx);
  const [row] = rows;
  return {
    date: row?.completeThrough ? calendarDate(row.completeThrough) : null,
    clearingBankDays: row?.clearingBankDays ?? 0,
  };
}

/** The last day whose debits have had the time to clear. */
export const settledDay = ({ date, clearingBankDays }: AsOf): CalendarDate | null =>
  date && bankDaysBack(date, clearingBankDays);
