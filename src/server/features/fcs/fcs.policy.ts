import type { Investor } from '../../access/caller.ts';
import { viewsEverySyndicate } from '../../access/viewed-syndicate.ts';

/** Whose participations give access to a file: those of the caller's syndicate or, for a manager, any of the tenant's. */
export interface Viewer {
  tenantId: string;
  syndicateId: bigint | 'any';
}

export const viewerOf = (investor: Investor): Viewer => ({
  tenantId: investor.tenantId,
  syndicateId: viewsEverySyndicate(investor) ? 'any' : investor.syndicateId,
});
