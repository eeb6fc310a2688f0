import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { CardFailure } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { LineFix } from './line-fix.tsx';
import { type Sheet, type SheetLine, useSheetLines } from './payments.api.ts';
import classes from './post-day.module.css';
import { VERDICT_NAMES, VERDICT_TONES } from './verdict-names.ts';

interface LineGroupProps {
  sheet: Sheet;
  counted: Sheet['counts'][number];
  search: string;
}

/** The lines of one verdict, each with what can be done about it. */
export function LineGroup({ sheet, counted: { verdict, lineCount, amount }, search }: LineGroupProps) {
  const lines = useSheetLines(sheet, verdict, search);
  const rows = lines.data?.pages.flatMap((page) => page.lines);
  const columns: readonly Column<SheetLine>[] = [
    {
      name: 'Date',
      kind: 'day',
      value: ({ date, dateText }) => (date ? formatDate(date) : dateText || null),
    },
    { name: 'MID', kind: 'day', value: ({ mid }) => mid },
    {
      name: 'Amount',
      kind: 'number',
      value: ({ amount: own, amountText }) =>
        own === null ? amountText || null : <MoneyText amount={own} />,
    },
    { name: 'Verdict', value: () => <Chip tone={VERDICT_TONES[verdict]}>{VERDICT_NAMES[verdict]}</Chip> },
    { name: 'Why', value: ({ why }) => why },
    ...(sheet.state === 'checked' && verdict !== 'posted before'
      ? [
          {
            name: 'What to do',
            kind: 'action',
            value: (line: SheetLine) => <LineFix sheet={sheet} line={line} />,
          } as const,
        ]
      : []),
  ];
  return (
    <section aria-label={VERDICT_NAMES[verdict]}>
      <p className={classes['group']}>
        <strong>
          {VERDICT_NAMES[verdict]}, {countOf(lineCount, 'line')}
        </strong>
        <span>{formatMoney(amount)}</span>
      </p>
      {lines.isError && !rows ? (
        <CardFailure
          what="The lines"
          error={lines.error}
          isRetrying={lines.isFetching}
          onRetry={() => lines.refetch()}
        />
      ) : rows?.length === 0 ? (
        <p className={classes['nothing']}>No line of them matches the search.</p>
      ) : (
        <DeskTable
          label={`${VERDICT_NAMES[verdict]} lines`}
          first="Line"
          columns={columns}
          rows={rows}
          keyOf={({ line }) => String(line)}
          nameOf={({ line, dealName, merchant }) => `${line}. ${dealName ?? (merchant || 'not found')}`}
          below={({ isChanged }) => (isChanged ? 'changed by a person' : '')}
          page="payments"
          target={() => null}
        />
      )}
      {lines.hasNextPage && (
        <div className={classes['more']}>
          <TextButton onClick={() => lines.fetchNextPage()}>
            {lines.isFetchingNextPage ? 'Loading more lines' : 'Show more lines'}
          </TextButton>
        </div>
      )}
    </section>
  );
}
