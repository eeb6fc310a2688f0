import { Refusal } from '../errors.ts';
import type { Caller } from './caller.ts';

/** Everyone sees their own syndicate's book; a manager any of the tenant's. Row-level security keeps other tenants out. */
export function requireSyndicateAccess(caller: Caller, syndicateId: bigint): void {
  if (syndicateId !== caller.syndicateId && !caller.canSwitchSyndicates)
    throw new Refusal('switch_not_allowed');
}
