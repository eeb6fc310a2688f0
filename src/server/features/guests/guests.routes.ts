import type { guestsContract } from '../../../shared/contract/guests.ts';
import { lastGuestDay, MOST_GUESTS, usualGuestDay } from '../../../shared/domain/guest-parts.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireOwnSyndicate } from '../../access/own-syndicate.ts';
import { endGuest } from '../../identity/guests.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { readToday } from '../../platform/db/today.ts';
import { changeGuest, inviteGuestAgain } from './change-guest.ts';
import { listGuests, readGuestAccess, requireGuestOrFormer } from './guests.queries.ts';
import { inviteGuest } from './invite-guest.ts';

export const guestsHandlers = (): Handlers<typeof guestsContract> => ({
  async guests({ caller, params, tx }) {
    requireOwnSyndicate(caller, params);
    const today = await readToday(tx);
    return {
      guests: await listGuests(tx, caller),
      latest: lastGuestDay(today),
      usual: usualGuestDay(today),
      most: MOST_GUESTS,
    };
  },

  async inviteGuest({ caller, params, body, tx, idempotencyKey }) {
    requireOwnSyndicate(caller, params);
    const { tenantId } = caller;
    const key = `invite guest ${idempotencyKey}`;
    const { guestId } = await answerOnce(tx, { tenantId, key, request: body }, async () => ({
      guestId: (await inviteGuest(tx, caller, body)).toString(),
    }));
    return { guestId: BigInt(guestId) };
  },

  async inviteGuestAgain({ caller, params, tx }) {
    requireOwnSyndicate(caller, params);
    await inviteGuestAgain(tx, caller, params.guestId);
    return { guestId: params.guestId };
  },

  async changeGuest({ caller, params, body, tx }) {
    requireOwnSyndicate(caller, params);
    await changeGuest(tx, caller, params.guestId, body);
    return { guestId: params.guestId };
  },

  async endGuest({ caller, params, tx }) {
    requireOwnSyndicate(caller, params);
    const { tenantId, userId: actorId } = caller;
    const { id: guestId } = await requireGuestOrFormer(tx, caller, params.guestId);
    await endGuest(tx, { tenantId, guestId }, 'ended by investor', { actorId });
    return { guestId };
  },

  guestAccess: ({ caller, tx }) => readGuestAccess(tx, caller),
});
