import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { mostPercent } from '../../../shared/domain/pre-funding.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { adviceOn, isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';
import { type Invite, type InvitedDeal, invitedDealKey } from './invites.api.ts';

/** What the investor chose and wrote, and what became of submitting it. */
export function usePreFunding(invite: Invite, deal: InvitedDeal, onSubmitted: () => void) {
  const client = useQueryClient();
  const most = Number(mostPercent(invite.maxSharePercent, deal.leftPercent).toFixed());
  const [chosen, setChosen] = useState(() =>
    Number((invite.offeredSharePercent ?? invite.maxSharePercent).toFixed()),
  );
  const [messageHtml, setMessageHtml] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // What is left may have become less since it was chosen.
  const percent = Math.min(Math.floor(chosen * 2) / 2, most);

  const submit = async () => {
    if (percent === 0) return setFailure('Please choose a participation of at least 0.5%.');
    setIsPending(true);
    setFailure(null);
    const { dealId, syndicateId, id: inviteId } = invite;
    const body = { dealId, syndicateId, inviteId, messageHtml, sharePercent: rate(String(percent)) };
    try {
      await call(invitesContract.acceptPreFunding, { body });
      onSubmitted();
    } catch (error) {
      // Somebody of the same syndicate was quicker: the page turns to what they took, and this is said above it.
      if (isApiError(error, 'already_accepted')) flash(error.message, { tone: 'bad', seconds: 4 });
      else setFailure(adviceOn(error));
      const hasChanged = (['share_not_left', 'invite_closed', 'already_accepted'] as const).some((code) =>
        isApiError(error, code),
      );
      if (hasChanged) await client.invalidateQueries({ queryKey: ['invites'] });
      else await client.invalidateQueries({ queryKey: invitedDealKey(dealId) });
    } finally {
      setIsPending(false);
    }
  };

  const choose = (value: number) => {
    setChosen(value);
    setFailure(null);
  };
  return { percent, most, messageHtml, isPending, failure, choose, write: setMessageHtml, submit };
}
