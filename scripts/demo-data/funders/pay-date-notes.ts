import {
  addDays,
  type CalendarDate,
  formatDate,
  isWeekday,
} from '../../../src/shared/domain/calendar-date.ts';
import type { Row } from '../book.ts';
import { holidayOn } from '../business-days.ts';
import type { Funder } from './funder.ts';

/** Holidays of the last months, where a syndicate's pay date falls on a day without banks. */
const DAYS_BACK = 250;

export function payDateNoteRows(funder: Funder, asOf: CalendarDate): Row<'payDateNotes'>[] {
  const rows: Row<'payDateNotes'>[] = [];
  for (let date = addDays(asOf, -DAYS_BACK); date <= asOf; date = addDays(date, 1)) {
    const holiday = isWeekday(date) ? holidayOn(date) : undefined;
    if (holiday === undefined) continue;
    const note = `${holiday}: banks are closed, this payout settles on ${formatDate(nextBankDay(date))}.`;
    for (const { id, profile, payDateAfter } of funder.syndicates) {
      const isPayDate = payDateAfter(addDays(date, -1)) === date;
      if (isPayDate && profile.presence > 0)
        rows.push({ tenantId: funder.tenantId, syndicateId: id, payDate: date, note });
    }
  }
  return rows;
}

function nextBankDay(holiday: CalendarDate): CalendarDate {
  let date = addDays(holiday, 1);
  while (!isWeekday(date) || holidayOn(date) !== undefined) date = addDays(date, 1);
  return date;
}
