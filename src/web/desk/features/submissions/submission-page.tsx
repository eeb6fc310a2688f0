import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import { PageFailure } from '../../ui/page-failure.tsx';
import classes from '../../ui/page-parts.module.css';
import { SubmissionChip } from '../../ui/submission-chip.tsx';
import { FilesCard } from './files-card.tsx';
import { FundDialog } from './fund-dialog.tsx';
import { GiveOutLink } from './give-out-link.tsx';
import { InvitesCard } from './invites-card.tsx';
import { LinksCard } from './links-card.tsx';
import { SendOfferDialog } from './send-offer-dialog.tsx';

import { type Submission, useSubmission } from './submissions.api.ts';
import { TermsCard } from './terms-card.tsx';

/** One offer: its terms, how it was sent and what became of it, its files, and the syndicates that were invited to the deal. */
export function SubmissionPage() {
  const { offerId: asked = '0' } = useParams({ strict: false }) as { offerId?: string };
  const offerId = /^\d{1,15}$/.test(asked) ? BigInt(asked) : 0n;
  const submission = useSubmission(offerId);
  const maySend = useMay('send-offers');
  const [isSending, setIsSending] = useState(false);
  const [isFunding, setIsFunding] = useState(false);
  const { data } = submission;
  usePageTitle(data?.dealName ?? 'Submission', 'Desk');
  return (
    <>
      <DeskLink page="submissions" className={classes['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Submissions
      </DeskLink>
      {submission.isError && !data ? (
        <PageFailure
          what="offer"
          error={submission.error}
          onRetry={() => submission.refetch()}
          isRetrying={submission.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: data.dealName })}
            marks={data && <SubmissionChip state={data.state} />}
            caption={data ? captionOf(data) : <Skeleton characters={36} />}
            action={
              data &&
              maySend && (
                <div className={classes['actions']}>
                  {data.isOpen && (
                    <Button onClick={() => setIsSending(true)}>
                      {data.links.length === 0 ? 'Send the offer' : 'Send again'}
                    </Button>
                  )}
                  {data.state === 'accepted' && data.isOpenForParticipation && (
                    <Button onClick={() => setIsFunding(true)}>Fund this deal</Button>
                  )}
                </div>
              )
            }
          />
          <div className={classes['stack']}>
            <ApprovalsCard isOfPage />
            <TermsCard submission={data} />
            <LinksCard
              title="Links to this offer"
              links={data?.links}
              isOfOneOffer
              aside={maySend && data?.isOpen && <GiveOutLink offerId={offerId} />}
            />
            <FilesCard offerId={offerId} />
            <InvitesCard submission={data} />
          </div>
          {isFunding && data && <FundDialog submission={data} onClose={() => setIsFunding(false)} />}
          {isSending && data && <SendOfferDialog submission={data} onClose={() => setIsSending(false)} />}
        </>
      )}
    </>
  );
}

const captionOf = ({ mid, lenderName, madeAt, dealStatus }: Submission): string =>
  `${mid} · ${dealStatus} · made by ${lenderName} ${formatMoment(madeAt)}`;
