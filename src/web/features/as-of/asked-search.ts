import { DIFFERENCE_CAUSES } from '../../../shared/domain/book-as-of.ts';
import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { AsOfSearch } from '../../addresses/as-of-search.ts';

/** What an address asks for. What is no day, cause or page is left out. */
export const askedSearch = ({ syndicate, date, compare, cause, page = '1' }: AsOfSearch) => ({
  syndicate,
  date: dayIn(date),
  compare: dayIn(compare),
  cause: DIFFERENCE_CAUSES.find((each) => each === cause),
  page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
});

const dayIn = (text: string | undefined): CalendarDate | undefined =>
  text !== undefined && isCalendarDate(text) ? text : undefined;
