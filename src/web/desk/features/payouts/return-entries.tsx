import { maskedNumber } from '../../../../shared/domain/bank-account.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import type { ReturnEntry, ReturnFile } from './payouts.api.ts';
import classes from './payouts.module.css';
import { codeInWords, differenceOf, findingWords, isOfAnother } from './return-words.ts';

/** More would make the page slow; the totals have all. */
const MOST_ROWS = 200;

const TRACE: Column<ReturnEntry> = { name: 'Trace', kind: 'day', value: ({ traceNumber }) => traceNumber };
const CODE: Column<ReturnEntry> = {
  name: 'Return code',
  value: ({ code, correctedWords }) => [codeInWords(code), correctedWords].filter(Boolean).join(': '),
};
const RETURNED: Column<ReturnEntry> = {
  name: 'Returned',
  kind: 'number',
  value: ({ amount }) => (
    <strong>
      <MoneyText amount={amount} />
    </strong>
  ),
};
const sentAmount = ({ sent }: ReturnEntry) => sent && <MoneyText amount={sent.amount} />;

const COLUMNS: readonly Column<ReturnEntry>[] = [
  TRACE,
  CODE,
  { name: 'We sent', kind: 'number', value: sentAmount },
  RETURNED,
];

/** An entry of someone else can have a trace number of ours: our amount beside it would look as if it were the same money. */
const EXCLUDED_COLUMNS: readonly Column<ReturnEntry>[] = [
  TRACE,
  CODE,
  {
    name: 'We sent',
    kind: 'number',
    value: (entry) => (isOfAnother(entry.finding) ? null : sentAmount(entry)),
  },
  RETURNED,
];

const sumOf = (entries: readonly ReturnEntry[]) => formatMoney(sumMoney(entries.map(({ amount }) => amount)));
const countAndSum = (entries: readonly ReturnEntry[]) =>
  `${countOf(entries.length, 'entry', 'entries')}, ${sumOf(entries)}`;

/** The entries of a file in two groups, whose totals add up to the file's: ours, and all that cannot be entered. */
export function ReturnEntries({ file }: { file: ReturnFile | undefined }) {
  const ours = file?.entries.filter(({ finding }) => finding === 'ours');
  const others = file?.entries.filter(({ finding }) => finding !== 'ours');
  const companies = [...new Set(ours?.map(({ companyId }) => companyId))];
  return (
    <>
      {file?.source !== 'typed' && (
        <section className={classes['facts']} aria-label="File totals" aria-busy={file === undefined}>
          <FactGrid
            names={['Company ID', 'File total', 'Matched', 'Excluded']}
            values={
              file && {
                'Company ID': companies[0] ?? '–',
                'File total': `${formatMoney(file.total)}, ${countOf(file.entries.length, 'entry', 'entries')}`,
                Matched: countAndSum(ours ?? []),
                Excluded: countAndSum(others ?? []),
              }
            }
          />
        </section>
      )}
      {ours?.length === 0 ? (
        <HeadedCard title="Matched">
          <NothingInCard title="No entry of this file is ours">There is nothing to enter.</NothingInCard>
        </HeadedCard>
      ) : (
        <HeadedCard
          title="Matched"
          about="company, bank, trace, amount and investor agree"
          aside={ours && <strong className={classes['sum']}>{countAndSum(ours)}</strong>}
        >
          <DeskTable
            label="Matched entries"
            first="Investor"
            columns={COLUMNS}
            rows={ours?.slice(0, MOST_ROWS)}
            keyOf={({ place }) => String(place)}
            nameOf={({ sent }) => sent?.syndicateName ?? ''}
            below={({ sent }) => (sent ? belowOf(sent) : '')}
            skeletonRows={3}
            page="payoutRun"
            target={({ sent }) => sent && { params: { runId: sent.runId } }}
          />
          <More entries={ours} />
        </HeadedCard>
      )}
      {others && others.length > 0 && (
        <HeadedCard
          title="Excluded"
          about="these entries change nothing"
          aside={<strong className={classes['sum']}>{countAndSum(others)}</strong>}
        >
          <DeskTable
            label="Excluded entries"
            first="Why"
            columns={EXCLUDED_COLUMNS}
            rows={others.slice(0, MOST_ROWS)}
            keyOf={({ place }) => String(place)}
            nameOf={({ finding }) => findingWords(finding)}
            below={differenceOf}
            page="payoutRun"
            target={() => null}
          />
          <More entries={others} />
        </HeadedCard>
      )}
    </>
  );
}

const More = ({ entries }: { entries: readonly ReturnEntry[] | undefined }) =>
  entries && entries.length > MOST_ROWS ? (
    <p className={classes['reasons']}>
      {countOf(entries.length - MOST_ROWS, 'entry', 'entries')} more. The totals include them.
    </p>
  ) : null;

/** 'Withdrawal · 11/18/2026 · •••• 3006'. */
const belowOf = ({ kind, payDate, accountNumberLast4 }: NonNullable<ReturnEntry['sent']>): string =>
  [
    kind === 'withdrawal' && 'Withdrawal',
    `pay date ${formatDate(payDate)}`,
    accountNumberLast4 && maskedNumber(accountNumberLast4),
  ]
    .filter(Boolean)
    .join(' · ');
