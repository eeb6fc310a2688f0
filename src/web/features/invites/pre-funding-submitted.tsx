import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { formatMoment } from '../../lib/moment.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Invite } from './invites.api.ts';

interface PreFundingSubmittedProps {
  /** None until the server has been asked again. */
  acceptance: Invite['acceptance'];
}

/** After submitting, and whenever the invite is opened again. */
export function PreFundingSubmitted({ acceptance }: PreFundingSubmittedProps) {
  const home = (
    <Button component={Link} to="/dashboard" variant="default">
      Go to the portfolio
    </Button>
  );
  return (
    <Notice
      role="status"
      icon={<IconCheck size={20} stroke={1.75} />}
      title="Your request has been submitted successfully. Thank you,"
      action={home}
    >
      {acceptance && termsOf(acceptance)}
    </Notice>
  );
}

function termsOf({
  sharePercent,
  participationAmount,
  acceptedAt,
}: NonNullable<Invite['acceptance']>): string {
  const share = `${formatPercent(sharePercent, 1)} of the deal, ${formatMoney(participationAmount)}`;
  return `${share}, on ${formatMoment(acceptedAt)}.`;
}
