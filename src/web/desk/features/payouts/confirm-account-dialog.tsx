import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { flash } from '../../../ui/message/flash.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { RunItem } from './payouts.api.ts';

interface ConfirmAccountProps {
  item: RunItem;
  onClose: () => void;
}

/** Says that an account is right although the bank has returned something. */
export function ConfirmAccountDialog({ item: { syndicateId, syndicateName }, onClose }: ConfirmAccountProps) {
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
