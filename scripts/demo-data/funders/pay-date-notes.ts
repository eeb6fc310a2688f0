import { bankDayFrom, holidayOn } from '../../../src/shared/domain/bank-holidays.ts';
import {
  addDays,
  type CalendarDate,
  formatDate,
  isoWeekday,
  isWeekday,
} from '../../../src/shared/domain/calendar-date.ts';
import type { Row } from '../book.ts';
import type { Funder } from './funder.ts';

/** Notes about recent holidays on which a syndicate would otherwise have been paid. */
const DAYS_BACK = 250;

export function payDateNoteRows(funder: Funder, asOf: CalendarDate): Row<'payDateNotes'>[] {
  const rows: Row<'payDateNotes'>[] = [];
  for (let date = addDays(asOf, -DAYS_BACK); date <= asOf; date = addDays(date, 1)) {
    const holiday = isWeekday(date) ? holidayOn(date) : undefined;
    if (holiday === undefined) continue;
    const payDate = bankDayFrom(date);
    const note = `${holiday}: banks were closed on ${formatDate(date)}, paid on ${formatDate(payDate)} instead.`;
    for (const { id, profile } of funder.syndicates) {
      if (profile.payDays.includes(isoWeekday(date)) && profile.presence > 0)
        rows.push({ tenantId: funder.tenantId, syndicateId: id, payDate, note });
    }
  }
  return rows;
}
