import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import {
  type CalendarDeal,
  calendarOf,
  collectedPoints,
  type DebitsOfDay,
} from '../../../shared/domain/deal-calendar.ts';
import { isEnded } from '../../../shared/domain/deal-status.ts';
import { contractOf, type DealTerms, inOrder } from '../../../shared/domain/deal-terms.ts';
import { payoffAfter } from '../../../shared/domain/debit-schedule.ts';
import { netBalanceOf } from '../../../shared/domain/forecast.ts';
import { type Cents, percentOf } from '../../../shared/domain/money.ts';
import { countedBalance } from '../../../shared/domain/participation.ts';
import { multipleOnCost } from '../../../shared/domain/portfolio-totals.ts';
import { type Rate, rate } from '../../../shared/domain/rate.ts';
import { simpleAnnualized } from '../../../shared/domain/simple-annualized.ts';
import type { ListedTerms } from '../../ledger/listed-terms.ts';
import { settledDay } from '../../ledger/standings/as-of.ts';
import type { StoredDeal } from './deal-page.queries.ts';

/** More than the chart has room for. */
const MOST_POINTS = 200;

/** A deal as its page shows it, in the money of the share. */
export function shownDeal(deal: StoredDeal, terms: readonly ListedTerms[], debits: readonly DebitsOfDay[]) {
  const sharePercent = rate(deal.sharePercent);
  const asOf = known(deal.asOf);
  const fundedDate = calendarDate(deal.fundedDate);
  const contract = contractOf(terms);
  const schedule = {
    fundedDate,
    terms,
    sharePercent,
    payback: deal.paybackAmountCents,
    collected: deal.dealCollectedCents,
    debits,
    settledDay: settledDay({ date: asOf, clearingBankDays: deal.clearingBankDays }),
    isEnded: isEnded(deal.status),
    // The standing has it too, once it is worked out.
    contractPayoff:
      known(deal.contractPayoff) ??
      payoffAfter({ fundedDate, terms: contract ? [contract] : [] }, fundedDate, deal.paybackAmountCents),
    expectedPayoff: known(deal.expectedPayoff),
  };
  return {
    name: deal.name,
    mid: deal.mid,
    platform: deal.platform,
    industry: deal.industry,
    state: deal.state,
    status: deal.status,
    agreementDate: calendarDate(deal.agreementDate),
    hasScheduleA: deal.hasScheduleA,
    share: shareOf(deal, sharePercent),
    terms: termsOf(deal, terms),
    termsHistory: terms.map(recordedTerms).toReversed(),
    standing: asOf && standingOfShare(deal, asOf, schedule),
    calendar: calendarOf(schedule),
    points: collectedPoints(schedule, MOST_POINTS),
  };
}

const known = (date: string | null): CalendarDate | null => (date === null ? null : calendarDate(date));

const shareOf = (deal: StoredDeal, percent: Rate) => ({
  percent,
  participationAmount: deal.participationAmountCents,
  commissionAmount: deal.commissionAmountCents,
  syndicationFee: deal.upfrontFeeCents,
  investmentCost: deal.investmentCostCents,
  anticipatedReturn: deal.anticipatedReturnCents,
  collected: deal.grossCents,
  balance: countedBalance(deal.status, deal.remainingBalanceCents),
  managementFee: deal.managementFeeCents,
  netPayouts: deal.netPayCents,
  onItsWay: deal.onItsWayCents,
  nextPayDate: known(deal.nextPayDate),
  ...returnsOfShare(deal, percent),
});

/** On the share's cost, after fees. A deal that has ended brings nothing more. */
function returnsOfShare(deal: StoredDeal, sharePercent: Rate) {
  const { investmentCostCents: cost, netPayCents: netPaid } = deal;
  const contract = {
    sharePercent,
    managementFeePercent: rate(deal.managementFeePercent),
    isManagementFeeUpfront: deal.isManagementFeeUpfront,
    anticipatedReturn: deal.anticipatedReturnCents,
  };
  const posted = { grossPosted: deal.grossCents, feePosted: deal.managementFeeCents };
  const toCome = isEnded(deal.status) ? 0n : netBalanceOf({ ...contract, ...posted });
  return {
    multiple: multipleOnCost(cost, netPaid, toCome),
    simpleAnnualized: simpleAnnualized({
      cost,
      netReturn: netBalanceOf({ ...contract, grossPosted: 0n, feePosted: 0n }),
      frequency: deal.paymentFrequency,
      paymentCount: debitCountOf(deal) ?? 0,
    }),
  };
}

/** How many debits the contract has. */
const debitCountOf = ({ paybackAmountCents: payback, paymentCents: payment }: StoredDeal): number | null =>
  payment > 0n ? Number((payback + payment - 1n) / payment) : null;

/** Who recorded them is the funder's own affair. */
const recordedTerms = ({ effectiveDate, payment, frequency, reason, note }: ListedTerms) => ({
  effectiveDate,
  payment,
  paymentFrequency: frequency,
  reason,
  note,
});

function termsOf(deal: StoredDeal, terms: readonly DealTerms[]) {
  const { paybackAmountCents: payback, paymentCents: contracted } = deal;
  const now = inOrder(terms).at(-1);
  return {
    fundedAmount: deal.fundedAmountCents,
    factorRate: deal.factorRate === null ? null : rate(deal.factorRate),
    paybackAmount: payback,
    payment: now?.payment ?? contracted,
    paymentFrequency: now?.frequency ?? deal.paymentFrequency,
    debitCount: debitCountOf(deal),
    positionNumber: deal.positionNumber,
  };
}

function standingOfShare(deal: StoredDeal, asOf: CalendarDate, schedule: CalendarDeal) {
  const { terms, sharePercent, payback, settledDay: settled } = schedule;
  const ofShare = (amount: Cents) => percentOf(amount, sharePercent);
  const expected = deal.expectedCents ?? 0n;
  const { paceClearedCents: cleared, paceAskedCents: asked } = deal;
  // A paused deal is behind by debits as they were before.
  const payment = inOrder(terms).findLast((each) => each.payment > 0n)?.payment ?? null;
  return {
    asOf,
    expected: ofShare(expected),
    arrears: ofShare(deal.arrearsCents),
    debitsBehind: payment === null ? 0 : Number(deal.arrearsCents / payment),
    missed: deal.missedCount,
    pace: cleared === null || asked === null ? null : { cleared: ofShare(cleared), asked: ofShare(asked) },
    contractPayoff: known(deal.contractPayoff),
    schedulePayoff:
      settled === null || schedule.isEnded || expected >= payback
        ? null
        : payoffAfter(schedule, settled, payback - expected),
    expectedPayoff: known(deal.expectedPayoff),
    pacePayoff: known(deal.pacePayoff),
    reasons: deal.reasons.map(({ reason, since, code }) => ({ reason, since, code: code ?? null })),
  };
}
