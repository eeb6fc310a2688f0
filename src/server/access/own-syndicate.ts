import { Refusal } from '../platform/errors.ts';
import type { Investor } from './caller.ts';

/** Ids that a browser sends along are claims. Also a manager who looks at another syndicate changes nothing of it. */
export function requireOwnSyndicate(
  caller: Investor,
  claimed: { userId?: bigint; syndicateId: bigint },
): void {
  if (claimed.userId !== undefined && claimed.userId !== caller.userId) throw new Refusal('not_found');
  if (claimed.syndicateId !== caller.syndicateId) throw new Refusal('profile_not_yours');
}
