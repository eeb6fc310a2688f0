import type { FastifyRequest } from 'fastify';
import { type Endpoint, isReading } from '../../shared/contract/endpoint.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Investor, Staff } from './caller.ts';
import { requireRecordedView } from './recorded-use.ts';
import { refuseBeforeDuties, requirePermissions } from './requirements.ts';

/** Names the syndicate whose portal staff look at. It opens nothing by itself: the caller must be staff who may. */
const HEADER = 'x-look-as';

/** What staff need for it, whatever they look at. */
export const TO_LOOK: readonly Permission[] = ['view-desk', 'look-as-investor'];

/** The syndicate that the request asks to see the portal of; null for everybody who uses their own. */
export function syndicateLookedAt(request: FastifyRequest): bigint | null {
  const named = request.headers[HEADER];
  if (named === undefined) return null;
  if (typeof named !== 'string' || !/^\d{1,18}$/.test(named)) throw new Refusal('invalid_request');
  return BigInt(named);
}

/**
 * Staff who look at the portal as an investor of a syndicate sees it. They read what every investor of it may read, under their own
 * name, and each call is in the audit trail before it is answered. Nothing that changes anything answers.
 */
export async function lookAsInvestor(
  tx: Tx,
  staff: Staff,
  { endpoint, request, syndicateId }: { endpoint: Endpoint; request: FastifyRequest; syndicateId: bigint },
): Promise<Investor> {
  // Whatever is open to investors before theirs: staff do nothing without a second factor.
  refuseBeforeDuties(staff, { ...endpoint, openBefore: [] });
  requirePermissions(staff, { ...endpoint, needs: TO_LOOK });
  if (!isReading(endpoint) || endpoint.opensTransactions || endpoint.needsFreshFactor)
    throw new Refusal('look_only');
  const syndicate = await tx
    .selectFrom('syndicates')
    .select(['showsSimpleView', 'showsDetailedView', 'showsDealsTab'])
    .where('tenantId', '=', staff.tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (!syndicate) throw new Refusal('not_found');
  const { showsSimpleView: simple, showsDetailedView: detailed, showsDealsTab: deals } = syndicate;
  const { kind: _, role: __, ...signedIn } = staff;
  // None of an investor's permissions: each belongs to a person, and this is nobody of the syndicate.
  const investor: Investor = {
    ...signedIn,
    kind: 'investor',
    syndicateId,
    permissions: new Set(),
    tabs: { simple, detailed, deals },
  };
  requirePermissions(investor, endpoint);
  await requireRecordedView(tx, staff.tenantId, {
    actorId: staff.userId,
    action: 'portal looked at',
    // With the ids in it, so that the trail says which deal it was.
    subject: `syndicate ${syndicateId}: ${request.url.split('?', 1)[0]}`,
    details: { session: staff.sessionId },
  });
  return investor;
}
