import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { NotFoundNotice } from '../../page/not-found-notice.tsx';
import { usePageTitle } from '../../page/use-page-title.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import backLink from '../../ui/page/back-link.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Deal, useDeal } from './fcs.api.ts';
import classes from './fcs-page.module.css';
import { PrintSheet, SheetParts } from './sheet-parts.tsx';

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
      <Link to="/dashboard" search={{ view: 'deals' }} className={backLink['back']}>
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
  const print = <PrintSheet />;
  const header = deal ? (
    <PageHeader title={deal.name} caption={`File control sheet · MID ${deal.mid}`} action={print} />
  ) : (
    <PageHeader caption={<Skeleton characters={28} />} action={print} />
  );
  return (
    <Page header={header}>
      <SheetParts deal={deal} />
    </Page>
  );
}

/** The same for a deal that does not exist and one that the reader may not see. */
const NotFound = () => (
  <NotFoundNotice
    title="There is no file control sheet for you at this address"
    reason="The link may be old or not copied in full, or the deal is not one of yours."
  />
);
