import { searchText } from './search-text.ts';

export interface DealSearch {
  /** The id of the syndicate whose share is shown to a manager; without it the user's own. */
  syndicate?: string | undefined;
}

/** What is no id is left out. */
export function dealSearch(search: Record<string, unknown>): DealSearch {
  const syndicate = searchText(search['syndicate']);
  return { syndicate: syndicate !== undefined && /^\d{1,15}$/.test(syndicate) ? syndicate : undefined };
}
