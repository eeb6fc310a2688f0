import * as z from 'zod/mini';
import { EXPOSURE_KINDS } from '../domain/exposure.ts';
import { done, flag, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { chosenPercent, date, money, percent } from './value-codecs.ts';

const params = wireObject({ syndicateId: ['syndication_id', pathId] });
const kind = z.enum(EXPOSURE_KINDS);

const balances = { balance: ['net_balance', money], dealCount: ['number_of_deals', z.int()] } as const;

const exposure = wireObject({
  kind: ['kind', kind],
  /** The most that the investor wants in one group, in percent of the net balance; null while they have set none. */
  limitPercent: ['limit_percent', z.nullable(percent)],
  /** The ten largest; the name is null where the deals say none. */
  groups: ['groups', z.array(wireObject({ name: ['name', z.nullable(z.string())], ...balances }))],
  /** All groups after them together. */
  others: ['others', wireObject({ groupCount: ['number_of_groups', z.int()], ...balances })],
});

const cohort = wireObject({
  /** The first day of the quarter in which the deals were funded. */
  quarter: ['quarter', date],
  dealCount: ['number_of_deals', z.int()],
  cost: ['total_participation_cost', money],
  netPaid: ['sum_net_pay', money],
  /** What was paid within one month (30 days) of each deal's funding, within two, and so on, as far as its youngest deal is that old. */
  paidByMonth: ['net_pay_by_month', z.array(money)],
});

export const insightsContract = {
  insights: endpoint({
    method: 'GET',
    path: '/api/insights/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      "How the net balance of a syndicate's open deals spreads over industries, states and so on, and what the deals of each quarter have paid.",
    params,
    response: wireObject({
      /** Null while it is being worked out for the first time. */
      analysis: [
        'analysis',
        z.nullable(
          wireObject({
            asOf: ['as_of', date],
            /** False while a change of the book is being worked in. */
            isCurrent: ['is_current', flag],
            netBalance: ['net_balance', money],
            exposures: ['exposures', z.array(exposure)],
            /** The newest quarter first. */
            cohorts: ['cohorts', z.array(cohort)],
          }),
        ),
      ],
    }),
  }),

  setLimits: endpoint({
    method: 'POST',
    path: '/api/insights/:syndication_id/limits',
    access: 'investor',
    isRepeatable: true,
    records: ['concentration limits changed'],
    summary:
      'Sets how much of the net balance may be in one group of each kind. Kinds that are left out have no limit.',
    refusals: ['not_found', 'switch_not_allowed', 'limit_invalid'],
    params,
    body: wireObject({
      limits: [
        'limits',
        z
          .array(wireObject({ kind: ['kind', kind], limitPercent: ['limit_percent', chosenPercent] }))
          .check(z.maxLength(EXPOSURE_KINDS.length)),
      ],
    }),
    response: done,
  }),
};
