import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { useWaitingLines, type WaitingLine } from './payments.api.ts';
import { SettleLine } from './settle-line.tsx';

const COLUMNS: readonly Column<WaitingLine>[] = [
  { name: 'Date', kind: 'day', value: ({ date, dateText }) => (date ? formatDate(date) : dateText || null) },
  { name: 'MID', kind: 'day', value: ({ mid }) => mid },
  {
    name: 'Amount',
    kind: 'number',
    value: ({ amount, amountText }) => (amount === null ? amountText || null : <MoneyText amount={amount} />),
  },
  { name: 'Why', value: ({ why }) => why },
];

/** Lines that were refused, held or left out, each with the way to settle it. */
export function WaitingCard() {
  const lines = useWaitingLines();
  const mayPost = useMay('post-payments');
  const rows = lines.data?.lines;
  const columns: readonly Column<WaitingLine>[] = mayPost
    ? [...COLUMNS, { name: 'What to do', kind: 'action', value: (line) => <SettleLine line={line} /> }]
    : COLUMNS;
  return (
    <HeadedCard
      title="Lines that wait"
      about={rows && countOf(rows.length, 'line')}
      isPending={lines.isPending}
    >
      {lines.isError && !rows ? (
        <CardFailure
          what="The lines"
          error={lines.error}
          isRetrying={lines.isFetching}
          onRetry={() => lines.refetch()}
        />
      ) : rows?.length === 0 ? (
        <NothingInCard title="No line waits">
          Lines of the last 14 days that were not posted are listed here.
        </NothingInCard>
      ) : (
        <DeskTable
          label="Lines that wait"
          first="Line"
          columns={columns}
          rows={rows}
          keyOf={({ runId, line }) => `${runId} ${line}`}
          nameOf={({ line, fileName }) => `Line ${line} of ${fileName || 'a file without a name'}`}
          below={belowLine}
          page="payments"
          target={() => null}
        />
      )}
    </HeadedCard>
  );
}

/** The deal and the merchant as the file calls it, where both are known; otherwise the reference. */
const belowLine = ({ dealName, merchant, reference }: WaitingLine): string =>
  dealName === null ? reference : `${dealName}${merchant === '' ? '' : ` · in the file: ${merchant}`}`;
