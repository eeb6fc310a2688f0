import type { ReactNode } from 'react';
import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { DealStatus, StatusTone } from '../../../../shared/domain/deal-status.ts';
import { type Cents, formatMoney } from '../../../../shared/domain/money.ts';
import { isClosed, performanceMark } from '../../../../shared/domain/performance.ts';
import { formatPercent, type Rate } from '../../../../shared/domain/rate.ts';
import { Explanation } from '../../../ui/figure/explanation.tsx';
import { Tip } from '../../../ui/figure/tip.tsx';
import classes from './performance-mark.module.css';

interface PerformanceMarkProps {
  status: DealStatus;
  performance: Rate | null;
  /** What was due of the whole deal, and what came in of it. */
  due: Cents | null;
  collected: Cents;
  asOf: CalendarDate | null;
}

/** How well the merchant keeps to the contract, as a shape, in words and in figures. */
export function PerformanceMark({ status, performance, due, collected, asOf }: PerformanceMarkProps) {
  const { tone, words } = performanceMark(status, performance, due);
  const percent = performance && formatPercent(performance);
  const showsPercent = percent !== null && !words.includes(percent);
  return (
    <Tip
      target={
        <button type="button" className={classes['mark']} data-tone={tone}>
          <svg viewBox="0 0 10 10" className={classes['shape']} aria-hidden="true" focusable="false">
            {SHAPES[tone]}
          </svg>
          {words}
          {showsPercent && <span className={classes['percent']}> {percent}</span>}
        </button>
      }
    >
      {status === 'Cancelled' ? (
        <Explanation meaning="The deal was called off." formula="Nothing is due from the merchant." />
      ) : (
        <Explanation
          meaning={`What the merchant has paid of what was due${asOf && !isClosed(status) ? ` by ${formatDate(asOf)}` : ''}.`}
          formula={
            isClosed(status)
              ? 'The deal is closed: all of its payback counts as due.'
              : 'Its terms ask for a debit each bank day, or each week; only debits that cleared count.'
          }
          terms={
            percent === null || due === null
              ? []
              : [
                  { name: 'Paid, of the whole deal', value: formatMoney(collected) },
                  { sign: '÷', name: 'Due', value: formatMoney(due) },
                  { sign: '=', name: 'Paid of what was due', value: percent },
                ]
          }
        />
      )}
    </Tip>
  );
}

/** Distinguishable without color: a full circle, a triangle, a diamond, a ring. */
const SHAPES: Readonly<Record<StatusTone, ReactNode>> = {
  good: <circle cx="5" cy="5" r="4" />,
  watch: <path d="M5 .8 9.6 9H.4Z" />,
  bad: <path d="M5 0 10 5 5 10 0 5Z" />,
  closed: <circle cx="5" cy="5" r="3.4" className={classes['ring']} />,
};
