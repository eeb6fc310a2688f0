import { sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { EXCLUDED_FROM_BALANCE } from '../../shared/domain/deal-status.ts';
import type { ParticipationTerms } from '../../shared/domain/participation.ts';
import { type Rate, rate, ZERO_RATE } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { enterSharesOfDeals } from './cash/enter-movements.ts';
import { lockDeals } from './locked-deals.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { queueForecasts } from './standings/turn-of-day.jobs.ts';

export interface NewParticipation {
  syndicateId: bigint;
  dealId: bigint;
  agreementDate: CalendarDate;
  sharePercent: Rate;
  managementFeePercent: Rate;
  managementFeeUpfront: 0 | 1 | 2;
  terms: ParticipationTerms;
}

/** Adds a syndicate's share of a funded deal, and creates the rollup rows that later payments update. */
export async function addParticipation(
  tx: Tx,
  tenantId: string,
  participation: NewParticipation,
): Promise<bigint> {
  const [id] = await addParticipations(tx, tenantId, [participation]);
  if (id === undefined) throw new Error('A participation has an id.');
  return id;
}

/** Adds many shares, or none of them if one is refused. Returns their ids in the same order. */
export async function addParticipations(
  tx: Tx,
  tenantId: string,
  participations: readonly NewParticipation[],
): Promise<bigint[]> {
  await requireShareLeft(tx, tenantId, participations);
  const idsByPlace = await insertParticipations(tx, tenantId, participations);
  const ids = participations.map((participation) => idsByPlace.get(placeOf(participation)) ?? 0n);
  await openRollups(tx, tenantId, ids);
  await listParticipations(tx, tenantId, ids);
  const dealIds = [...new Set(participations.map(({ dealId }) => dealId))];
  const syndicateIds = [...new Set(participations.map(({ syndicateId }) => syndicateId))];
  await enterSharesOfDeals(tx, tenantId, dealIds, syndicateIds);
  await keepStandings(tx, tenantId, dealIds);
  await queueForecasts(tx, tenantId);
  return ids;
}

/** A syndicate has one share of a deal. */
const placeOf = ({ dealId, syndicateId }: Pick<NewParticipation, 'dealId' | 'syndicateId'>) =>
  `${dealId} ${syndicateId}`;

const WHOLE_DEAL = rate('100');

/** Locks the deals. `without` is an existing participation that is being changed, so its stored share is not counted. */
export async function requireShareLeft(
  tx: Tx,
  tenantId: string,
  participations: readonly NewParticipation[],
  { without = 0n } = {},
): Promise<void> {
  const dealIds = [...new Set(participations.map(({ dealId }) => dealId))];
  const deals = await lockDeals(tx, tenantId, dealIds);
  const taken = new Map<bigint, Rate>();
  const take = (dealId: bigint, share: Rate) => {
    const total = (taken.get(dealId) ?? ZERO_RATE).plus(share);
    taken.set(dealId, total);
    return total;
  };
  const shares = await tx
    .selectFrom('participations')
    .select(['dealId', 'sharePercent'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', sql<bigint>`any(${dealIds}::bigint[])`)
    .where('id', '<>', without)
    .execute();
  for (const { dealId, sharePercent } of shares) take(dealId, rate(sharePercent));
  for (const { dealId, sharePercent } of participations) {
    const deal = deals.get(dealId);
    if (!deal) throw new Refusal('not_found');
    // Payments collected before could not be shared with a new participant without taking money back from the others.
    if (deal.collected !== 0n) throw new Refusal('deal_already_paying');
    if (take(dealId, sharePercent).gt(WHOLE_DEAL)) throw new Refusal('shares_exceed_deal');
  }
}

async function insertParticipations(
  tx: Tx,
  tenantId: string,
  participations: readonly NewParticipation[],
): Promise<Map<string, bigint>> {
  const column = <T>(value: (participation: NewParticipation) => T) => participations.map(value);
  const { rows } = await sql<{ id: bigint; dealId: bigint; syndicateId: bigint }>`
    insert into participations (tenant_id, syndicate_id, deal_id, agreement_date, share_percent, management_fee_percent,
      management_fee_upfront, participation_amount_cents, commission_amount_cents, upfront_fee_cents, investment_cost_cents,
      anticipated_return_cents)
    select ${tenantId}::uuid, entry.*
    from unnest(${column((p) => p.syndicateId)}::bigint[], ${column((p) => p.dealId)}::bigint[],
      ${column((p) => p.agreementDate)}::date[], ${column((p) => p.sharePercent.toString())}::numeric[],
      ${column((p) => p.managementFeePercent.toString())}::numeric[], ${column((p) => p.managementFeeUpfront)}::smallint[],
      ${column((p) => p.terms.participationAmount)}::bigint[], ${column((p) => p.terms.commissionAmount)}::bigint[],
      ${column((p) => p.terms.upfrontFee)}::bigint[], ${column((p) => p.terms.investmentCost)}::bigint[],
      ${column((p) => p.terms.anticipatedReturn)}::bigint[]) as entry
    returning id, deal_id, syndicate_id`.execute(tx);
  return new Map(rows.map((row) => [placeOf(row), row.id]));
}

async function openRollups(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<void> {
  await sql`
    insert into participation_totals (tenant_id, participation_id, syndicate_id, deal_status, agreement_date,
      remaining_balance_cents, net_profit_cents)
    select p.tenant_id, p.id, p.syndicate_id, deal.status, p.agreement_date, p.anticipated_return_cents,
      -p.investment_cost_cents
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into syndicate_totals as total (tenant_id, syndicate_id, participation_count, participation_amount_cents,
      investment_cost_cents, anticipated_return_cents, portfolio_balance_cents)
    select p.tenant_id, p.syndicate_id, count(*), sum(p.participation_amount_cents), sum(p.investment_cost_cents),
      sum(p.anticipated_return_cents),
      coalesce(sum(p.anticipated_return_cents) filter (where deal.status <> all (${EXCLUDED_FROM_BALANCE})), 0)
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])
    group by p.tenant_id, p.syndicate_id
    -- Locked in order, as in posting.
    order by p.syndicate_id
    on conflict (tenant_id, syndicate_id) do update set
      participation_count = total.participation_count + excluded.participation_count,
      participation_amount_cents = total.participation_amount_cents + excluded.participation_amount_cents,
      investment_cost_cents = total.investment_cost_cents + excluded.investment_cost_cents,
      anticipated_return_cents = total.anticipated_return_cents + excluded.anticipated_return_cents,
      portfolio_balance_cents = total.portfolio_balance_cents + excluded.portfolio_balance_cents`.execute(tx);
}

/** Adds the rows that the tables sort, filter and search by. */
async function listParticipations(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<void> {
  await sql`
    insert into listed_participations (tenant_id, participation_id, syndicate_id, agreement_date, deal_status, merchant_key,
      mid, share_percent, investment_cost_cents, anticipated_return_cents)
    select p.tenant_id, p.id, p.syndicate_id, p.agreement_date, deal.status, lower(deal.name), deal.mid, p.share_percent,
      p.investment_cost_cents, p.anticipated_return_cents
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])`.execute(tx);
}
