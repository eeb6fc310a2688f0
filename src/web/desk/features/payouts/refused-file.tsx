import { useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { flash } from '../../../ui/message/flash.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';

/** Says that the bank did not take the file, which takes two people; once it is so, what that means. */
export function RefusedFile({ run: { id: runId, refusedAt, refusedByName, file } }: { run: Run }) {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = useApprovals().data?.approvals.some(
    ({ kind, subjectId }) => kind === 'payout file refused' && subjectId === runId,
  );
  if (refusedAt !== null)
    return (
      <p className={classes['why']}>
        <strong>The bank has not taken this file.</strong> {refusedByName ?? 'Somebody'} approved that on{' '}
        {formatMoment(refusedAt)}. What was in it is owed again, and the next run pays it.
      </p>
    );
  if (file === null) return null;
  if (isAsked)
    return (
      <p className={classes['why']}>That the bank has refused the file waits for a second person, above.</p>
    );
  const ask = async (reason: string) => {
    await send(deskPayoutsContract.refuseFile, { params: { runId }, body: { reason } });
    flash('Asked. A second person has to approve it');
    setIsOpen(false);
  };
  return (
    <>
      {mayPrepare && <TextButton onClick={() => setIsOpen(true)}>The bank has refused the file</TextButton>}
      {isOpen && (
        <ReasonDialog
          title="Has the bank refused the whole file?"
          lead="Once a second person has approved it, every entry is owed again and joins the next run, and this file cannot be downloaded any more. Make sure that the bank pays nothing of it."
          description="Say what the bank has said, and who told you."
          needed="Please say what the bank has said."
          askLabel="Ask for approval"
          onAsk={ask}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
