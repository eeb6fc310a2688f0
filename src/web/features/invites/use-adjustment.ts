import { useEffect, useState } from 'react';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { adviceOn } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';
import type { Invite } from './invites.api.ts';

const SHOWN_SECONDS = 3;

/** 'left open': the browser does not let a page close a window that no page has opened. */
type Stage = 'writing' | 'sending' | 'sent' | 'left open';

/** The message to accounting, from the first word until the window closes. */
export function useAdjustment() {
  const [stage, setStage] = useState<Stage>('writing');
  const [messageHtml, setMessageHtml] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  const send = async ({ dealId, syndicateId, id: inviteId }: Invite) => {
    if (messageHtml === '') return setFailure('Please write a message.');
    setStage('sending');
    setFailure(null);
    try {
      const body = { messageHtml, dealId, syndicateId, inviteId };
      const { message } = await call(invitesContract.requestAdjustment, { body });
      flash(message, { seconds: SHOWN_SECONDS });
      setStage('sent');
    } catch (error) {
      setFailure(adviceOn(error));
      setStage('writing');
    }
  };

  useEffect(() => {
    if (stage !== 'sent') return;
    const timer = setTimeout(() => {
      window.close();
      setStage('left open');
    }, SHOWN_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [stage]);

  return { stage, messageHtml, failure, write: setMessageHtml, send };
}
