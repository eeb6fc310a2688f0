import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkCard } from '../../page/link-card.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import type { WidgetAccess } from './bank-link.api.ts';
import classes from './connect-bank.module.css';
import { useBankWidget } from './use-bank-widget.ts';

interface ConnectBankProps {
  linkToken: string;
  access: WidgetAccess;
  onConnected: () => void;
}

export function ConnectBank(props: ConnectBankProps) {
  const { stage, failure, open } = useBankWidget(props);
  const isLost = stage === 'not loaded';
  const isReady = stage === 'ready' || isLost;
  return (
    <WidgetCard
      isBusy={!isReady}
      failure={failure}
      state={stage === 'connecting' ? 'Connecting your bank…' : ''}
      button={
        <Button
          size="lg"
          onClick={isLost ? () => window.location.reload() : open}
          disabled={!isReady}
          leftSection={
            stage === 'connecting' ? <Loader size={16} color="currentColor" aria-hidden="true" /> : null
          }
        >
          {isLost ? 'Try again' : OPEN}
        </Button>
      }
    />
  );
}

/** In the place of the widget's card until it is known what the widget opens with. */
export const ConnectBankSkeleton = () => (
  <WidgetCard
    isBusy
    failure={null}
    state=""
    button={
      <Button size="lg" disabled>
        {OPEN}
      </Button>
    }
  />
);

const OPEN = 'Open Link and connect your bank!';

interface WidgetCardProps {
  isBusy: boolean;
  failure: string | null;
  state: string;
  button: ReactNode;
}

const WidgetCard = ({ isBusy, failure, state, button }: WidgetCardProps) => (
  <LinkCard
    text="Sign in at your bank there and choose an account. We are told its account number and its transactions, never your bank password."
    isBusy={isBusy}
  >
    <FormAlert message={failure} />
    {button}
    <p className={classes['state']} role="status">
      {state}
    </p>
  </LinkCard>
);
