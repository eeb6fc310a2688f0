import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { maxAllowedPercent } from '../../../shared/domain/pre-funding.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { adviceFor, isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';
import { type Invite, type InvitedDeal, invitedDealKey } from './invites.api.ts';

/** Refusals which mean that the invite has changed since it was loaded. */
const CHANGES = ['share_not_left', 'invite_closed', 'already_accepted'] as const;

/** What the investor has chosen and written, and the result of submitting it. */
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
  const { failure, isPending, run, setFailure } = useAction(adviceFor);
  // Less may be left than when it was chosen.
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
      // Somebody of the same syndicate was faster: the page shows what they took, and this message above it.
      flash(error.message, { tone: 'bad', seconds: 4 });
    }
  };

  const choose = (value: number) => {
    setChosen(value);
    setFailure(null);
  };
  return {
    percent,
    most,
    messageHtml,
    isPending,
    failure,
    choose,
    write: setMessageHtml,
    submit: () => void run(accept),
  };
}
