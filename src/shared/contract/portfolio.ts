import * as z from 'zod/mini';
import { date, money, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const sums = wireObject({
  participationCount: ['participation_count', z.int()],
  participationAmount: ['total_participation_amt', money],
  anticipatedReturn: ['total_syndication_part_rtr', money],
  investmentCost: ['total_participation_cost', money],
  portfolioBalance: ['portfolio_balance', money],
});

const payDateSummary = wireObject({
  payDate: ['pay_date', date],
  gross: ['sum_gross_amt', money],
  managementFee: ['sum_mgt_fee', money],
  netPay: ['sum_net_pay', money],
});

export const portfolioContract = {
  portfolioTotals: endpoint({
    method: 'GET',
    path: '/api/payouts/syndication_sums/:syndication_id',
    access: 'member',
    summary: "The figures of a syndicate's summary strip, read from the ledger's rollups.",
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: wireObject({
      // The older system answered a list of one; its clients read sums[0].
      sums: ['sums', z.tuple([sums])],
      totalPayouts: ['total_payouts', money],
      netInvestmentOverride: ['netInvestmentNew', z.nullable(money)],
      latestPayout: ['latest_payout', z.nullable(payDateSummary)],
      cashBalance: ['cash_balance', z.nullable(money)],
    }),
  }),
};
