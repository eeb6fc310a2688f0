import { DIFFERENCE_CAUSES, type DifferenceCause } from '../../shared/domain/book-as-of.ts';
import { type CalendarDate, isCalendarDate } from '../../shared/domain/calendar-date.ts';
import { type DealSearch, dealSearch } from './deal-search.ts';
import { searchText } from './search-text.ts';

export interface AsOfSearch extends DealSearch {
  /** Today, unless it is given. */
  date?: CalendarDate | undefined;
  compare?: CalendarDate | undefined;
  /** The lines of one cause only. */
  cause?: DifferenceCause | undefined;
  page?: number | undefined;
}

/** What is no day, cause or page is left out. */
export function asOfSearch(search: Record<string, unknown>): AsOfSearch {
  const page = Number(searchText(search['page']) ?? 1);
  return {
    ...dealSearch(search),
    date: dayIn(search['date']),
    compare: dayIn(search['compare']),
    cause: DIFFERENCE_CAUSES.find((cause) => cause === search['cause']),
    page: Number.isInteger(page) && page > 1 && page < 100_000 ? page : undefined,
  };
}

function dayIn(value: unknown): CalendarDate | undefined {
  const text = searchText(value);
  return text !== undefined && isCalendarDate(text) ? text : undefined;
}
