import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import {
  type CalendarDate,
  calendarDate,
  formatDate,
  formatMonth,
} from '../../../shared/domain/calendar-date.ts';
import { isEnded } from '../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import { CHART_LINES } from './chart-lines.ts';
import type { DealOnPage } from './deal-page.api.ts';

const DAY_MS = 86_400_000;
const dayNumber = (date: CalendarDate): number => Date.parse(date) / DAY_MS;
const dateOf = (day: number): CalendarDate =>
  calendarDate(new Date(Math.round(day) * DAY_MS).toISOString().slice(0, 10));

interface CollectedLinesProps {
  deal: DealOnPage;
}

export function CollectedLines({ deal }: CollectedLinesProps) {
  return (
    <LineChart
      h="100%"
      data={rowsOf(deal)}
      dataKey="day"
      series={CHART_LINES.map(({ name, label, color, dash }) => ({
        name,
        label,
        color,
        ...(dash && { strokeDasharray: dash }),
      }))}
      curveType="linear"
      strokeWidth={2.25}
      withDots={false}
      valueFormatter={(cents) => formatMoney(BigInt(Math.round(cents)))}
      yAxisProps={{ width: 58, tickFormatter: formatAxisMoney }}
      xAxisProps={{
        type: 'number',
        domain: ['dataMin', 'dataMax'],
        tickFormatter: (day: number) => formatMonth(dateOf(day)),
      }}
      tooltipProps={{ labelFormatter: (day) => (typeof day === 'number' ? formatDate(dateOf(day)) : null) }}
      referenceLines={[{ y: Number(deal.share.anticipatedReturn), color: 'var(--field-edge)' }]}
      gridColor="var(--hairline)"
      textColor="var(--ink-2)"
      tickLine="none"
      strokeDasharray="0"
      lineProps={{ isAnimationActive: false }}
      accessibilityLayer={false}
    />
  );
}

interface ChartRow extends Record<string, number | undefined> {
  day: number;
}

/** The points so far, and straight lines from them to the payoffs. */
function rowsOf({ points, standing, status, share }: DealOnPage): ChartRow[] {
  const rows: ChartRow[] = points.map(({ date, expected, collected }) => ({
    day: dayNumber(date),
    expected: Number(expected),
    collected: Number(collected),
  }));
  const last = rows.at(-1);
  if (!standing || !last || isEnded(status)) return rows;
  const { contractPayoff, pacePayoff } = standing;
  const whole = Number(share.anticipatedReturn);
  if (pacePayoff !== null) {
    last['pace'] = last['collected'];
    rows.push({ day: dayNumber(pacePayoff), pace: whole });
  }
  if (contractPayoff !== null && dayNumber(contractPayoff) > last.day)
    rows.push({ day: dayNumber(contractPayoff), expected: whole });
  return rows.toSorted((one, other) => one.day - other.day);
}
