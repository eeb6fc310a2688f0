import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { maxAllowedPercent } from '../../../shared/domain/pre-funding.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { adviceOn, isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useAttempt } from '../../ui/form/use-attempt.ts';
import { flash } from '../../ui/message/flash.ts';
import { type Invite, type InvitedDeal, invitedDealKey } from './invites.api.ts';

/** Refusals that say that the invite is not what the page shows. */
const CHANGES = ['share_not_left', 'invite_closed', 'already_accepted'] as const;

/** What the investor chose and wrote, and what became of submitting it. */
export function usePreFunding(
  invite: Invite,
  deal: InvitedDeal,
  historyId: bigint | null,
  onSubmitted: () => void,
) {
  const client = useQueryClient();
  const most = Number(maxAllowedPercent(invite.maxSharePercent, deal.leftPercent).toFixed());
  const [chosen, setChosen] = useState(() =>
    Number((invite.offeredSharePercent ?? invite.maxSharePercent).toFixed()),
  );
  const [messageHtml, setMessageHtml] = useState('');
  const { failure, isPending, attempt, refuse } = useAttempt(adviceOn);
  // What is left may have become less since it was chosen.
  const percent = Math.min(Math.floor(chosen * 2) / 2, most);

  const accept = async () => {
    const { dealId, syndicateId } = invite;
    const body = { dealId, syndicateId, historyId, messageHtml, sharePercent: rate(String(percent)) };
    try {
      await call(invitesContract.acceptPreFunding, { body });
      onSubmitted();
    } catch (error) {
      const hasChanged = CHANGES.some((code) => isApiError(error, code));
      void client.invalidateQueries({ queryKey: hasChanged ? ['invites'] : invitedDealKey(dealId) });
      if (!isApiError(error, 'already_accepted')) throw error;
      // Somebody of the same syndicate was quicker: the page turns to what they took, and this is said above it.
      flash(error.message, { tone: 'bad', seconds: 4 });
    }
  };

  const choose = (value: number) => {
    setChosen(value);
    refuse(null);
  };
  return {
    percent,
    most,
    messageHtml,
    isPending,
    failure,
    choose,
    write: setMessageHtml,
    submit: () => void attempt(accept),
  };
}
