import { Button, Loader } from '@mantine/core';
import { LinkCard } from '../../page/link-card.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import classes from './connect-bank.module.css';
import { useBankWidget } from './use-bank-widget.ts';

interface ConnectBankProps {
  linkToken: string;
  /** Null while it is loading. */
  widgetToken: string | null;
  onConnected: () => void;
}

export function ConnectBank(props: ConnectBankProps) {
  const { stage, failure, open } = useBankWidget(props);
  return (
    <LinkCard
      text="Sign in at your bank there and choose an account. We are told its account number and its transactions, never your bank password."
      isBusy={stage !== 'ready'}
    >
      <FormAlert message={failure} />
      <Button
        size="lg"
        onClick={open}
        disabled={stage !== 'ready'}
        leftSection={
          stage === 'connecting' ? <Loader size={16} color="currentColor" aria-hidden="true" /> : null
        }
      >
        Open Link and connect your bank!
      </Button>
      <p className={classes['state']} role="status">
        {stage === 'connecting' && 'Connecting your bank…'}
      </p>
    </LinkCard>
  );
}
