import type { ReactNode } from 'react';
import type { DealStatus, StatusTone } from '../../../../shared/domain/deal-status.ts';
import { isClosed, performanceMark } from '../../../../shared/domain/performance.ts';
import { formatPercent, type Rate } from '../../../../shared/domain/rate.ts';
import { Explanation } from '../../../ui/figure/explanation.tsx';
import { Tip } from '../../../ui/figure/tip.tsx';
import classes from './performance-mark.module.css';

interface PerformanceMarkProps {
  status: DealStatus;
  performance: Rate;
}

/** How well the merchant keeps to the contract, as a shape, in words and in figures. */
export function PerformanceMark({ status, performance }: PerformanceMarkProps) {
  const { tone, words } = performanceMark(status, performance);
  const percent = formatPercent(performance);
  // Nothing is due for a deal that was called off, so it has no percentage.
  const showsPercent = status !== 'Cancelled' && !words.includes(percent);
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
          meaning="What the merchant has paid of what was due by today."
          formula={
            isClosed(status)
              ? 'The deal is closed: all of its payback counts as due.'
              : 'The contract asks for a payment each weekday, or each week; only payments that cleared count.'
          }
          terms={[{ sign: '=', name: 'Paid of what was due', value: percent }]}
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
