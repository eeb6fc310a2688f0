import { isIdText } from '../lib/id-text.ts';
import { searchText } from './search-text.ts';

const TABS = ['contact', 'notifications', 'login', 'bank', 'guests'] as const;
export type ProfileTab = (typeof TABS)[number];

export interface ProfileSearch {
  tab?: ProfileTab | undefined;
  /** The id of the syndicate whose profile is shown. */
  syndicate?: string | undefined;
}

/** The valid search parameters of the profile. */
export function profileSearch(search: Record<string, unknown>): ProfileSearch {
  const syndicate = searchText(search['syndicate']);
  return {
    tab: TABS.find((tab) => tab === search['tab']),
    syndicate: isIdText(syndicate) ? syndicate : undefined,
  };
}
