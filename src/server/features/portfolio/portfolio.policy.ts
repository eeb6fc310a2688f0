import { Refusal } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';

/** Everyone sees their own syndicate's book; a manager any of the tenant's. Row-level security keeps other tenants out. */
export function requirePortfolioAccess(caller: Caller, syndicateId: bigint): void {
  if (syndicateId !== caller.syndicateId && !caller.canSwitchSyndicates)
    throw new Refusal('switch_not_allowed');
}

export function requireManager(caller: Caller): void {
  if (!caller.canSwitchSyndicates) throw new Refusal('switch_not_allowed');
}
