import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMailCheck } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { isApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Notice } from '../../ui/message/notice.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdjustmentForm } from './adjustment-form.tsx';
import { InviteNotFound } from './invite-not-found.tsx';
import { useInvite } from './invites.api.ts';
import { useAdjustment } from './use-adjustment.ts';

const TITLE = 'Request Adjustment';
const route = getRouteApi('/signed-in/accounting_reply/{-$invitePublicId}');

/** Where an investor writes to accounting about an invite. */
export function AdjustmentPage() {
  const { invitePublicId } = route.useParams();
  const invite = useInvite(invitePublicId);
  const adjustment = useAdjustment();
  useDocumentTitle(`${TITLE} · ${PRODUCT_NAME}`);
  if (isApiError(invite.error, 'not_found')) return <InviteNotFound />;
  if (adjustment.stage === 'left open') return <LeftOpen />;
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
      <AdjustmentForm invite={invite.data} adjustment={adjustment} />
    </>
  );
}

function LeftOpen() {
  const home = (
    <Button component={Link} to="/dashboard" variant="default">
      Go to the portfolio
    </Button>
  );
  return (
    <>
      <PageHeader title={TITLE} />
      <Notice
        icon={<IconMailCheck size={20} stroke={1.75} />}
        title="Your reply is with the accounting team"
        action={home}
      >
        You can close this window.
      </Notice>
    </>
  );
}
