import { Button } from '@mantine/core';
import { useState } from 'react';
import { profileContract } from '../../../shared/contract/profile.ts';
import { call } from '../../lib/call.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { Syndicate } from '../../session/portal-user.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../ui/message/flash.ts';
import { flashFailure } from '../../ui/message/flash-failure.ts';
import { useAction } from '../../ui/use-action.ts';
import classes from './pending-bank-change.module.css';

interface PendingBankChangeProps {
  change: NonNullable<Syndicate['pendingBankChange']>;
  syndicateId: bigint;
  canCancel: boolean;
  onSettled: () => void;
}

export function PendingBankChange({ change, syndicateId, canCancel, onSettled }: PendingBankChangeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isPending, run } = useAction(flashFailure);
  const cancel = async () => {
    try {
      await call(
        profileContract.cancelBankChange,
        { body: { syndicateId } },
        { whenUnanswered: 'The portal did not answer. The page shows whether the change is still pending.' },
      );
      flash('The change is cancelled');
    } finally {
      setIsAsking(false);
      onSettled();
    }
  };

  return (
    <div className={classes['pending']}>
      <div>
        <p className={classes['title']}>A change is pending</p>
        <p>
          {change.bankName}, account {change.accountNumber}, routing {change.routingNumber}. It takes effect
          on {formatMoment(change.takesEffectAt)}; until then payouts go where they went before.
        </p>
      </div>
      {canCancel && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Cancel change
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Cancel the change of bank account?"
          lead="Payouts keep going where they go now."
          confirmLabel="Cancel change"
          closeLabel="Keep change"
          isPending={isPending}
          onConfirm={() => run(cancel)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
