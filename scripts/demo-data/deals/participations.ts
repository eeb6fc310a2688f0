import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { type ParticipationTerms, participationTerms } from '../../../src/shared/domain/participation.ts';
import { type Rate, ZERO_RATE } from '../../../src/shared/domain/rate.ts';
import { type Ids, officeTime, type Row } from '../book.ts';
import type { Syndicate } from '../funders/funder.ts';
import type { Contract } from '../merchants/contract.ts';
import type { Random } from '../random.ts';
import { drawShares } from './shares.ts';

const FEWEST = 3;
const UPFRONT_FEE_CHANCE = 0.08;

export interface Participation extends ParticipationTerms {
  readonly id: bigint;
  readonly syndicate: Syndicate;
  readonly sharePercent: Rate;
  readonly managementFeeUpfront: 0 | 1 | 2;
}

/** Who buys into a deal: each syndicate as often as it usually does, and at least three. */
export function drawBuyers(random: Random, syndicates: readonly Syndicate[]): Syndicate[] {
  const active = syndicates.filter(({ profile }) => profile.presence > 0);
  const keen = active.filter(({ profile }) => random.chance(profile.presence));
  if (keen.length >= FEWEST) return keen;
  const others = random.shuffled(active.filter((syndicate) => !keen.includes(syndicate)));
  return [...keen, ...others.slice(0, FEWEST - keen.length)];
}

export function sellShares(
  random: Random,
  ids: Ids,
  contract: Contract,
  buyers: readonly Syndicate[],
): Participation[] {
  return drawShares(random, buyers).map(({ syndicate, sharePercent }) => {
    const managementFeeUpfront = random.chance(UPFRONT_FEE_CHANCE) ? random.pick([1, 2] as const) : 0;
    const feeOnDayOne = managementFeeUpfront ? syndicate.managementFee : ZERO_RATE;
    return {
      id: ids.next('participations'),
      syndicate,
      sharePercent,
      managementFeeUpfront,
      ...participationTerms({
        fundedAmount: contract.amount,
        paybackAmount: contract.paybackAmount,
        sharePercent,
        commissionPercent: contract.commissionPercent,
        upfrontFeePercent: syndicate.syndicationFee.plus(feeOnDayOne),
      }),
    };
  });
}

export function participationRow(
  { tenantId, dealId, agreementDate }: { tenantId: string; dealId: bigint; agreementDate: CalendarDate },
  participation: Participation,
): Row<'participations'> {
  return {
    tenantId,
    id: participation.id,
    syndicateId: participation.syndicate.id,
    dealId,
    agreementDate,
    sharePercent: participation.sharePercent.toFixed(),
    participationAmountCents: participation.participationAmount,
    commissionAmountCents: participation.commissionAmount,
    upfrontFeeCents: participation.upfrontFee,
    investmentCostCents: participation.investmentCost,
    managementFeePercent: participation.syndicate.managementFee.toFixed(),
    managementFeeUpfront: participation.managementFeeUpfront,
    anticipatedReturnCents: participation.anticipatedReturn,
    createdAt: officeTime(agreementDate, 30),
  };
}
