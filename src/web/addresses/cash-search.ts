import { CASH_ENTRY_KINDS, type CashEntryKind } from '../../shared/domain/cash-account.ts';
import { isIdText } from '../lib/id-text.ts';
import { searchText } from './search-text.ts';

export interface CashSearch {
  /** The month whose movements are shown, such as '2026-11'; the current one when it is left out. */
  month?: string | undefined;
  kind?: CashEntryKind | undefined;
  /** The id of the syndicate whose account is shown. */
  syndicate?: string | undefined;
}

// The router is part of every page, so it does not load the arithmetic of dates.
const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;

/** The valid search parameters of the page Cash. */
export function cashSearch(search: Record<string, unknown>): CashSearch {
  const month = searchText(search['month']);
  const syndicate = searchText(search['syndicate']);
  return {
    month: month !== undefined && MONTH.test(month) ? month : undefined,
    kind: CASH_ENTRY_KINDS.find((kind) => kind === search['kind']),
    syndicate: isIdText(syndicate) ? syndicate : undefined,
  };
}
