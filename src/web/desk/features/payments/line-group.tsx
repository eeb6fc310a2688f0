import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { CardFailure } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { LineFix } from './line-fix.tsx';
import { belowName, LineWords } from './line-words.tsx';
import { type Sheet, type SheetLine, useSheetLines } from './payments.api.ts';
import { AcceptBar, PickBox, usePicked } from './picked-lines.tsx';
import classes from './post-day.module.css';
import { VERDICT_TONES, verdictName } from './verdict-names.ts';

interface LineGroupProps {
  sheet: Sheet;
  counted: Sheet['counts'][number];
  search: string;
  /** The names of the columns stand above it. */
  isFirst: boolean;
}

/** What becomes of the lines of a verdict. */
const REMARKS: Readonly<Record<LineVerdict, string>> = {
  refused: 'not posted; put them right here or leave them for the queue',
  'look at this': 'not posted unless you accept them with a reason',
  suspected: 'not posted unless you say so',
  'left out': 'left out by a person; they go to the queue',
  'posted before': 'nothing happens',
  'will post': '',
};

const WAITING: readonly LineVerdict[] = ['refused', 'look at this', 'suspected', 'left out'];

/** The lines of one verdict, each with what can be done about it. */
export function LineGroup({ sheet, counted, search, isFirst }: LineGroupProps) {
  const { verdict, lineCount, amount } = counted;
  const lines = useSheetLines(sheet, verdict, search);
  const rows = lines.data?.pages.flatMap((page) => page.lines);
  const isOpen = sheet.state === 'checked' && verdict !== 'posted before';
  const isPicking = isOpen && verdict === 'look at this';
  const [picked, setPicked] = usePicked(sheet);
  const name = verdictName(verdict, sheet.state);
  const remark =
    sheet.state === 'posted' && WAITING.includes(verdict) ? 'they wait in the queue' : REMARKS[verdict];
  const columns: readonly Column<SheetLine>[] = [
    {
      name: 'Date',
      kind: 'day',
      width: 104,
      value: ({ date, dateText }) => (date ? formatDate(date) : dateText || null),
    },
    { name: 'MID', kind: 'day', width: 100, value: ({ mid }) => mid },
    {
      name: 'Amount',
      kind: 'number',
      width: 132,
      value: ({ amount: own, amountText }) =>
        own === null ? amountText || null : <MoneyText amount={own} />,
    },
    {
      name: 'Verdict',
      width: 140,
      // The group says it as well.
      isSpare: true,
      value: () => <Chip tone={VERDICT_TONES[verdict]}>{name}</Chip>,
    },
    { name: 'Why', value: (line) => <LineWords line={line} /> },
    {
      name: 'What to do',
      kind: 'action',
      width: 150,
      value: (line) =>
        isOpen && (
          <span className={classes['fixes']}>
            {isPicking && <PickBox line={line} picked={picked} onPick={setPicked} />}
            <LineFix sheet={sheet} line={line} />
          </span>
        ),
    },
  ];
  return (
    <section aria-label={name}>
      <p className={classes['group']}>
        <strong>
          {name}, {countOf(lineCount, 'line')}
        </strong>
        <span>{formatMoney(amount)}</span>
        {remark !== '' && <span className={classes['quiet']}>{remark}</span>}
      </p>
      {isPicking && <AcceptBar sheet={sheet} lineCount={lineCount} picked={picked} onPick={setPicked} />}
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
          label={`${name} lines`}
          first="Line"
          columns={columns}
          rows={rows}
          keyOf={({ line }) => String(line)}
          nameOf={({ line, dealName, merchant }) => `${line}. ${dealName ?? (merchant || 'not found')}`}
          below={belowName}
          isContinued={!isFirst && search === ''}
          skeletonRows={Math.min(lineCount, 8)}
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
