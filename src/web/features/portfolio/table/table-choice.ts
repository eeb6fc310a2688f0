import { FIRST_ROWS, type SortColumn } from '../../../../shared/contract/participations.ts';
import { type CalendarDate, isCalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { type DealStatus, isDealStatus } from '../../../../shared/domain/deal-status.ts';
import type { TableSearch } from '../../../addresses/dashboard-search.ts';
import type { Sorting } from '../../../ui/table/data-table-types.ts';

export const PAGE_LENGTHS = [25, 50, 100, 'all'] as const;

export type ParticipationSorting = Sorting<SortColumn>;

/** Which rows a table shows, in which order and how many per page. */
export interface TableChoice {
  search: string;
  status: DealStatus | null;
  /** The first day of the month. */
  agreementMonth: CalendarDate | null;
  /** Only the deals on the watchlist. */
  onWatchlist: boolean;
  payoutsFrom: CalendarDate | null;
  payoutsTo: CalendarDate | null;
  sorting: ParticipationSorting;
  page: number;
  length: (typeof PAGE_LENGTHS)[number];
}

/** The filters and orders of a table. Others in the address are ignored. */
export interface TableControls {
  sortable: readonly SortColumn[];
  hasMonth?: boolean;
  hasPayoutDates?: boolean;
}

const { filter, sort, ...FIRST_PAGE } = FIRST_ROWS;
const FIRST: TableChoice = { ...FIRST_PAGE, ...filter, sorting: sort };

/** Reads the search parameters and ignores invalid ones. */
export function readChoice(address: TableSearch, controls: TableControls): TableChoice {
  const { status, month, length } = address;
  const page = Number(address.page);
  return {
    search: address.search ?? FIRST.search,
    status: status !== undefined && isDealStatus(status) ? status : null,
    agreementMonth: controls.hasMonth ? readDate(month && `${month}-01`) : null,
    onWatchlist: address.watchlist === 'on',
    payoutsFrom: controls.hasPayoutDates ? readDate(address.payoutsFrom) : null,
    payoutsTo: controls.hasPayoutDates ? readDate(address.payoutsTo) : null,
    sorting: readSorting(address.sort, controls.sortable),
    page: Number.isSafeInteger(page) && page > 1 ? page : FIRST.page,
    length: length === 'all' ? 'all' : length === '50' ? 50 : length === '100' ? 100 : FIRST.length,
  };
}

/** Only the parameters that differ from the defaults. */
export function writeChoice(choice: TableChoice): TableSearch {
  const { column, direction } = choice.sorting;
  const sort = direction === 'desc' ? `-${column}` : column;
  return {
    search: choice.search || undefined,
    status: choice.status ?? undefined,
    month: choice.agreementMonth?.slice(0, 7),
    watchlist: choice.onWatchlist ? 'on' : undefined,
    payoutsFrom: choice.payoutsFrom ?? undefined,
    payoutsTo: choice.payoutsTo ?? undefined,
    sort: sort === `-${FIRST.sorting.column}` ? undefined : sort,
    page: choice.page === FIRST.page ? undefined : String(choice.page),
    length: choice.length === FIRST.length ? undefined : String(choice.length),
  };
}

/** The parameters that are kept when switching to another table: those that all tables have. */
export const carriedOver = ({ search, status, watchlist, length }: TableSearch): TableSearch => ({
  ...writeChoice(FIRST),
  search,
  status,
  watchlist,
  length,
});

/** The parameters of a table that shows everything, from the beginning. */
export const NO_FILTER: TableSearch = writeChoice(FIRST);

/** Whether any filter besides the search is set. */
export const hasFilters = (choice: TableChoice): boolean =>
  choice.status !== null ||
  choice.agreementMonth !== null ||
  choice.onWatchlist ||
  choice.payoutsFrom !== null ||
  choice.payoutsTo !== null;

export const withoutFilters = ({ sorting, length }: TableChoice): TableChoice => ({
  ...FIRST,
  sorting,
  length,
});

function readSorting(text: string | undefined, sortable: readonly SortColumn[]): ParticipationSorting {
  const isDescending = text?.startsWith('-') ?? false;
  const name = isDescending ? text?.slice(1) : text;
  const column = sortable.find((known) => known === name);
  return column ? { column, direction: isDescending ? 'desc' : 'asc' } : FIRST.sorting;
}

/** What a table shows with the filters of the address, whichever of the tables has them. Null without any. */
export function readFilter(address: TableSearch): Omit<TableChoice, 'sorting' | 'page' | 'length'> | null {
  const { sorting, page, length, ...filter } = readChoice(address, {
    sortable: [],
    hasMonth: true,
    hasPayoutDates: true,
  });
  return filter.search.trim() !== '' || hasFilters({ ...FIRST, ...filter }) ? filter : null;
}

const readDate = (text: string | undefined): CalendarDate | null =>
  text !== undefined && isCalendarDate(text) ? text : null;
