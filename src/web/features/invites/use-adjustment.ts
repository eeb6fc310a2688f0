import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { inviteThreadsContract } from '../../../shared/contract/invite-threads.ts';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { adviceFor } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAttachments } from '../../ui/thread/use-attachments.ts';
import { useAction } from '../../ui/use-action.ts';
import type { Invite } from './invites.api.ts';
import { threadKey } from './thread.api.ts';

const SHOWN_SECONDS = 3;

/** 'left open': the browser does not let a page close a window that no page has opened. */
type Outcome = 'sent' | 'left open';

/** The state of the message to accounting until the window closes. */
export function useAdjustment(invitePublicId: string | undefined) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [messageHtml, setMessageHtml] = useState('');
  const { failure, isPending, run, setFailure } = useAction(adviceFor);
  const attachments = useAttachments({
    announce: (body) =>
      call(inviteThreadsContract.announceFile, { params: { publicId: invitePublicId ?? '' }, body }),
    uploaded: (fileId) =>
      call(inviteThreadsContract.fileUploaded, { params: { publicId: invitePublicId ?? '', fileId } }),
  });
  const stage = outcome ?? (isPending ? 'sending' : 'writing');

  const send = async ({ dealId, syndicateId, publicId, id: inviteId }: Invite) => {
    if (messageHtml === '') return setFailure('Please write a message.');
    if (attachments.obstacle !== null) return setFailure(attachments.obstacle);
    await run(async () => {
      const body = { messageHtml, dealId, syndicateId, inviteId, fileIds: attachments.ids };
      const { message } = await call(invitesContract.requestAdjustment, { body });
      flash(message, { seconds: SHOWN_SECONDS });
      setOutcome('sent');
      attachments.clear();
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

  return { attachments, stage, writeAgain, messageHtml, failure, write: setMessageHtml, send };
}
