import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { PageFoot } from '../../ui/page-foot.tsx';
import type { Breakdown, Part } from './why.api.ts';
import classes from './why.module.css';
import { changed, searchOf, useChoose, type WhyChoice } from './why-choice.ts';

const AMOUNT: Column<Part> = {
  name: 'Amount',
  kind: 'number',
  value: ({ amount }) => <MoneyText amount={amount} />,
};

const OF_DEALS: readonly Column<Part>[] = [
  { name: 'Status', value: ({ status }) => status },
  {
    name: 'Its lines',
    value: ({ agrees }) => (agrees ? <Chip tone="good">Agree</Chip> : <Chip tone="bad">Do not agree</Chip>),
  },
  AMOUNT,
];

const OF_ENTRIES: readonly Column<Part>[] = [
  { name: 'Day', kind: 'day', value: ({ on }) => on && formatDate(on) },
  { name: 'Words', value: ({ words }) => words },
  { name: 'Entered by', value: ({ recordedBy }) => recordedBy },
  AMOUNT,
];

interface PartsTableProps {
  /** Undefined while they are loading. */
  parts: NonNullable<Breakdown['parts']> | undefined;
  choice: WhyChoice;
}

const NAMES = { deals: 'deal', entries: 'entry', reservations: 'reservation' } as const;
const PLURALS = { deals: 'deals', entries: 'entries', reservations: 'reservations' } as const;

/** The deals, the largest first, or the entries that a figure is the sum of, with the sum of those that are not on this page. */
export function PartsTable({ parts, choice }: PartsTableProps) {
  const choose = useChoose(choice);
  if (parts?.count === 0) return <NothingInCard title={`There are no ${PLURALS[parts.kind]}`} />;
  const shown = sumMoney((parts?.rows ?? []).map(({ amount }) => amount));
  const kind = parts?.kind ?? 'deals';
  const rest = parts ? parts.count - parts.rows.length : 0;
  return (
    <>
      <DeskTable
        label={kind === 'deals' ? 'Deals of this figure' : 'Entries of this figure'}
        first={kind === 'deals' ? 'Deal' : 'Entry'}
        columns={kind === 'deals' ? OF_DEALS : OF_ENTRIES}
        rows={parts?.rows}
        keyOf={(part) => `${part.mid} ${part.kind} ${part.on} ${part.words} ${part.amount} ${part.payDate}`}
        nameOf={({ merchantName, kind: named, payDate }) =>
          merchantName ?? `${named}${payDate ? `, pay date ${formatDate(payDate)}` : ''}`
        }
        below={({ mid, kind: named }) => (mid && named ? `${mid}, ${named}` : (mid ?? ''))}
        page="why"
        target={(part) => ({ search: searchOf(changed(choice, leadsTo(part))) })}
      />
      {parts && (
        <p className={classes['sums']}>
          {rest > 0 && (
            <span>
              On this page <b>{formatMoney(shown)}</b>, the other {countOf(rest, NAMES[kind], PLURALS[kind])}{' '}
              <b>{formatMoney(parts.total - shown)}</b>
            </span>
          )}
          <span>
            All {countOf(parts.count, NAMES[kind], PLURALS[kind])} <b>{formatMoney(parts.total)}</b>
          </span>
        </p>
      )}
      {kind !== 'reservations' && (
        <PageFoot listed={parts} page={choice.page} onPage={(page) => choose({ page })} />
      )}
    </>
  );
}

/** A deal leads to its lines, a payout to its pay date. */
const leadsTo = ({ mid, payDate }: Part): Partial<WhyChoice> =>
  mid !== null ? { deal: mid } : payDate === null ? {} : { figure: 'pay-date-net', payDate };
