import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../shared/domain/money.ts';
import { messageWhenSignedIn } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/moment.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { flash } from '../../ui/message/flash.ts';
import { Card } from '../../ui/page/card.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { askedInWords } from './asked-in-words.ts';
import { CASH_KEY, type CashAccount, cancelWithdrawal, type Reservation } from './cash.api.ts';
import classes from './reserved-card.module.css';

interface ReservedCardProps {
  syndicateId: bigint;
  account: CashAccount;
  isOwn: boolean;
}

/** What the reserved amount is made of. A withdrawal that is not paid yet can be cancelled. */
export function ReservedCard({ syndicateId, account, isOwn }: ReservedCardProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Reservation | null>(null);
  const { isPending, failure, setFailure, run } = useAction(messageWhenSignedIn);
  const close = () => setAsked(null);
  const { reservations, reserved } = account;

  const cancel = (withdrawalId: bigint) =>
    run(async () => {
      try {
        await cancelWithdrawal(syndicateId, withdrawalId);
        flash('Your withdrawal is cancelled');
      } finally {
        close();
        await queryClient.invalidateQueries({ queryKey: [CASH_KEY] });
      }
    });

  return (
    <Card title="Reserved">
      <FormAlert message={failure} />
      {reservations.length === 0 && (
        <p className={classes['nothing']}>
          Nothing is reserved. Withdrawals that you request and shares that you accept stand here until they
          are paid.
        </p>
      )}
      <ul className={classes['list']}>
        {reservations.map((reservation) => (
          <li key={keyOf(reservation)} className={classes['item']}>
            <span className={classes['name']}>{nameOf(reservation)}</span>
            <span className={classes['amount']}>{formatMoney(reservation.amount)}</span>
            <span className={classes['about']}>{aboutOf(reservation)}</span>
            {isOwn && reservation.withdrawalId !== null && (
              <span className={classes['cancel']}>
                <TextButton
                  aria-label={`Cancel the withdrawal of ${formatMoney(reservation.amount)}`}
                  onClick={() => {
                    setFailure(null);
                    setAsked(reservation);
                  }}
                >
                  Cancel
                </TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {reservations.length > 0 && (
        <p className={classes['total']}>
          <span>Total</span>
          <span>{formatMoney(reserved)}</span>
        </p>
      )}
      {asked && asked.withdrawalId !== null && (
        <ConfirmDialog
          title="Cancel this withdrawal?"
          lead={`${formatMoney(asked.amount)} will be available again.`}
          confirmLabel="Cancel the withdrawal"
          closeLabel="Keep it"
          isPending={isPending}
          onConfirm={() => asked.withdrawalId !== null && void cancel(asked.withdrawalId)}
          onClose={close}
        />
      )}
    </Card>
  );
}

const keyOf = ({ withdrawalId, mid }: Reservation): string => withdrawalId?.toString() ?? mid ?? '';

const nameOf = ({ kind, merchantName }: Reservation): string =>
  kind === 'withdrawal' ? 'Withdrawal' : (merchantName ?? '');

const aboutOf = ({ kind, mid, since, payTo }: Reservation): string =>
  kind === 'withdrawal' ? askedInWords(since, payTo) : `${mid}, accepted ${formatDay(since)}`;
