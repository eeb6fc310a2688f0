import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Card } from '../../ui/page/card.tsx';
import { useTooNarrow } from '../../ui/table/use-too-narrow.ts';
import type { CashAccount } from './cash.api.ts';
import classes from './withdrawal.module.css';
import { WithdrawalForm } from './withdrawal-form.tsx';

interface WithdrawalProps {
  syndicateId: bigint;
  account: CashAccount;
  isOwn: boolean;
}

/** The form for a withdrawal: beside the movements, and on a phone behind a button at the thumb. */
export function Withdrawal({ syndicateId, account, isOwn }: WithdrawalProps) {
  const isPhone = useTooNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const { payTo } = account;
  const lead = payTo === null ? undefined : `Paid to ${payTo}, the account in your profile.`;
  if (!isOwn)
    return (
      <Card title="Withdrawals">
        <p className={classes['words']}>Only people of this syndicate can request one.</p>
      </Card>
    );
  if (!isPhone)
    return (
      <Card title="Request a withdrawal">
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        <WithdrawalForm syndicateId={syndicateId} account={account} onRequested={() => undefined} />
      </Card>
    );
  const close = () => setIsOpen(false);
  return (
    <div className={classes['thumb']}>
      <Button size="md" fullWidth onClick={() => setIsOpen(true)}>
        Request a withdrawal
      </Button>
      {isOpen && (
        <Dialog title="Request a withdrawal" lead={lead} isSheet onClose={close}>
          <WithdrawalForm syndicateId={syndicateId} account={account} onRequested={close} />
        </Dialog>
      )}
    </div>
  );
}
