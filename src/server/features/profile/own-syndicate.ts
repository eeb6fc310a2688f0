import type { Caller } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

/** An id that a browser sends proves nothing. A manager who views another syndicate cannot change it either. */
export function requireOwnSyndicate(caller: Caller, claimed: { userId?: bigint; syndicateId: bigint }): void {
  if (claimed.userId !== undefined && claimed.userId !== caller.userId) throw new Refusal('not_found');
  if (claimed.syndicateId !== caller.syndicateId) throw new Refusal('profile_not_yours');
}
