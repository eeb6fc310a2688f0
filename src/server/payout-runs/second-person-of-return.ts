import { bankDayBefore } from '../../shared/domain/bank-holidays.ts';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { LATE_AFTER_BANK_DAYS, type ReturnSecondPerson } from '../../shared/domain/return-files.ts';
import { moveAlone, readMovingAlone } from '../approvals/moved-alone.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';

interface MovedReturn {
  tenantId: string;
  amount: Cents;
  /** Since when the bank counts as having paid it, where nothing but a person's word says that it came back or did not. */
  paidOn: CalendarDate | null;
  /** Whether a cash account would go below zero. */
  isBelowZero: boolean;
}

/** Why somebody needs a second person to enter returns or to take one back; null where one may do it. */
export async function whySecondPersonOfReturn(
  tx: Tx,
  { tenantId, amount, paidOn, isBelowZero }: MovedReturn,
  by: DeskUser,
): Promise<{ secondPerson: ReturnSecondPerson | null; limitDollars: number; alone: Cents }> {
  const moving = await readMovingAlone(tx, { tenantId, limit: 'corrections', amount }, by);
  if (isBelowZero) return { ...moving, secondPerson: 'below zero' };
  if (paidOn !== null && (await isLate(tx, paidOn))) return { ...moving, secondPerson: 'paid long ago' };
  return moving;
}

/** Counts what somebody enters or takes back alone, and refuses what takes two. Before anything of the book is locked. */
export async function moveReturnAlone(
  tx: Tx,
  moved: MovedReturn & { what: string },
  by: DeskUser,
): Promise<void> {
  const { tenantId, amount, what } = moved;
  const { secondPerson } = await whySecondPersonOfReturn(tx, moved, by);
  if (secondPerson !== null) throw new Refusal('second_person_needed');
  await moveAlone(tx, { tenantId, limit: 'corrections', amount, what }, by);
}

async function isLate(tx: Tx, paidOn: CalendarDate): Promise<boolean> {
  let day = await readToday(tx);
  for (let passed = 0; passed < LATE_AFTER_BANK_DAYS; passed += 1) day = bankDayBefore(day);
  return paidOn < day;
}
