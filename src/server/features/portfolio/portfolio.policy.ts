import type { Caller } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

export function requireManager(caller: Caller): void {
  if (!caller.canSwitchSyndicates) throw new Refusal('switch_not_allowed');
}

/** A tab that the syndicate does not have is closed on the server too. The tables share one call: any of them opens it. */
export function requireTab(caller: Caller, ...anyOf: (keyof Caller['tabs'])[]): void {
  if (!anyOf.some((tab) => caller.tabs[tab])) throw new Refusal('tab_not_shown');
}
