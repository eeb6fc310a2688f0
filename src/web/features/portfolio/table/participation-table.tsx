import { useQueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect, useMemo } from 'react';
import { patientChunk } from '../../../lib/code-chunk.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pager, PagerSkeleton } from '../../../ui/table/pager.tsx';
import { useTableTop } from '../../../ui/table/use-table-top.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { ExportReport } from '../export/export-report.tsx';
import type { ExportView } from '../export/use-export.ts';
import type { ParticipationColumn } from './columns.tsx';
import { NoDeals } from './no-deals.tsx';
import classes from './participation-table.module.css';
import { type Participation, participationsQuery } from './participations.api.ts';
import type { PayoutDatesProps } from './payout-dates.tsx';
import { PAGE_LENGTHS, withoutFilters } from './table-choice.ts';
import { TableToolbar } from './table-toolbar.tsx';
import type { TableViewProps } from './table-view.ts';
import { useParticipationRows } from './use-participation-rows.ts';
import { usePostedColumns } from './use-posted-columns.ts';
import { useTableChoice } from './use-table-choice.ts';

const DealDetails = lazyRouteComponent(() => patientChunk(import('../deal/deal-details.tsx')), 'DealDetails');

interface ParticipationTableProps extends TableViewProps {
  columns: readonly ParticipationColumn[];
  isDense?: boolean;
  hasMonth?: boolean;
  /** A control for the order, in addition to the headers. */
  hasSortBy?: boolean;
  PayoutDatesControl?: ComponentType<PayoutDatesProps>;
  exportView: ExportView;
}

/** A syndicate's deals: the toolbar, the rows that match the address, and the pager. */
export function ParticipationTable(props: ParticipationTableProps) {
  const { syndicate, columns, hasMonth = false, hasSortBy = false, PayoutDatesControl, exportView } = props;
  const queryClient = useQueryClient();
  const hasPayoutDates = PayoutDatesControl !== undefined;
  const controls = useMemo(
    () => ({ sortable: columns.flatMap(({ sort }) => (sort ? [sort.by] : [])), hasMonth, hasPayoutDates }),
    [columns, hasMonth, hasPayoutDates],
  );
  const [choice, change] = useTableChoice(controls);
  const { rows, total, isStale, ...state } = useParticipationRows(syndicate.id, choice);
  const top = useTableTop(choice);
  const postedColumns = usePostedColumns(columns, syndicate.id);

  const { page, length } = choice;
  const lastPage = total === null || length === 'all' ? 1 : Math.max(1, Math.ceil(total / length));
  const isPastTheEnd = total !== null && !isStale && page > lastPage;
  useEffect(() => {
    if (isPastTheEnd) change({ page: lastPage }, { replace: true });
  }, [isPastTheEnd, change, lastPage]);

  const prefetch = (asked: number) => {
    if (length === 'all') return;
    void queryClient.prefetchQuery(participationsQuery(syndicate.id, choice, { page: asked, length }));
  };

  return (
    <div ref={top} className={classes['view']}>
      <TableToolbar
        syndicateId={syndicate.id}
        columns={columns}
        choice={choice}
        onChange={change}
        hasMonth={hasMonth}
        hasSortBy={hasSortBy}
        action={<ExportReport syndicateId={syndicate.id} choice={choice} view={exportView} />}
      >
        {PayoutDatesControl && (
          <PayoutDatesControl from={choice.payoutsFrom} to={choice.payoutsTo} onChange={change} />
        )}
      </TableToolbar>
      <p role="status" className={visuallyHidden}>
        {total !== null && !isStale && countOf(total, 'deal')}
      </p>
      {state.error !== null && (
        <ErrorState
          title={total === null ? 'The deals did not load' : 'Some of the deals did not load'}
          error={state.error}
          onRetry={state.retry}
          isRetrying={state.isRetrying}
        />
      )}
      {total === 0 && (
        <NoDeals
          syndicateName={syndicate.name}
          choice={choice}
          onClear={() => change(withoutFilters(choice))}
        />
      )}
      {total !== 0 && !(state.error !== null && total === null) && (
        <DataTable
          label="Deals"
          isDense={props.isDense ?? false}
          columns={postedColumns}
          rows={rows}
          total={total}
          keyOf={midOf}
          nameOf={merchantOf}
          detailsOf={detailsOf}
          sorting={choice.sorting}
          onSort={(sorting) => change({ sorting })}
          isStale={isStale}
          onRowsInSight={state.onRowsInSight}
          footer={
            total === null ? (
              <PagerSkeleton />
            ) : (
              <Pager
                total={total}
                page={Math.min(page, lastPage)}
                lengths={PAGE_LENGTHS}
                length={length}
                onPage={(chosen) => change({ page: chosen })}
                onLength={(chosen) => change({ length: chosen })}
                onIntent={prefetch}
              />
            )
          }
        />
      )}
    </div>
  );
}

const midOf = (row: Participation) => row.mid;
const merchantOf = (row: Participation) => row.merchantName;
const detailsOf = (row: Participation) => (
  <Suspense fallback={<div className={classes['opening']} />}>
    <DealDetails syndicateId={row.syndicateId} mid={row.mid} />
  </Suspense>
);
