import { type DealSearch, dealSearch } from './deal-search.ts';
import { searchText } from './search-text.ts';

/** As it is written; the page keeps what it understands (features/as-of/asked-search.ts). */
export interface AsOfSearch extends DealSearch {
  /** Today, unless it is given. */
  date?: string | undefined;
  compare?: string | undefined;
  /** The lines of one cause only. */
  cause?: string | undefined;
  page?: string | undefined;
}

export const asOfSearch = (search: Record<string, unknown>): AsOfSearch => ({
  ...dealSearch(search),
  date: searchText(search['date']),
  compare: searchText(search['compare']),
  cause: searchText(search['cause']),
  page: searchText(search['page']),
});
