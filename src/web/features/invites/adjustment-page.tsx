import { IconMailCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { isApiError } from '../../lib/api-error.ts';
import { PortfolioButton } from '../../page/portfolio-button.tsx';
import { usePageTitle } from '../../page/use-page-title.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Notice } from '../../ui/message/notice.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useMainFocus } from '../../ui/use-main-focus.ts';
import classes from './adjustment-form.module.css';
import { AdjustmentForm } from './adjustment-form.tsx';
import { InviteNotFound } from './invite-not-found.tsx';
import { InviteThread } from './invite-thread.tsx';
import { useInvite } from './invites.api.ts';
import { useAdjustment } from './use-adjustment.ts';

const TITLE = 'Request Adjustment';
const route = getRouteApi('/signed-in/accounting_reply/{-$invitePublicId}');

/** The page on which an investor writes to accounting about an invite. */
export function AdjustmentPage() {
  const { invitePublicId } = route.useParams();
  const invite = useInvite(invitePublicId);
  const adjustment = useAdjustment(invitePublicId);
  useMainFocus(adjustment.stage === 'left open');
  usePageTitle(TITLE);
  if (isApiError(invite.error, 'not_found')) return <InviteNotFound />;
  if (invite.isError && !invite.data) {
    return (
      <>
        <PageHeader title={TITLE} />
        <ErrorState
          title="The invite did not load"
          error={invite.error}
          onRetry={() => invite.refetch()}
          isRetrying={invite.isFetching}
        />
      </>
    );
  }
  const caption = invite.data ? (
    `${invite.data.dealName} · MID ${invite.data.mid}`
  ) : (
    <Skeleton characters={30} />
  );
  return (
    <>
      <PageHeader title={TITLE} caption={caption} />
      <div className={classes['column']}>
        {adjustment.stage === 'left open' && <LeftOpen onWriteAgain={adjustment.writeAgain} />}
        <InviteThread publicId={invitePublicId} />
        {adjustment.stage !== 'left open' && <AdjustmentForm invite={invite.data} adjustment={adjustment} />}
      </div>
    </>
  );
}

interface LeftOpenProps {
  onWriteAgain: () => void;
}

const LeftOpen = ({ onWriteAgain }: LeftOpenProps) => (
  <Notice
    role="status"
    icon={<IconMailCheck size={20} stroke={1.75} />}
    title="Your reply is with the accounting team"
    action={
      <div className={classes['actions']}>
        <PortfolioButton />
        <TextButton onClick={onWriteAgain}>Write another message</TextButton>
      </div>
    }
  >
    You can close this window.
  </Notice>
);
