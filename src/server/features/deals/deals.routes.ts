import type { deskDealsContract } from '../../../shared/contract/desk-deals.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { readDeal } from './deal.queries.ts';
import { listDeals } from './deals.queries.ts';
import { listPaymentsOfDeal, readPayment } from './payments.queries.ts';
import { readShownDeal } from './shown-deal.ts';

export const dealsHandlers = (): Handlers<typeof deskDealsContract> => ({
  deals: ({ query, caller: { tenantId }, tx }) => listDeals(tx, tenantId, query),

  deal: ({ params: { dealId }, caller: { tenantId }, tx }) => readShownDeal(tx, tenantId, dealId),

  async payments({ params: { dealId }, query: { before }, caller: { tenantId }, tx }) {
    await readDeal(tx, tenantId, dealId);
    return listPaymentsOfDeal(tx, tenantId, dealId, before);
  },

  payment: ({ params: { paymentId }, caller: { tenantId }, tx }) => readPayment(tx, tenantId, paymentId),
});
