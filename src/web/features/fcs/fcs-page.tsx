import { Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { NotFoundNotice } from '../../page/not-found-notice.tsx';
import { usePageTitle } from '../../page/use-page-title.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { loadLines } from './balance-chart.tsx';
import { ExistingAdvances } from './existing-advances.tsx';
import { type Deal, useDeal } from './fcs.api.ts';
import classes from './fcs-page.module.css';
import { OurOffer } from './our-offer.tsx';
import { QuickInformation } from './quick-information.tsx';
import { Statements } from './statements.tsx';

const route = getRouteApi('/signed-in/fcs/$dealPublicId');

/** The file control sheet of a deal. */
export function FcsPage() {
  const { dealPublicId } = route.useParams();
  const deal = useDeal(dealPublicId);
  usePageTitle(titleOf(deal.data));
  if (isApiError(deal.error, 'not_found')) return <NotFound />;
  if (deal.isError && !deal.data) {
    return (
      <Page header={<PageHeader title="File control sheet" />}>
        <ErrorState
          title="The file control sheet did not load"
          error={deal.error}
          onRetry={() => deal.refetch()}
          isRetrying={deal.isFetching}
        />
      </Page>
    );
  }
  return <Sheet deal={deal.data} />;
}

const titleOf = (deal: Deal | undefined) => (deal ? `FCS of ${deal.name}` : 'File control sheet');

interface PageProps {
  header: ReactNode;
  children: ReactNode;
}

function Page({ header, children }: PageProps) {
  return (
    <div className={classes['page']}>
      <Link to="/dashboard" search={{ view: 'deals' }} className={classes['back']}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        Back to the portfolio
      </Link>
      {header}
      {children}
    </div>
  );
}

interface SheetProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

function Sheet({ deal }: SheetProps) {
  const print = (
    <Button
      variant="default"
      className={classes['print'] ?? ''}
      leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden="true" />}
      onClick={printWhole}
    >
      Print
    </Button>
  );
  const header = deal ? (
    <PageHeader title={deal.name} caption={`File control sheet · MID ${deal.mid}`} action={print} />
  ) : (
    <PageHeader caption={<Skeleton characters={28} />} action={print} />
  );
  return (
    <Page header={header}>
      <div className={classes['frame']}>
        <div className={classes['sheet']}>
          <div className={classes['left']}>
            <QuickInformation deal={deal} />
          </div>
          <div className={classes['right']}>
            <Statements deal={deal} />
            <ExistingAdvances deal={deal} />
            <OurOffer deal={deal} />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** With the chart, which may not have been in sight yet. */
async function printWhole(): Promise<void> {
  await loadLines().catch(() => undefined);
  requestAnimationFrame(() => setTimeout(() => window.print()));
}

/** The same for a deal that does not exist and one that the reader may not see. */
const NotFound = () => (
  <NotFoundNotice
    title="There is no file control sheet for you at this address"
    reason="The link may be old or not copied in full, or the deal is not one of yours."
  />
);
