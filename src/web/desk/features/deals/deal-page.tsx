import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import classes from '../../ui/page-parts.module.css';
import { besidePanel } from '../../ui/side-panel.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { CorrectionPanel } from './correction-panel.tsx';
import { DealChip } from './deal-chip.tsx';
import { type Deal, type ListedPayment, useDeal } from './deals.api.ts';
import { FilesCard } from './files-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { NotesCard } from './notes-card.tsx';
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
  const mayChange = useMay('change-deals');
  const [changing, setChanging] = useState<'status' | 'terms' | null>(null);
  const [corrected, setCorrected] = useState<ListedPayment | null>(null);
  const { data } = deal;
  usePageTitle(data?.dealName ?? 'Deal', 'Desk');
  return (
    <div className={besidePanel(corrected !== null)}>
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
            action={
              // There while the deal is loading, so that nothing below moves.
              <div className={classes['actions']}>
                <Button component={DeskLink} variant="default" page="dealFcs" params={{ dealId }}>
                  File control sheet
                </Button>
                {mayChange && (!data || data.terms) && (
                  <>
                    <Button variant="default" disabled={!data} onClick={() => setChanging('terms')}>
                      Change terms
                    </Button>
                    <Button variant="default" disabled={!data} onClick={() => setChanging('status')}>
                      Change status
                    </Button>
                  </>
                )}
              </div>
            }
          />
          <div className={classes['stack']}>
            <ApprovalsCard isOfPage />
            <TermsCard deal={data} />
            {(!data || data.terms) && <StandingCard deal={data} />}
            <SharesCard deal={data} />
            {(!data || data.terms) && (
              <PaymentsCard dealId={dealId} deal={data} corrected={corrected} onCorrect={setCorrected} />
            )}
            <NotesCard dealId={dealId} />
            <HistoryCard deal={data} />
            <FilesCard dealId={dealId} />
            <OffersCard deal={data} />
          </div>
        </>
      )}
      {changing && data && <ChangeDialog what={changing} deals={[data]} onClose={() => setChanging(null)} />}
      {corrected && (
        <CorrectionPanel
          key={corrected.paymentId.toString()}
          payment={corrected}
          dealId={dealId}
          onClose={() => setCorrected(null)}
        />
      )}
    </div>
  );
}

function captionOf({ mid, platform, brokerName, brokerCompany }: Deal): string {
  const broker = [brokerName, brokerCompany].filter((part) => part).join(', ');
  return [mid, platform, ...(broker ? [`broker ${broker}`] : [])].join(' · ');
}
