import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMay } from '../../desk-user.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { dayOf } from '../../ui/times.ts';
import { useChange } from '../../ui/use-change.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';

/** Says that the bank has paid a run, from its effective date on. */
export function Settle({ run: { id: runId, effectiveDate, payDate } }: { run: Run }) {
  const mayPrepare = useMay('prepare-payouts');
  const today = dayOf(useNow());
  const send = useChange();
  const action = useAction(flashFailure);
  const [isAsked, setIsAsked] = useState(false);
  if (!mayPrepare) return null;
  const isEarly = today < effectiveDate;
  const settle = () =>
    action.run(async () => {
      setIsAsked(false);
      await send(deskPayoutsContract.settle, { params: { runId } });
      flash('Payout run settled');
    });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        disabled={isEarly}
        loading={action.isPending}
        onClick={() => setIsAsked(true)}
      >
        Mark as settled
      </Button>
      <p className={classes['why']}>
        {isEarly
          ? `The bank moves the money on ${formatDate(effectiveDate)}.`
          : 'Enter returns in the row, also later.'}
      </p>
      {isAsked && (
        <ConfirmDialog
          title="Mark as settled?"
          lead={`The bank paid the run of ${formatDate(payDate)}. Taking this back needs a second person.`}
          confirmLabel="Mark as settled"
          isPending={action.isPending}
          onConfirm={settle}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

/** Asks a second person to take back that the bank has paid a run. */
export function TakeBackSettlement({ run: { id: runId } }: { run: Run }) {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = useApprovals().data?.approvals.some(
    ({ kind, subjectId }) => kind === 'take back settlement' && subjectId === runId,
  );
  if (!mayPrepare || isAsked) return null;
  const ask = async (reason: string) => {
    await send(deskPayoutsContract.takeBackSettlement, { params: { runId }, body: { reason } });
    flash('Approval requested');
    setIsOpen(false);
  };
  return (
    <>
      <TextButton onClick={() => setIsOpen(true)}>Take back settlement</TextButton>
      {isOpen && (
        <ReasonDialog
          title="Take back settlement?"
          lead="A second person approves it. The file stays made, and the bank can still reject it."
          description="Say what the bank said."
          needed="Enter what the bank said."
          askLabel="Request approval"
          onAsk={ask}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
