import type { portfolioContract } from '../../../shared/contract/portfolio.ts';
import { Refusal } from '../../errors.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { requirePortfolioAccess } from './portfolio.policy.ts';
import { readLatestPayout, readPortfolioTotals } from './portfolio.queries.ts';

export const portfolioHandlers = (): Handlers<typeof portfolioContract> => ({
  async portfolioTotals({ caller, params, tx }) {
    requirePortfolioAccess(caller, params.syndicateId);
    const totals = await readPortfolioTotals(tx, caller.tenantId, params.syndicateId);
    if (!totals) throw new Refusal('not_found');
    const { totalPayouts, netInvestmentOverride, cashBalance, ...sums } = totals;
    const latestPayout = await readLatestPayout(tx, caller.tenantId, params.syndicateId);
    return { sums: [sums], totalPayouts, netInvestmentOverride, latestPayout, cashBalance };
  },
});
