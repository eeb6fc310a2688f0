import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { adviceFor } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';
import { type Invite, threadKey } from './invites.api.ts';

const SHOWN_SECONDS = 3;

/** 'left open': the browser does not let a page close a window that no page has opened. */
type Outcome = 'sent' | 'left open';

/** The state of the message to accounting until the window closes. */
export function useAdjustment() {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [messageHtml, setMessageHtml] = useState('');
  const { failure, isPending, run, setFailure } = useAction(adviceFor);
  const stage = outcome ?? (isPending ? 'sending' : 'writing');

  const send = async ({ dealId, syndicateId, publicId, id: inviteId }: Invite) => {
    if (messageHtml === '') return setFailure('Please write a message.');
    await run(async () => {
      const body = { messageHtml, dealId, syndicateId, inviteId };
      const { message } = await call(invitesContract.requestAdjustment, { body });
      flash(message, { seconds: SHOWN_SECONDS });
      setOutcome('sent');
      void client.invalidateQueries({ queryKey: threadKey(publicId) });
    });
  };

  useEffect(() => {
    if (outcome !== 'sent') return;
    const timer = setTimeout(() => {
      window.close();
      setOutcome('left open');
    }, SHOWN_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const writeAgain = () => {
    setMessageHtml('');
    setOutcome(null);
  };

  return { stage, writeAgain, messageHtml, failure, write: setMessageHtml, send };
}
