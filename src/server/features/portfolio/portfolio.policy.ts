import type { BookReader, Tabs } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

/** A tab that the syndicate does not have is closed on the server too. The tables share one call: any of them opens it. */
export function requireTab(caller: BookReader, syndicateId: bigint, ...anyOf: (keyof Tabs)[]): void {
  const tabs = tabsShownTo(caller, syndicateId);
  if (!anyOf.some((tab) => tabs?.[tab])) throw new Refusal('tab_not_shown');
}

/** A guest may read the books of several syndicates, each with its own tabs. */
const tabsShownTo = (caller: BookReader, syndicateId: bigint): Tabs | undefined =>
  caller.kind === 'investor'
    ? caller.tabs
    : caller.opened.find((book) => book.syndicateId === syndicateId)?.tabs;
