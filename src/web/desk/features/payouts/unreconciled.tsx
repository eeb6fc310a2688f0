import { useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { flash } from '../../../ui/message/flash.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import parts from '../../ui/page-parts.module.css';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';

const MOST_NAMED = 5;

/** Whose figures stop a run, and the two ways on: the differences, or a run without these investors. */
export function Unreconciled({ run: { id: runId, state, differing } }: { run: Run }) {
  const mayAsk = useMay('approve-money') && state === 'draft';
  const send = useChange();
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = useApprovals().data?.approvals.some(
    ({ kind, subjectId }) => kind === 'leave investors out' && subjectId === runId,
  );
  if (differing.length === 0) return null;
  const named = differing.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = differing.length - named.length;
  const ask = async (reason: string) => {
    await send(deskPayoutsContract.leaveOut, { params: { runId }, body: { reason } });
    flash('Approval requested');
    setIsOpen(false);
  };
  return (
    <>
      <p className={classes['why']} role="status">
        <strong>The book does not reconcile.</strong> {named.join(', ')}
        {more > 0 && ` and ${more} more`}{' '}
        {differing.length === 1 ? 'has a figure that differs' : 'have figures that differ'}, so nothing can be
        paid.
      </p>
      <div className={classes['ways']}>
        <DeskLink page="differences" className={parts['link']}>
          Open differences
        </DeskLink>
        {mayAsk && !isAsked && <TextButton onClick={() => setIsOpen(true)}>Leave them out</TextButton>}
      </div>
      {isOpen && (
        <ReasonDialog
          title={`Leave ${differing.length === 1 ? '1 investor' : `${differing.length} investors`} out?`}
          lead={`A second person approves it. The money of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} is held until a later run.`}
          description="The approver sees this."
          needed="Enter a reason. The approver sees it."
          askLabel="Request approval"
          onAsk={ask}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
