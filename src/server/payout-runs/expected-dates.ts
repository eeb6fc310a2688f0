import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Tx } from '../platform/db/database.ts';
import { effectiveDateOf } from './effective-date.ts';
import { readNow } from './make-file.ts';
import { readOriginator } from './originators.ts';

/** Until somebody has said another one. */
const USUAL_CUTOFF = 14 * 60;

/** Tells on which day the money of a pay date moves if its bank file is made now. */
export async function readExpectedDates(
  tx: Tx,
  tenantId: string,
): Promise<(payDate: CalendarDate) => CalendarDate> {
  const now = await readNow(tx);
  const cutoff = (await readOriginator(tx, tenantId))?.cutoffMinute ?? USUAL_CUTOFF;
  return (payDate) => effectiveDateOf(payDate, now, cutoff);
}
