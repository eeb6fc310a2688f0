import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { RunItem } from './payouts.api.ts';

interface AfterReturnProps {
  item: RunItem;
  onClose: () => void;
}

/** Says that an account is right although the bank has returned something. */
export function ConfirmAccountDialog({ item: { syndicateId, syndicateName }, onClose }: AfterReturnProps) {
  const send = useChange();
  const confirm = async (reason: string) => {
    await send(deskPayoutsContract.confirmAccount, { params: { syndicateId }, body: { reason } });
    flash(`The account of ${syndicateName} is paid again`);
    onClose();
  };
  return (
    <ReasonDialog
      title={`Pay ${syndicateName} again?`}
      lead="The bank has returned money that was sent to this account. If it is wrong, the investor has to name another one."
      description="Say how you know that the account is right."
      needed="Please say why."
      askLabel="The account is right"
      onAsk={confirm}
      onClose={onClose}
    />
  );
}

/** Says that an entry has not come back after all. */
export function TakeBackDialog({ item: { syndicateName, amount, traceNumber }, onClose }: AfterReturnProps) {
  const send = useChange();
  const action = useAction(flashFailure);
  const takeBack = () =>
    action.run(async () => {
      await send(deskPayoutsContract.takeBackReturn, { body: { traceNumber: traceNumber ?? '' } });
      flash('The return is taken back');
      onClose();
    });
  return (
    <ConfirmDialog
      title={`Take the return of ${formatMoney(amount)} back?`}
      lead={`It counts as paid to ${syndicateName} again.`}
      confirmLabel="Take the return back"
      isPending={action.isPending}
      onConfirm={takeBack}
      onClose={onClose}
    />
  );
}
