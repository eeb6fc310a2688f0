import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { type Run, useRuns } from './payments.api.ts';

const COLUMNS: readonly Column<Run>[] = [
  { name: 'Begun', kind: 'day', value: ({ startedAt }) => formatMoment(startedAt) },
  {
    name: 'Lines',
    kind: 'number',
    value: ({ postedCount, takenBackCount }) => groupedCount(postedCount + takenBackCount),
  },
  {
    name: 'Cleared',
    kind: 'number',
    value: ({ postedAmount }) => postedAmount !== null && formatMoney(postedAmount),
  },
  {
    name: 'Taken back',
    kind: 'number',
    value: ({ takenBackAmount }) => takenBackAmount !== null && formatMoney(takenBackAmount),
  },
  {
    name: 'Posted',
    kind: 'number',
    value: ({ postedAmount, takenBackAmount }) =>
      postedAmount !== null && takenBackAmount !== null && formatMoney(postedAmount - takenBackAmount),
  },
  { name: 'Waiting', kind: 'number', value: ({ waitingCount }) => groupedCount(waitingCount) },
  {
    name: 'Complete through',
    kind: 'day',
    value: ({ completeThrough }) => completeThrough && formatDate(completeThrough),
  },
];

/** The history of what was posted, and by whom. */
export function RunsCard() {
  const runs = useRuns();
  const mayPost = useMay('post-payments');
  const rows = runs.data?.pages.flatMap((page) => page.runs);
  return (
    <HeadedCard title="Posted days" isPending={runs.isPending}>
      {runs.isError && !rows ? (
        <CardFailure
          what="The runs"
          error={runs.error}
          isRetrying={runs.isFetching}
          onRetry={() => runs.refetch()}
        />
      ) : rows?.length === 0 ? (
        <NothingInCard title="No day was posted yet">
          Payments that came with an import are among all payments, below.
        </NothingInCard>
      ) : (
        <DeskTable
          label="Posted days"
          first="File"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id.toString()}
          nameOf={({ fileName }) => fileName || 'Sent by a system'}
          below={({ postedBy, isFinished }) =>
            `${isFinished ? '' : 'under way · '}${postedBy ?? 'by command or a system'}`
          }
          page="postDay"
          target={({ fileId }) => (fileId === null || !mayPost ? null : { search: { file: fileId } })}
        />
      )}
      <LoadMore
        what="days"
        hasMore={runs.hasNextPage}
        isLoading={runs.isFetchingNextPage}
        error={runs.isFetchNextPageError ? runs.error : null}
        load={runs.fetchNextPage}
      />
    </HeadedCard>
  );
}
