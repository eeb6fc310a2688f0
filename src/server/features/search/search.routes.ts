import type { deskSearchContract } from '../../../shared/contract/desk-search.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { findPeople } from '../../identity/people.queries.ts';
import {
  findDeals,
  findInvestors,
  findOffers,
  findPayments,
  MOST_OF_EACH,
  matchDeals,
} from './search.queries.ts';
import { soughtBy } from './sought.ts';

export const searchHandlers = (): Handlers<typeof deskSearchContract> => ({
  async search({ body, caller: { tenantId }, tx }) {
    const sought = soughtBy(body.text);
    const matching = await matchDeals(tx, tenantId, sought);
    return {
      deals: await findDeals(tx, tenantId, sought, matching),
      offers: await findOffers(tx, tenantId, matching),
      investors: await findInvestors(tx, tenantId, sought),
      payments: await findPayments(tx, tenantId, sought),
      // The last, because it lets the transaction see the accounts of members.
      people: await findPeople(tx, tenantId, sought.text, MOST_OF_EACH),
    };
  },
});
