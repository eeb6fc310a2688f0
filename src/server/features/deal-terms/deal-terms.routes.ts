import type { operatorDealTermsContract } from '../../../shared/contract/operator-deal-terms.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { changeTerms } from '../../ledger/change-terms.ts';
import { listTerms } from '../../ledger/listed-terms.ts';

export const dealTermsHandlers = (): Handlers<typeof operatorDealTermsContract> => ({
  changeTerms: async ({ body, operator, tenantId, tx }) => ({
    mid: body.mid,
    terms: await changeTerms(tx, tenantId, body, operator),
  }),
  terms: async ({ query: { mid }, tenantId, tx }) => ({ mid, terms: await listTerms(tx, tenantId, mid) }),
});
