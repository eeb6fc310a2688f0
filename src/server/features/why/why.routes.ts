import type { deskWhyContract } from '../../../shared/contract/desk-why.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { readBreakdown } from './breakdown.ts';
import { comparePasted } from './compare.ts';
import { readFigures } from './figure-values.ts';
import { readShareOfDeal } from './share.ts';

export const whyHandlers = (): Handlers<typeof deskWhyContract> => ({
  async figures({ params: { syndicateId }, query: { payDate: asked }, caller: { tenantId }, tx }) {
    const { name, asOf, payDate, values } = await readFigures(tx, tenantId, syndicateId, asked);
    return { name, asOf, payDate, figures: [...values].map(([figure, value]) => ({ figure, ...value })) };
  },

  breakdown: ({ params, query, caller: { tenantId }, tx }) =>
    readBreakdown(tx, { tenantId, ...params, ...query }),

  share: ({ params, query, caller: { tenantId }, tx }) =>
    readShareOfDeal(tx, { tenantId, ...params, ...query }),

  compare: ({ params: { syndicateId }, body, caller: { tenantId }, tx }) =>
    comparePasted(tx, { tenantId, syndicateId, ...body }),
});
