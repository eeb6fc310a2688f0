import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { KEPT_BANK_DAYS } from '../../../shared/domain/connected-banks.ts';
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

const WHAT_IS_KEPT = `Sign in at your bank there and choose an account. Plaid gives us access to its number and transactions, never to your bank password. We keep the access, encrypted, to review your offer. No one reads the account yet. We remove the access ${KEPT_BANK_DAYS} days after your offer or advance ends.`;

interface WidgetCardProps {
  isBusy: boolean;
  failure: string | null;
  state: string;
  button: ReactNode;
}

const WidgetCard = ({ isBusy, failure, state, button }: WidgetCardProps) => (
  <LinkCard text={WHAT_IS_KEPT} isBusy={isBusy}>
    <FormAlert message={failure} />
    {button}
    <p className={classes['state']} role="status">
      {state}
    </p>
  </LinkCard>
);
