import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { readClosedPayDates } from './closed-pay-dates.ts';

/**
 * Tells whether what is paid on a date can still be changed: until the day has come, or a payout run has closed it before. What is posted
 * later goes to a later pay date.
 */
export async function readIsOpenPayDate(
  tx: Tx,
  tenantId: string,
): Promise<(payDate: CalendarDate) => boolean> {
  const today = await readToday(tx);
  const closed = await readClosedPayDates(tx, tenantId, today);
  return (payDate) => payDate > today && !closed.has(payDate);
}
