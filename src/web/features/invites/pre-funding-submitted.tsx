import { IconCheck } from '@tabler/icons-react';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { ToPortfolio } from '../../app/page/to-portfolio.tsx';
import { formatMoment } from '../../lib/moment.ts';
import { Notice } from '../../ui/message/notice.tsx';
import type { Invite } from './invites.api.ts';

interface PreFundingSubmittedProps {
  /** None until the server has been asked again. */
  acceptance: Invite['acceptance'];
}

/** After submitting, and whenever the invite is opened again. */
export const PreFundingSubmitted = ({ acceptance }: PreFundingSubmittedProps) => (
  <Notice
    role="status"
    icon={<IconCheck size={22} stroke={2} />}
    title="Your request has been submitted successfully. Thank you,"
    action={<ToPortfolio />}
  >
    {acceptance && wordsOn(acceptance)}
  </Notice>
);

function wordsOn({
  sharePercent,
  participationAmount,
  acceptedAt,
}: NonNullable<Invite['acceptance']>): string {
  const share = `${formatPercent(sharePercent, 1)} of the deal, ${formatMoney(participationAmount)}`;
  return `${share}, on ${formatMoment(acceptedAt)}.`;
}
