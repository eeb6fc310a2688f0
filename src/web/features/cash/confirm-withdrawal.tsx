import { useState } from 'react';
import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { requestWithdrawal } from './cash.api.ts';

interface ConfirmWithdrawalProps {
  syndicateId: bigint;
  amount: Cents;
  payTo: string;
  onRequested: () => void;
  onClose: () => void;
}

/** The password, and then the second factor of whoever has one. */
export function ConfirmWithdrawal({
  syndicateId,
  amount,
  payTo,
  onRequested,
  onClose,
}: ConfirmWithdrawalProps) {
  // One for this dialog, so that sending it again after an outage is not a second withdrawal.
  const [requestId] = useState(() => crypto.randomUUID());
  const request = async (password: string) => {
    await requestWithdrawal({ syndicateId, amount, requestId, password });
    onRequested();
  };
  return (
    <Dialog title={`Withdraw ${formatMoney(amount)}`} lead={`It is paid to ${payTo}.`} onClose={onClose}>
      <PasswordAgainForm submitLabel="Request withdrawal" onSubmit={request} onClose={onClose} />
    </Dialog>
  );
}
