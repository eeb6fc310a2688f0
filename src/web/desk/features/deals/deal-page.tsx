import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import classes from '../../ui/page-parts.module.css';
import { DealChip } from './deal-chip.tsx';
import { type Deal, useDeal } from './deals.api.ts';
import { HistoryCard } from './history-card.tsx';
import { OffersCard } from './offers-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { SharesCard } from './shares-card.tsx';
import { StandingCard } from './standing-card.tsx';
import { TermsCard } from './terms-card.tsx';

/** One deal: what was agreed, who has which share of it, what it has paid, and what was changed about it. */
export function DealPage() {
  const { dealId: asked = '0' } = useParams({ strict: false }) as { dealId?: string };
  const dealId = /^\d{1,15}$/.test(asked) ? BigInt(asked) : 0n;
  const deal = useDeal(dealId);
  const { data } = deal;
  usePageTitle(data?.dealName ?? 'Deal', 'Desk');
  return (
    <>
      <DeskLink page="deals" className={classes['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Deals
      </DeskLink>
      {deal.isError && !data ? (
        <ErrorState
          title="This deal did not load"
          error={deal.error}
          onRetry={() => deal.refetch()}
          isRetrying={deal.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: data.dealName })}
            marks={data && <DealChip status={data.status} />}
            caption={data ? captionOf(data) : <Skeleton characters={36} />}
          />
          <div className={classes['stack']}>
            <TermsCard deal={data} />
            {(!data || data.terms) && <StandingCard deal={data} />}
            <SharesCard deal={data} />
            {(!data || data.terms) && <PaymentsCard dealId={dealId} deal={data} />}
            <HistoryCard deal={data} />
            <OffersCard deal={data} />
          </div>
        </>
      )}
    </>
  );
}

function captionOf({ mid, platform, brokerName, brokerCompany }: Deal): string {
  const broker = [brokerName, brokerCompany].filter((part) => part).join(', ');
  return [mid, platform, ...(broker ? [`broker ${broker}`] : [])].join(' · ');
}
