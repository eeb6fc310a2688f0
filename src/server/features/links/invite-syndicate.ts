import type { LinkRequest } from '../../../shared/contract/operator-links.ts';
import { isAllowedPercent, maxAllowedPercent } from '../../../shared/domain/pre-funding.ts';
import { type Rate, rate, ZERO_RATE } from '../../../shared/domain/rate.ts';
import { idOf } from '../../book/named-subject.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { requireOpenSyndicate } from '../../book/open-syndicate.ts';
import { isOpenForParticipation, readShareLeft } from '../../book/share-left.ts';
import { findSyndicate } from '../../identity/named-syndicate.ts';
import { newToken } from '../../platform/crypto/random-tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { invitesOf } from './invites.queries.ts';

type InviteRequest = Extract<LinkRequest, { kind: 'prefunding' | 'reply' }>;
type NewInvite = Exclude<InviteRequest, { inviteId: bigint }>;

interface Within {
  tenantId: string;
}

/** The named invite, or the invite of a syndicate to an offer, which is created if there is none. */
export async function findOrInvite(tx: Tx, within: Within, request: InviteRequest) {
  if (!('inviteId' in request)) {
    const { id, isNew } = await invite(tx, within, request);
    return { ...(await readInvite(tx, within, id)), isNew };
  }
  const found = await readInvite(tx, within, request.inviteId);
  if (request.kind === 'prefunding' && !isOpenForParticipation(found.dealStatus, found.offerStatus))
    throw new Refusal('invite_closed');
  return { ...found, isNew: false };
}

async function readInvite(tx: Tx, { tenantId }: Within, inviteId: bigint) {
  const invite = await invitesOf(tx, tenantId)
    .select([
      'invite.id',
      'invite.publicId',
      'syndicate.esignEmail',
      'syndicate.ccEmails',
      'deal.status as dealStatus',
      'offer.status as offerStatus',
    ])
    .where('invite.id', '=', inviteId)
    .executeTakeFirst();
  if (!invite) throw notFoundInTenant(`invite ${inviteId}`);
  return invite;
}

/** A syndicate is invited to a deal once. The same invitation again on the same terms returns the existing invite. */
async function invite(
  tx: Tx,
  { tenantId }: Within,
  request: NewInvite,
): Promise<{ id: bigint; isNew: boolean }> {
  const { offeredSharePercent, maxSharePercent } = request;
  const named = { id: request.offerId, ownId: request.ownOfferId };
  const offerId = await idOf(tx, { tenantId }, 'offer', named);
  const deal = await readDeal(tx, tenantId, offerId);
  const syndicateId = await requireSyndicate(tx, tenantId, request);
  const known = await tx
    .selectFrom('participationInvites')
    .select(['id', 'offerId', 'maxSharePercent', 'offeredSharePercent'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', deal.id)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  if (known) {
    const isSame =
      known.offerId === offerId &&
      isSameOrUnsaid(maxSharePercent, known.maxSharePercent) &&
      isSameOrUnsaid(offeredSharePercent, known.offeredSharePercent);
    if (isSame) return { id: known.id, isNew: false };
    const message = `The syndicate is invited to this deal on other terms already: invite ${known.id}.`;
    throw new Refusal('invite_exists', { message });
  }
  await requireOpenSyndicate(tx, tenantId, syndicateId);
  const most = await mostOf(tx, tenantId, deal);
  const max = maxSharePercent ?? most;
  if (max.lte(ZERO_RATE) || !isAllowedPercent(max, most)) throw notAllowed(most);
  if (offeredSharePercent && !isAllowedPercent(offeredSharePercent, max)) throw notAllowed(max);
  const { id } = await tx
    .insertInto('participationInvites')
    .values({
      tenantId,
      syndicateId,
      dealId: deal.id,
      offerId,
      publicId: newToken(),
      maxSharePercent: max.toFixed(),
      offeredSharePercent: offeredSharePercent?.toFixed() ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/** Locks the deal, so that of two simultaneous invitations the second finds the invite of the first. */
async function readDeal(tx: Tx, tenantId: string, offerId: bigint) {
  const deal = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .select(['deal.id', 'deal.status', 'deal.syndicationCapPercent', 'offer.status as offerStatus'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', offerId)
    .forNoKeyUpdate('deal')
    .executeTakeFirst();
  if (!deal) throw notFoundInTenant(`offer ${offerId}`);
  if (!isOpenForParticipation(deal.status, deal.offerStatus)) throw new Refusal('invite_closed');
  return deal;
}

async function requireSyndicate(
  tx: Tx,
  tenantId: string,
  { syndicateId, syndicate: named }: NewInvite,
): Promise<bigint> {
  if ((syndicateId === undefined) === (named === undefined))
    throw new Refusal('invalid_request', { message: 'Either syndicate_id or syndicate is needed.' });
  if (named !== undefined) return findSyndicate(tx, tenantId, named);
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId ?? 0n)
    .executeTakeFirst();
  if (!syndicate) throw notFoundInTenant(`syndicate ${syndicateId}`);
  return syndicate.id;
}

/** The largest multiple of half a percent that is still available of the deal's cap. */
async function mostOf(
  tx: Tx,
  tenantId: string,
  { id, syndicationCapPercent }: { id: bigint; syndicationCapPercent: string },
): Promise<Rate> {
  const left = await readShareLeft(tx, tenantId, id, syndicationCapPercent);
  const most = maxAllowedPercent(rate(syndicationCapPercent), left);
  if (most.eq(ZERO_RATE)) throw new Refusal('share_not_left', { message: 'Nothing of this deal is left.' });
  return most;
}

const isSameOrUnsaid = (asked: Rate | undefined, known: string | null): boolean =>
  asked === undefined || (known !== null && asked.eq(rate(known)));

const notAllowed = (most: Rate) =>
  new Refusal('share_not_allowed', {
    message: `A participation in half percents is needed here, up to ${most.toFixed()}%.`,
  });
