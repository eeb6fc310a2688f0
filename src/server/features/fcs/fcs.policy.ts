import type { Caller } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

/** Whose participations give access to a file: those of the caller's syndicate or, for a manager, any of the tenant's. */
export interface Viewer {
  tenantId: string;
  syndicateId: bigint | 'any';
}

/** Without the permission, the file is reported as not found. */
export function viewerOf({ tenantId, syndicateId, canSwitchSyndicates, canViewFcs }: Caller): Viewer {
  if (!canViewFcs) throw new Refusal('not_found');
  return { tenantId, syndicateId: canSwitchSyndicates ? 'any' : syndicateId };
}
