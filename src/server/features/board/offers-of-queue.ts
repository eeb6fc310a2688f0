import { type RawBuilder, sql } from 'kysely';
import type { QueueName } from '../../../shared/domain/desk-queues.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import type { Tx } from '../../platform/db/database.ts';

/** How the offer of something that waits is found by its key, in the queues that have one. */
const OFFERS: { readonly [Name in QueueName]?: (keys: readonly bigint[]) => RawBuilder<unknown> } = {
  acceptances: (keys) => sql`
    select offer.deal_id as key, offer.id as "offerId" from offers offer
    where offer.tenant_id = app_tenant() and offer.deal_id = any(${keys}::bigint[])
      and offer.status = ${sql.lit(OFFER_STATUS.accepted)}`,
  'pre-fundings': ofInvites,
  invites: ofInvites,
  adjustments: (keys) => sql`
    select known.id as key, invite.offer_id as "offerId" from invite_cases known
    join participation_invites invite on invite.tenant_id = known.tenant_id and invite.id = known.invite_id
    where known.tenant_id = app_tenant() and known.id = any(${keys}::bigint[])`,
};

function ofInvites(keys: readonly bigint[]): RawBuilder<unknown> {
  return sql`select invite.id as key, invite.offer_id as "offerId" from participation_invites invite
    where invite.tenant_id = app_tenant() and invite.id = any(${keys}::bigint[])`;
}

/** The offers that the things of a queue are about, by their keys. */
export async function readOffersOfQueue(
  tx: Tx,
  name: QueueName,
  keys: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const query = OFFERS[name]?.(keys);
  if (!query || keys.length === 0) return new Map();
  const { rows } = await sql<{ key: bigint; offerId: bigint }>`${query}`.execute(tx);
  return new Map(rows.map(({ key, offerId }) => [key, offerId]));
}
