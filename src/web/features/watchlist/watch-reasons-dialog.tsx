import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import classes from './watchlist-card.module.css';

const REASONS = [
  ['Status', 'The deal is in Collections, Referred To Legal or Default.'],
  [
    'Refused debit',
    'In the last 20 bank days a debit came back because the account is closed, blocked or unknown, or the merchant did not allow it. A debit that came back for lack of money is not counted here, because it is tried again.',
  ],
  [
    'Missed debits',
    '3 or more scheduled debits in a row brought nothing. Any amount that clears ends the row.',
  ],
  [
    'Slow',
    'Of what the last 20 scheduled debits asked for, less than 75% was paid. With fewer than 20, of all so far; with fewer than 5, it is too early to say.',
  ],
  ['Paused', 'The payments were paused in the last 20 bank days.'],
  ['Terms modified', 'The payment or how often it is due was changed in the last 20 bank days.'],
] as const;

interface WatchReasonsDialogProps {
  onClose: () => void;
}

export function WatchReasonsDialog({ onClose }: WatchReasonsDialogProps) {
  return (
    <Dialog
      title="What puts a deal here"
      lead="The gravest reason comes first. A deal that recovers leaves the list by itself."
      onClose={onClose}
    >
      <dl className={classes['explained']}>
        {REASONS.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        <div>
          <dt>The amounts</dt>
          <dd>
            Arrears are your share of what should have been paid by now and was not. Balance at stake is what
            your share would still pay, after fees. Of balance compares it with the portfolio balance, which
            is before fees.
          </dd>
        </div>
      </dl>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
