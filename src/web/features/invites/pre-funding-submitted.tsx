import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { Invite } from './invites.api.ts';
import classes from './pre-funding-submitted.module.css';

interface PreFundingSubmittedProps {
  /** None until the server has been asked again. */
  acceptance: Invite['acceptance'];
}

/** After submitting, and whenever the invite is opened again. */
export function PreFundingSubmitted({ acceptance }: PreFundingSubmittedProps) {
  return (
    <div className={classes['card']} role="status">
      <span className={classes['icon']} aria-hidden="true">
        <IconCheck size={22} stroke={2} />
      </span>
      <div className={classes['words']}>
        <p className={classes['thanks']}>Your request has been submitted successfully. Thank you,</p>
        {acceptance && (
          <p className={classes['share']}>
            {formatPercent(acceptance.sharePercent, 1)} of the deal,{' '}
            {formatMoney(acceptance.participationAmount)}, on {formatMoment(acceptance.acceptedAt)}.
          </p>
        )}
      </div>
      <Button component={Link} to="/dashboard" variant="default">
        Go to the portfolio
      </Button>
    </div>
  );
}
