import type { Caller } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

/** Whose participations open a file: the own syndicate's, or, for a manager, any of the tenant's. */
export interface Viewer {
  tenantId: string;
  syndicateId: bigint | 'any';
}

/** Without the permission there is no file to be found. */
export function viewerOf({ tenantId, syndicateId, canSwitchSyndicates, canViewFcs }: Caller): Viewer {
  if (!canViewFcs) throw new Refusal('not_found');
  return { tenantId, syndicateId: canSwitchSyndicates ? 'any' : syndicateId };
}
