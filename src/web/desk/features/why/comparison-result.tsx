import { formatMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { FactList } from '../../../ui/page/fact-list.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import type { Comparison, Difference } from './why.api.ts';
import classes from './why.module.css';
import { changed, searchOf, type WhyChoice } from './why-choice.ts';

const KINDS = {
  'other amount': 'Another amount',
  'only theirs': 'Only theirs',
  'only ours': 'Only ours',
} as const;

const COLUMNS: readonly Column<Difference>[] = [
  { name: 'What', value: ({ kind }) => KINDS[kind] },
  { name: 'Ours', kind: 'number', value: ({ ours }) => (ours === null ? null : <MoneyText amount={ours} />) },
  {
    name: 'Theirs',
    kind: 'number',
    value: ({ theirs }) => (theirs === null ? null : <MoneyText amount={theirs} />),
  },
  { name: 'Difference', kind: 'number', value: ({ difference }) => <MoneyText amount={difference} /> },
];

interface ComparisonResultProps {
  label: string;
  answer: Comparison;
  choice: WhyChoice;
}

/** Only what differs, with both totals, and whatever could not be read. */
export function ComparisonResult({ label, answer, choice }: ComparisonResultProps) {
  const { differences, counts, ours, theirs, notListed, repeated, unread, unreadCount, header } = answer;
  const all = counts.otherAmount + counts.onlyTheirs + counts.onlyOurs;
  return (
    <>
      <div className={classes['inside']} role="status">
        <FactList
          facts={[
            { name: `Ours, ${label}`, value: formatMoney(ours) },
            { name: 'Theirs', value: formatMoney(theirs), detail: countOf(answer.pairCount, 'MID') },
            {
              name: 'Difference',
              value: formatMoney(ours - theirs),
              detail: `${countOf(all, 'difference')}: ${counts.otherAmount} with another amount, ${counts.onlyTheirs} only theirs, ${counts.onlyOurs} only ours; ${countOf(counts.same, 'deal')} the same`,
            },
          ]}
        />
        {all === 0 && <p className={classes['about']}>Every deal agrees.</p>}
        {header !== null && (
          <p className={classes['about']}>The first line was taken for a header: {header}</p>
        )}
      </div>
      {all > 0 && (
        <DeskTable
          label="Differences"
          first="Deal"
          columns={COLUMNS}
          rows={differences}
          keyOf={({ mid, kind }) => `${mid} ${kind}`}
          nameOf={({ mid }) => mid}
          below={({ merchantName }) => merchantName ?? 'This investor has no share of it'}
          page="why"
          target={({ mid, kind }) => ({
            search: searchOf(changed(choice, kind === 'only theirs' ? {} : { deal: mid })),
          })}
        />
      )}
      {all > differences.length && (
        <p className={classes['sums']}>
          <span>
            {countOf(all - differences.length, 'smaller difference')} not listed, together{' '}
            <b>{formatMoney(notListed)}</b>
          </span>
        </p>
      )}
      {repeated.length > 0 && (
        <div className={classes['inside']}>
          <h3>MIDs on several lines, added up</h3>
          <ul className={classes['list']}>
            {repeated.map(({ mid, lines, amount }) => (
              <li key={mid}>
                {mid}, lines {lines.join(', ')}: {formatMoney(amount)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unreadCount > 0 && (
        <div className={classes['inside']}>
          <h3>{countOf(unreadCount, 'line')} could not be read and counts nowhere</h3>
          <ul className={classes['list']}>
            {unread.map(({ line, value, reason }) => (
              <li key={line}>
                Line {line}: <code>{value}</code> {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
