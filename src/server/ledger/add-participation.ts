import { sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { ParticipationTerms } from '../../shared/domain/participation.ts';
import { type Rate, rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { lockDeal } from './locked-deals.ts';

export interface NewParticipation {
  syndicateId: bigint;
  dealId: bigint;
  agreementDate: CalendarDate;
  sharePercent: Rate;
  managementFeePercent: Rate;
  managementFeeUpfront: 0 | 1 | 2;
  terms: ParticipationTerms;
}

/** Enters a syndicate's share of a funded deal and opens the rollups that later payments move. */
export async function addParticipation(
  tx: Tx,
  tenantId: string,
  participation: NewParticipation,
): Promise<bigint> {
  const { syndicateId, dealId, terms } = participation;
  const deal = await lockDeal(tx, tenantId, dealId);
  // What was collected before could not be shared with a late comer without taking it from the others.
  if (deal.collected !== 0n) throw new Refusal('deal_already_paying');
  await requireRoom(tx, tenantId, participation);
  const { id } = await tx
    .insertInto('participations')
    .values({
      tenantId,
      syndicateId,
      dealId,
      agreementDate: participation.agreementDate,
      sharePercent: participation.sharePercent.toString(),
      managementFeePercent: participation.managementFeePercent.toString(),
      managementFeeUpfront: participation.managementFeeUpfront,
      participationAmountCents: terms.participationAmount,
      commissionAmountCents: terms.commissionAmount,
      upfrontFeeCents: terms.upfrontFee,
      investmentCostCents: terms.investmentCost,
      anticipatedReturnCents: terms.anticipatedReturn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('participationTotals')
    .values({
      tenantId,
      participationId: id,
      syndicateId,
      dealStatus: deal.status,
      agreementDate: participation.agreementDate,
      remainingBalanceCents: terms.anticipatedReturn,
      netProfitCents: -terms.investmentCost,
    })
    .execute();
  await listParticipation(tx, tenantId, id);
  await sql`
    insert into syndicate_totals as total (tenant_id, syndicate_id, participation_count, participation_amount_cents,
      investment_cost_cents, anticipated_return_cents, portfolio_balance_cents)
    values (${tenantId}, ${syndicateId}, 1, ${terms.participationAmount}, ${terms.investmentCost},
      ${terms.anticipatedReturn}, ${deal.isCounted ? terms.anticipatedReturn : 0n})
    on conflict (tenant_id, syndicate_id) do update set
      participation_count = total.participation_count + 1,
      participation_amount_cents = total.participation_amount_cents + excluded.participation_amount_cents,
      investment_cost_cents = total.investment_cost_cents + excluded.investment_cost_cents,
      anticipated_return_cents = total.anticipated_return_cents + excluded.anticipated_return_cents,
      portfolio_balance_cents = total.portfolio_balance_cents + excluded.portfolio_balance_cents
  `.execute(tx);
  return id;
}

/** Puts it where the tables find it: by each column they sort by, and by the words of its merchant. */
async function listParticipation(tx: Tx, tenantId: string, participationId: bigint): Promise<void> {
  await sql`
    with listed as (
      insert into listed_participations (tenant_id, participation_id, syndicate_id, agreement_date, deal_status, merchant_key,
        mid, share_percent, investment_cost_cents, anticipated_return_cents)
      select p.tenant_id, p.id, p.syndicate_id, p.agreement_date, deal.status, lower(deal.name), deal.mid, p.share_percent,
        p.investment_cost_cents, p.anticipated_return_cents
      from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      where p.tenant_id = ${tenantId} and p.id = ${participationId}
    )
    insert into listed_words (tenant_id, syndicate_id, word, participation_id)
    select p.tenant_id, p.syndicate_id, search_words(deal.name, deal.mid), p.id
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = ${tenantId} and p.id = ${participationId}
  `.execute(tx);
}

const WHOLE_DEAL = rate('100');

async function requireRoom(
  tx: Tx,
  tenantId: string,
  { dealId, sharePercent }: NewParticipation,
): Promise<void> {
  const shares = await tx
    .selectFrom('participations')
    .select('sharePercent')
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .execute();
  const total = shares.reduce((sum, share) => sum.plus(rate(share.sharePercent)), sharePercent);
  if (total.gt(WHOLE_DEAL)) throw new Refusal('shares_exceed_deal');
}
