import { useState } from 'react';
import { deskPaymentsContract } from '../../../../shared/contract/desk-posting.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { flash } from '../../../ui/message/flash.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { ChangeLineDialog, type Said } from './change-line-dialog.tsx';
import type { WaitingLine } from './payments.api.ts';
import classes from './post-day.module.css';

/** What can be done about a line that waits: post it, also changed or with a reason, or drop it. */
export function SettleLine({ line }: { line: WaitingLine }) {
  const change = useChange();
  const [opened, setOpened] = useState<'change' | 'drop' | null>(null);
  /** What there is to look at, as the server said it last. */
  const [concern, setConcern] = useState<string | null>(null);
  const [isSuspected, setIsSuspected] = useState(false);
  const noteSuspicion = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'payment_suspected') setIsSuspected(true);
  };
  const { isPending, run } = useAction((error) => {
    if (error instanceof ApiError && error.code === 'line_needs_reason') return setConcern(error.message);
    noteSuspicion(error);
    return flash(messageOf(error), { tone: 'bad', seconds: 4 });
  });
  const params = { runId: line.runId, line: line.line };
  const send = async (said: Partial<Said>) => {
    const { mid, date, amount, reason } = said;
    await change(deskPaymentsContract.postLine, {
      params,
      body: { mid, date, amount, reason, isPostedToo: isSuspected },
    }).catch((error: unknown) => {
      noteSuspicion(error);
      throw error;
    });
    flash('Line posted');
  };
  return (
    <span className={classes['fixes']}>
      {line.canPost && (
        <TextButton
          disabled={isPending}
          onClick={() => (line.needsReason ? setConcern(line.why) : run(() => send({})))}
        >
          {isSuspected ? 'Post it too' : 'Post'}
        </TextButton>
      )}
      {line.canChange && <TextButton onClick={() => setOpened('change')}>Change</TextButton>}
      <TextButton onClick={() => setOpened('drop')}>Drop</TextButton>
      {concern !== null && (
        <ReasonDialog
          title="Post line?"
          lead={concern}
          description="It stays with the line and in the audit trail."
          needed="Enter a reason."
          askLabel={isSuspected ? 'Post it too' : 'Post line'}
          onAsk={async (reason) => {
            await send({ reason });
            setConcern(null);
          }}
          onClose={() => setConcern(null)}
        />
      )}
      {opened === 'change' && (
        <ChangeLineDialog
          line={line}
          sendLabel={isSuspected ? 'Post it too' : 'Post line'}
          onSend={send}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'drop' && (
        <ReasonDialog
          title="Drop the line"
          lead="It is never posted, and leaves the queue."
          description="Say why nothing is missing without it."
          needed="Please say why."
          askLabel="Drop it"
          onAsk={async (reason) => {
            await change(deskPaymentsContract.dropLine, { params, body: { reason } });
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </span>
  );
}
