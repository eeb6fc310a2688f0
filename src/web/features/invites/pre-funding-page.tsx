import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { usePageTitle } from '../../page/use-page-title.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMainFocus } from '../../ui/use-main-focus.ts';
import { InviteNotFound } from './invite-not-found.tsx';
import { type Invite, useInvite, useInvitedDeal } from './invites.api.ts';
import { PreFundingClosed } from './pre-funding-closed.tsx';
import { PreFundingForm } from './pre-funding-form.tsx';
import { PreFundingSkeleton } from './pre-funding-skeleton.tsx';
import { PreFundingSubmitted } from './pre-funding-submitted.tsx';

const TITLE = 'Pre-Funding';
const route = getRouteApi('/signed-in/prefunding/{-$invitePublicId}/{-$syndicate}/{-$history}');

/**
 * The page on which an investor takes a share of a deal before it is funded. The syndicate and history in the address have to be
 * the invite's.
 */
export function PreFundingPage() {
  const { invitePublicId, syndicate, history } = route.useParams();
  const invite = useInvite(invitePublicId);
  const deal = useInvitedDeal(invite.data?.dealId);
  const [isSubmitted, setIsSubmitted] = useState(false);
  useMainFocus(isSubmitted);
  const name = invite.data?.dealName;
  usePageTitle(name === undefined ? TITLE : `${TITLE} of ${name}`);
  const isOther = invite.data !== undefined && !fits(invite.data, syndicate, history);
  if (isOther) return <InviteNotFound />;
  if ([invite, deal].some(({ error }) => isApiError(error, 'not_found'))) return <InviteNotFound />;

  const caption = invite.data ? (
    `${invite.data.dealName} · MID ${invite.data.mid}`
  ) : (
    <Skeleton characters={30} />
  );
  const failed = [invite, deal].find((query) => query.isError && !query.data);
  return (
    <>
      <PageHeader title={TITLE} caption={failed && !invite.data ? undefined : caption} />
      {content()}
    </>
  );

  function content() {
    if (failed)
      return (
        <ErrorState
          title="The invite did not load"
          error={failed.error}
          onRetry={() => failed.refetch()}
          isRetrying={failed.isFetching}
        />
      );
    if (invite.data && (isSubmitted || invite.data.acceptance))
      return <PreFundingSubmitted invite={invite.data} />;
    if (!invite.data || !deal.data) return <PreFundingSkeleton />;
    if (!deal.data.isOpen) return <PreFundingClosed />;
    return (
      <PreFundingForm
        invite={invite.data}
        deal={deal.data}
        historyId={history === undefined ? null : BigInt(history)}
        onSubmitted={() => {
          setIsSubmitted(true);
          window.scrollTo({ top: 0 });
          void invite.refetch();
        }}
      />
    );
  }
}

/** Whether the syndicate in the address is the invite's, and the history one of its entries. Both may be left out. */
const fits = (invite: Invite, syndicate: string | undefined, history: string | undefined): boolean =>
  (syndicate === undefined || syndicate === String(invite.syndicateId)) &&
  (history === undefined || invite.history.some(({ id }) => history === String(id)));
