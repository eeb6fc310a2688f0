import { deskReturnsContract } from '../../../../shared/contract/desk-returns.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useTakeBack } from './payouts.api.ts';
import { approverWords } from './return-words.ts';

interface TakeBackDialogProps {
  itemId: bigint;
  onClose: () => void;
}

/** Reverses a return that was entered, after it has said what that changes. */
export function TakeBackDialog({ itemId, onClose }: TakeBackDialogProps) {
  const send = useChange();
  const preview = useTakeBack(itemId);
  const { data } = preview;
  if (preview.isError)
    return (
      <ConfirmDialog
        title="Can't reverse this return"
        lead={messageOf(preview.error)}
        confirmLabel="Try again"
        isPending={preview.isFetching}
        onConfirm={() => preview.refetch()}
        onClose={onClose}
      />
    );
  if (!data) return null;
  const { returnCode, returnedAt, amount, syndicateName, payDate, cash, cashAfter, secondPerson } = data;
  const takeBack = async (reason: string) => {
    const request = { params: { itemId }, body: { returnCode, cashAfter, reason } };
    if (secondPerson === null) await send(deskReturnsContract.takeBack, request);
    else await send(deskReturnsContract.askToTakeBack, request);
    flash(secondPerson === null ? 'Return reversed' : 'Approval requested');
    onClose();
  };
  const sentences = [
    `${formatMoney(amount)} to ${syndicateName}, pay date ${formatDate(payDate)}, was returned ${returnCode} on ${formatMoment(returnedAt)}.`,
    'It counts as paid again, and we email the investor.',
    cash !== null &&
      cashAfter !== null &&
      `The cash account goes from ${formatMoney(cash)} to ${formatMoney(cashAfter)}${cashAfter < 0n ? ', below zero' : ''}.`,
    approverWords(data),
  ];
  return (
    <ReasonDialog
      title="Reverse return?"
      lead={sentences.filter(Boolean).join(' ')}
      description="How you know that the bank kept the money."
      needed="Enter a reason. The audit trail shows it."
      askLabel={secondPerson === null ? 'Reverse return' : 'Request approval'}
      onAsk={takeBack}
      onClose={onClose}
    />
  );
}
