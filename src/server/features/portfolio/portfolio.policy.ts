import type { Caller } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

export function requireManager(caller: Caller): void {
  if (!caller.canSwitchSyndicates) throw new Refusal('switch_not_allowed');
}

/** Refuses a tab that the syndicate does not have. The tables share one call, so any of their tabs allows it. */
export function requireTab(caller: Caller, ...anyOf: (keyof Caller['tabs'])[]): void {
  if (!anyOf.some((tab) => caller.tabs[tab])) throw new Refusal('tab_not_shown');
}
