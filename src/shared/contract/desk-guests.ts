import * as z from 'zod/mini';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { guestFields } from './guests.ts';

/** Whom the investors of a syndicate have let in to its book. */
export const deskGuestsContract = {
  guestsOfInvestor: endpoint({
    method: 'GET',
    path: '/api/desk/v1/investors/:syndicate_id/guests',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The guests of a syndicate, with what they see and until when.',
    params: wireObject({ syndicateId: ['syndicate_id', pathId] }),
    response: wireObject({
      guests: ['guests', z.array(wireObject({ ...guestFields, userId: ['user_id', id] }))],
    }),
  }),

  endGuest: endpoint({
    method: 'POST',
    path: '/api/desk/v1/guests/:guest_id/end',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    isRepeatable: true,
    records: ['guest ended'],
    summary: "Ends a guest's access to the book of a syndicate, from the next call on.",
    params: wireObject({ guestId: ['guest_id', pathId] }),
    response: wireObject({ guestId: ['guest_id', id] }),
  }),
};
