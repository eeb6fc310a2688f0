import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { isEnded } from '../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { ChartSkeleton } from '../../ui/figure/chart-skeleton.tsx';
import { LegendLine } from '../../ui/figure/legend-line.tsx';
import { Card } from '../../ui/page/card.tsx';
import { useInSight } from '../../ui/use-in-sight.ts';
import { CHART_LINES } from './chart-lines.ts';
import { hasPaceLine, isTroubled } from './chart-rows.ts';
import type { DealOnPage } from './deal-page.api.ts';
import classes from './deal-page.module.css';
import { pacePercent } from './pace-percent.ts';

/** The chart's code is larger than the rest of the page together, so it is loaded when its place comes into sight. */
const CollectedLines = lazy(() =>
  import('./collected-lines.tsx').then(
    (module) => ({ default: module.CollectedLines }),
    () => ({ default: NoLines }),
  ),
);

const NoLines = () => (
  <p className={classes['quiet']}>The chart did not load. The schedule below has its figures.</p>
);

const TITLE = 'Contract and collected';

interface DealChartProps {
  deal: DealOnPage;
}

/** What the schedule asked for and what came in, added up. The sentences say what the lines show. */
export function DealChart({ deal }: DealChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(place);
  const lines = CHART_LINES.filter(
    ({ name }) => name !== 'pace' || (deal.standing && !isEnded(deal.status) && hasPaceLine(deal.standing)),
  );
  const hasTrouble = deal.calendar.some(isTroubled);
  return (
    <Card title={TITLE} lead="your share, added up">
      <p className={classes['answer']}>{payoffSentence(deal)}</p>
      <p className={classes['quiet']}>{collectedSentence(deal)}</p>
      {deal.standing && (
        <>
          <ul className={classes['legend']} aria-label="Lines of the chart">
            {lines.map(({ name, label, color, dash }) => (
              <li key={name}>
                <LegendLine color={color} dash={dash} />
                {label}
              </li>
            ))}
            {hasTrouble && (
              <li>
                <svg width="10" height="10" aria-hidden="true" focusable="false">
                  <circle cx="5" cy="5" r="4" style={{ fill: 'var(--bad)' }} />
                </svg>
                returned or missed
              </li>
            )}
          </ul>
          <div ref={place} className={classes['chart']} aria-hidden="true">
            {isInSight ? (
              <Suspense fallback={<ChartSkeleton />}>
                <CollectedLines deal={deal} />
              </Suspense>
            ) : (
              <ChartSkeleton />
            )}
          </div>
        </>
      )}
    </Card>
  );
}

function payoffSentence({ status, standing, calendar, share }: DealOnPage): ReactNode {
  const hasPaid = share.collected > 0n;
  if (isEnded(status)) return 'This deal is closed. Nothing more is expected of it.';
  if (!standing) {
    const first = calendar.find(({ state }) => state === 'upcoming');
    const next = first ? `; ${hasPaid ? 'next' : 'first'} debit ${formatDate(first.date)}` : '';
    return `How this deal stands has not been worked out yet${next}.`;
  }
  const { expectedPayoff, pacePayoff, pace } = standing;
  if (expectedPayoff === null) return 'No payoff can be expected: the deal has no coming debits.';
  const expected = (
    <>
      Expected payoff <strong>{formatDate(expectedPayoff)}</strong>
    </>
  );
  if (pace === null) return <>{expected}. There is no pace yet, because fewer than five debits were due.</>;
  if (pacePayoff === null)
    return <>{expected}; at the present pace none, because nothing of the last debits cleared.</>;
  if (pacePayoff === expectedPayoff) return <>{expected}, also at the present pace.</>;
  return (
    <>
      {expected}; at the present pace <strong className={classes['later']}>{formatDate(pacePayoff)}</strong>.
    </>
  );
}

function collectedSentence({ share, standing, status, calendar }: DealOnPage): string {
  if (!standing) return `${formatMoney(share.collected)} of your share collected so far.`;
  const asOf = formatDate(standing.asOf);
  const collected = `${formatMoney(share.collected)} of your share collected as of ${asOf}`;
  if (isEnded(status)) return `${collected}.`;
  if (standing.expected === 0n) {
    const first = calendar.find(({ state }) => state === 'upcoming');
    return first ? `${collected}; first debit ${formatDate(first.date)}.` : `${collected}.`;
  }
  const against =
    standing.arrears > 0n ? `${formatMoney(standing.arrears)} behind the schedule` : 'on schedule';
  const { pace } = standing;
  const recent = pace === null ? '' : ` Of the last debits ${pacePercent(pace)} cleared.`;
  return `${collected}, ${against}.${recent}`;
}

export const DealChartSkeleton = () => (
  <Card title={TITLE}>
    <div className={classes['chart']}>
      <ChartSkeleton />
    </div>
  </Card>
);
