import type { Investor } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

/** A tab that the syndicate does not have is closed on the server too. The tables share one call: any of them opens it. */
export function requireTab(caller: Investor, ...anyOf: (keyof Investor['tabs'])[]): void {
  if (!anyOf.some((tab) => caller.tabs[tab])) throw new Refusal('tab_not_shown');
}
