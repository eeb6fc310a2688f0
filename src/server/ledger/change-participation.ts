import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { type NewParticipation, requireShareLeft } from './add-participation.ts';
import { enterSharesOfDeals } from './cash/enter-movements.ts';
import { lockDeal } from './locked-deals.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { queueForecasts } from './standings/turn-of-day.jobs.ts';

/** Corrects a share and everything computed from it. Only possible while the deal has paid nothing out. */
export async function changeParticipation(
  tx: Tx,
  tenantId: string,
  id: bigint,
  participation: NewParticipation,
): Promise<void> {
  const { dealId, syndicateId, agreementDate, sharePercent, terms } = participation;
  await requireShareLeft(tx, tenantId, [participation], { without: id });
  const { isCounted } = await lockDeal(tx, tenantId, dealId);
  await sql`
    with before as (
      select participation_amount_cents, investment_cost_cents, anticipated_return_cents
      from participations where tenant_id = ${tenantId} and id = ${id}
    )
    update syndicate_totals total set
      participation_amount_cents = total.participation_amount_cents + ${terms.participationAmount}::bigint
        - before.participation_amount_cents,
      investment_cost_cents = total.investment_cost_cents + ${terms.investmentCost}::bigint - before.investment_cost_cents,
      anticipated_return_cents = total.anticipated_return_cents + ${terms.anticipatedReturn}::bigint
        - before.anticipated_return_cents,
      portfolio_balance_cents = total.portfolio_balance_cents
        + case when ${isCounted} then ${terms.anticipatedReturn}::bigint - before.anticipated_return_cents else 0 end
    from before
    where total.tenant_id = ${tenantId} and total.syndicate_id = ${syndicateId}`.execute(tx);
  await tx
    .updateTable('participations')
    .set({
      agreementDate,
      sharePercent: sharePercent.toString(),
      managementFeePercent: participation.managementFeePercent.toString(),
      managementFeeUpfront: participation.managementFeeUpfront,
      participationAmountCents: terms.participationAmount,
      commissionAmountCents: terms.commissionAmount,
      upfrontFeeCents: terms.upfrontFee,
      investmentCostCents: terms.investmentCost,
      anticipatedReturnCents: terms.anticipatedReturn,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('participationTotals')
    .set({
      agreementDate,
      remainingBalanceCents: terms.anticipatedReturn,
      netProfitCents: -terms.investmentCost,
    })
    .where('tenantId', '=', tenantId)
    .where('participationId', '=', id)
    .execute();
  await tx
    .updateTable('listedParticipations')
    .set({
      agreementDate,
      sharePercent: sharePercent.toString(),
      investmentCostCents: terms.investmentCost,
      anticipatedReturnCents: terms.anticipatedReturn,
    })
    .where('tenantId', '=', tenantId)
    .where('participationId', '=', id)
    .execute();
  await enterSharesOfDeals(tx, tenantId, [dealId], [syndicateId]);
  await keepStandings(tx, tenantId, [dealId]);
  await queueForecasts(tx, tenantId);
}
