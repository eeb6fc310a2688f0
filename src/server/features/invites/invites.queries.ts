import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Exposure } from '../../../shared/domain/pre-funding-outlook.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Investor } from '../../access/caller.ts';
import { isOpenForParticipation, readShareLeft } from '../../book/share-left.ts';
import { netBalance } from '../../ledger/standings/watched-shares.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

type Invited = Pick<Investor, 'tenantId' | 'syndicateId'>;
type InviteKey = { publicId: string } | { dealId: bigint };

/** An invite of the caller's own syndicate. Others are not found, even for a manager who views that syndicate. */
export async function findInvite(tx: Tx, { tenantId, syndicateId }: Invited, key: InviteKey) {
  const invite = await tx
    .selectFrom('participationInvites as invite')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'invite.tenantId').onRef('deal.id', '=', 'invite.dealId'),
    )
    .leftJoin('preFundingAcceptances as acceptance', (join) =>
      join
        .onRef('acceptance.tenantId', '=', 'invite.tenantId')
        .onRef('acceptance.inviteId', '=', 'invite.id'),
    )
    .select([
      'invite.id',
      'invite.publicId',
      'invite.syndicateId',
      'invite.dealId',
      'invite.offerId',
      'invite.maxSharePercent',
      'invite.offeredSharePercent',
      'invite.openedAt',
      'deal.name as dealName',
      'deal.mid',
      'acceptance.sharePercent as acceptedPercent',
      'acceptance.participationAmountCents as acceptedAmount',
      'acceptance.acceptedAt',
    ])
    .where('invite.tenantId', '=', tenantId)
    .where('invite.syndicateId', '=', syndicateId)
    .where((eb) =>
      'publicId' in key ? eb('invite.publicId', '=', key.publicId) : eb('invite.dealId', '=', key.dealId),
    )
    .executeTakeFirst();
  if (!invite) throw new Refusal('not_found');
  const { maxSharePercent, offeredSharePercent, acceptedPercent, acceptedAmount, acceptedAt, ...rest } =
    invite;
  return {
    ...rest,
    maxSharePercent: rate(maxSharePercent),
    offeredSharePercent: offeredSharePercent === null ? null : rate(offeredSharePercent),
    acceptance:
      acceptedPercent === null || acceptedAmount === null || acceptedAt === null
        ? null
        : {
            sharePercent: rate(acceptedPercent),
            participationAmount: acceptedAmount,
            acceptedAt: acceptedAt.toISOString(),
          },
  };
}

export type Invite = Awaited<ReturnType<typeof findInvite>>;

/** Notes when somebody of the syndicate opened the invite for the first time. */
export const noteInviteOpened = (tx: Tx, { tenantId }: Invited, { id }: Pick<Invite, 'id'>) =>
  tx
    .updateTable('participationInvites')
    .set({ openedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('openedAt', 'is', null)
    .execute();

/** The deal of an invite, with the terms on which its syndicate would participate. */
export async function readInvitedDeal(tx: Tx, { tenantId, syndicateId }: Invited, invite: Invite) {
  const row = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .innerJoin('companies as company', (join) =>
      join.onRef('company.tenantId', '=', 'deal.tenantId').onRef('company.id', '=', 'deal.companyId'),
    )
    .leftJoin('companyAddresses as address', (join) =>
      join
        .onRef('address.tenantId', '=', 'company.tenantId')
        .onRef('address.companyId', '=', 'company.id')
        .on('address.kind', '=', 'Main'),
    )
    .innerJoin('syndicates as syndicate', (join) =>
      join.onRef('syndicate.tenantId', '=', 'deal.tenantId').on('syndicate.id', '=', syndicateId),
    )
    .select([
      'deal.id',
      'deal.mid',
      'deal.name',
      'deal.companyId',
      'deal.status as dealStatus',
      'deal.syndicationCapPercent',
      'company.industry',
      'address.state',
      'offer.status as offerStatus',
      'offer.positionNumber',
      'offer.amountCents as offerAmount',
      'offer.paybackAmountCents as paybackAmount',
      'offer.paymentCents as payment',
      'offer.paymentFrequency',
      'offer.factorRate',
      'offer.termDays',
      'offer.commissionPercent',
      'syndicate.syndicationFeePercent',
      'syndicate.managementFeePercent',
    ])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', invite.offerId)
    .executeTakeFirstOrThrow();
  const { companyId, dealStatus, offerStatus, syndicationCapPercent, ...deal } = row;
  return {
    ...deal,
    paymentFrequency: deal.paymentFrequency,
    factorRate: rate(deal.factorRate),
    commissionPercent: rate(deal.commissionPercent),
    syndicationFeePercent: rate(deal.syndicationFeePercent),
    managementFeePercent: rate(deal.managementFeePercent),
    leftPercent: await readShareLeft(tx, tenantId, deal.id, syndicationCapPercent),
    isOpen: isOpenForParticipation(dealStatus, offerStatus),
    companyId,
  };
}

interface Surroundings {
  companyId: bigint;
  industry: string;
  state: string | null;
}

/** The net balance of the syndicate's open deals, as the tab Insights divides it, and the parts of it that the deal would add to. */
export async function readExposure(
  tx: Tx,
  { tenantId, syndicateId }: Invited,
  { companyId, industry, state }: Surroundings,
): Promise<Exposure> {
  const { rows } = await sql<Exposure>`
    select coalesce(sum(open.balance), 0)::bigint as total,
      coalesce(sum(open.balance) filter (where deal.company_id = ${companyId}), 0)::bigint as merchant,
      coalesce(sum(open.balance) filter (where company.industry = ${industry}), 0)::bigint as industry,
      coalesce(sum(open.balance) filter (where address.state = ${state}), 0)::bigint as state
    from participation_totals total
    join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
    cross join lateral (select ${netBalance} as balance) open
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    join companies company on company.tenant_id = deal.tenant_id and company.id = deal.company_id
    left join company_addresses address
      on address.tenant_id = company.tenant_id and address.company_id = company.id and address.kind = 'Main'
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and total.deal_status <> all(${ENDED_STATUSES}::text[])`.execute(tx);
  const [exposure] = rows;
  if (!exposure) throw new Error('A sum without groups has a row.');
  return exposure;
}
