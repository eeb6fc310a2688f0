import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../shared/domain/money.ts';
import { isDecline } from '../../../shared/domain/pre-funding.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { pathOf } from '../../../shared/pages.ts';
import { formatMoment } from '../../lib/moment.ts';
import { PortfolioButton } from '../../page/portfolio-button.tsx';
import { Notice } from '../../ui/message/notice.tsx';
import type { Invite } from './invites.api.ts';

interface PreFundingSubmittedProps {
  /** It has no answer until it has been refetched. */
  invite: Invite;
}

/** Shown after submitting, and whenever the invite is opened again. */
export const PreFundingSubmitted = ({ invite: { acceptance, publicId } }: PreFundingSubmittedProps) => (
  <Notice
    role="status"
    icon={<IconCheck size={22} stroke={2} />}
    title="Your request has been submitted successfully. Thank you,"
    action={<PortfolioButton />}
  >
    {acceptance && wordsOn(acceptance, publicId)}
  </Notice>
);

/** The page of messages is loaded anew, because files are uploaded from it, which the policy of this page does not allow. */
function wordsOn(
  { sharePercent, participationAmount, acceptedAt }: NonNullable<Invite['acceptance']>,
  invitePublicId: string,
): ReactNode {
  if (isDecline(sharePercent))
    return (
      <>
        Your syndicate declined this deal, on {formatMoment(acceptedAt)}. To change that,{' '}
        <a href={pathOf('adjustment', { invitePublicId })}>write to accounting</a>.
      </>
    );
  const share = `${formatPercent(sharePercent, 1)} of the deal, ${formatMoney(participationAmount)}`;
  return (
    <>
      {share}, on {formatMoment(acceptedAt)}. Is something to be different?{' '}
      <a href={pathOf('adjustment', { invitePublicId })}>Write to accounting</a>.
    </>
  );
}
