import type { deskGuestsContract } from '../../../shared/contract/desk-guests.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { endGuest } from '../../identity/guests.ts';
import { listGuests } from './guests.queries.ts';

export const deskGuestsHandlers = (): Handlers<typeof deskGuestsContract> => ({
  async guestsOfInvestor({ caller: { tenantId }, params: { syndicateId }, tx }) {
    const syndicate = await tx
      .selectFrom('syndicates')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', syndicateId)
      .executeTakeFirst();
    if (!syndicate) throw notFoundInTenant(`syndicate ${syndicateId}`);
    return { guests: await listGuests(tx, { tenantId, syndicateId }) };
  },

  async endGuest({ caller, params: { guestId }, tx }) {
    const { tenantId } = caller;
    const guest = await tx
      .selectFrom('guests')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', guestId)
      .executeTakeFirst();
    if (!guest) throw notFoundInTenant(`guest ${guestId}`);
    const by = { actorId: null, operator: await deskOperator(tx, caller) };
    await endGuest(tx, { tenantId, guestId }, 'ended by funder', by);
    return { guestId };
  },
});
