import { searchText } from './search-text.ts';

export const PORTFOLIO_VIEWS = ['simple', 'detailed', 'payouts', 'deals', 'insights'] as const;
export type PortfolioView = (typeof PORTFOLIO_VIEWS)[number];

const TABLE_PARAMETERS = [
  'search',
  'status',
  'month',
  'watchlist',
  'payoutsFrom',
  'payoutsTo',
  'sort',
  'page',
  'length',
] as const;

/** What is chosen on the tab Insights, as text: see `use-insights-choice.ts`. */
const INSIGHTS_PARAMETERS = ['figure', 'endValue', 'lossBy', 'lossBasis', 'kind'] as const;
export type InsightsParameter = (typeof INSIGHTS_PARAMETERS)[number];

/** The search parameters of a table, as text. Only the table that is open knows which of them are valid. */
export type TableSearch = { [P in (typeof TABLE_PARAMETERS)[number]]?: string | undefined };

export type InsightsSearch = { [P in InsightsParameter]?: string | undefined };

export interface DashboardSearch extends TableSearch, InsightsSearch {
  view?: PortfolioView | undefined;
  /** The id of the syndicate that a manager has switched to. */
  syndicate?: string | undefined;
  /** The chosen pay date, as text. */
  payDate?: string | undefined;
  /** Which deals the returns are of, as text. */
  returns?: string | undefined;
}

/**
 * Always in the same order, so that the same choice has one address. Missing parameters are set to undefined, because the router
 * takes whatever a validated search leaves out from the address as it is.
 */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    view: PORTFOLIO_VIEWS.find((view) => view === search['view']),
    syndicate: searchText(search['syndicate']),
    payDate: searchText(search['payDate']),
    returns: searchText(search['returns']),
    ...(Object.fromEntries(
      [...TABLE_PARAMETERS, ...INSIGHTS_PARAMETERS].map((name) => [name, searchText(search[name])]),
    ) as TableSearch & InsightsSearch),
  };
}
