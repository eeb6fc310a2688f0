import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { BarShapeProps } from 'recharts';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import { addedUp } from './added-up.ts';
import type { Forecast } from './insights.api.ts';

interface ForecastChartProps {
  forecast: Forecast;
}

const SERIES = [
  {
    name: 'paid',
    label: 'Paid',
    color: 'color-mix(in srgb, var(--brand) 45%, var(--card))',
    type: 'bar',
  },
  { name: 'upcoming', label: 'Upcoming', color: 'var(--brand)', type: 'bar' },
  { name: 'agreedSum', label: 'As agreed, added up', color: 'var(--brand)', type: 'line' },
  {
    name: 'paceSum',
    label: 'At the present pace, added up',
    color: 'var(--watch)',
    type: 'line',
    strokeDasharray: '5 4',
  },
] as const;

/** Bars for each month, and lines for what is to come up to the end of it, on one axis. */
export const ForecastChart = ({ forecast }: ForecastChartProps) => (
  <CompositeChart
    h="100%"
    data={addedUp(forecast.months).map(({ month, ...amounts }) => ({
      month: formatMonth(month),
      ...amounts,
    }))}
    dataKey="month"
    series={[...SERIES]}
    curveType="linear"
    withDots={false}
    connectNulls={false}
    maxBarWidth={26}
    valueFormatter={(cents) => formatMoney(BigInt(Math.round(cents)))}
    yAxisProps={{ width: 56, tickCount: 5, tickFormatter: formatAxisMoney }}
    referenceLines={[
      {
        x: formatMonth(forecast.asOf),
        color: 'var(--ink-2)',
        label: { value: 'Today', position: 'insideTopLeft', fontSize: 12, fill: 'var(--ink-2)', dy: 8 },
      },
      {
        y: Number(forecast.netBalance),
        color: 'var(--ink-2)',
        strokeDasharray: '2 4',
        label: {
          value: `Net balance ${formatMoney(forecast.netBalance)}`,
          position: 'insideTopLeft',
          fontSize: 12,
          fill: 'var(--ink-2)',
          dy: -18,
        },
      },
    ]}
    gridColor="var(--hairline)"
    textColor="var(--ink-2)"
    tickLine="none"
    strokeDasharray="0"
    tooltipProps={{ cursor: { fill: 'var(--hover)' } }}
    lineProps={{ isAnimationActive: false }}
    barProps={({ name }) => ({
      isAnimationActive: false,
      radius: [3, 3, 0, 0],
      stackId: 'month',
      ...(name === 'upcoming' && { shape: (bar: BarShapeProps) => <UpcomingBar {...bar} /> }),
    })}
    composedChartProps={{ margin: { top: 24, right: 16, bottom: 0, left: 0 }, accessibilityLayer: false }}
  />
);

/** Only an outline: it is not paid yet. */
const UpcomingBar = ({ x, y, width, height }: BarShapeProps) =>
  height > 1 ? (
    <rect
      x={x + 0.75}
      y={y}
      width={Math.max(0, width - 1.5)}
      height={height}
      rx={3}
      fill="var(--card)"
      stroke="var(--brand)"
      strokeWidth={1.5}
    />
  ) : (
    <g />
  );
