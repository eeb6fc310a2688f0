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
  const isLost = stage === 'not loaded';
  return (
    <LinkCard
      text="Sign in at your bank there and choose an account. We are told its account number and its transactions, never your bank password."
      isBusy={stage !== 'ready' && !isLost}
    >
      <FormAlert message={failure} />
      <Button
        size="lg"
        onClick={isLost ? () => window.location.reload() : open}
        disabled={stage !== 'ready' && !isLost}
        leftSection={
          stage === 'connecting' ? <Loader size={16} color="currentColor" aria-hidden="true" /> : null
        }
      >
        {isLost ? 'Try again' : 'Open Link and connect your bank!'}
      </Button>
      <p className={classes['state']} role="status">
        {stage === 'connecting' && 'Connecting your bank…'}
      </p>
    </LinkCard>
  );
}
