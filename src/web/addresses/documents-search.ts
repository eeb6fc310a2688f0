import { isIdText } from '../lib/id-text.ts';
import { searchText } from './search-text.ts';

export interface DocumentsSearch {
  /** The id of the syndicate whose documents are shown. */
  syndicate?: string | undefined;
}

/** The valid search parameters of the page Documents. */
export function documentsSearch(search: Record<string, unknown>): DocumentsSearch {
  const syndicate = searchText(search['syndicate']);
  return { syndicate: isIdText(syndicate) ? syndicate : undefined };
}
