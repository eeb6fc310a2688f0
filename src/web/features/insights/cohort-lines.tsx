import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { ReferenceLine } from 'recharts';
import type { Cohort } from './insights.api.ts';
import { quarterName } from './quarter-name.ts';

interface CohortLinesProps {
  /** The newest first. */
  cohorts: readonly Cohort[];
}

/** More lines cannot be told apart; the table has all quarters. */
const MOST_LINES = 8;
/** Light to dark: the newest stands out. */
const COLORS = ['var(--brand)', 'var(--ink-2)', 'var(--field-edge)'];

export function CohortLines({ cohorts }: CohortLinesProps) {
  const lines = cohorts.filter(({ paidByMonth }) => paidByMonth.length > 0).slice(0, MOST_LINES);
  const months = Math.max(0, ...lines.map(({ paidByMonth }) => paidByMonth.length));
  const rows = Array.from({ length: months + 1 }, (_, month) => ({
    month,
    ...Object.fromEntries(
      lines
        .filter(({ paidByMonth }) => month <= paidByMonth.length)
        .map(({ quarter, cost, paidByMonth }) => [
          quarter,
          month === 0 || cost === 0n ? 0 : (Number(paidByMonth[month - 1]) / Number(cost)) * 100,
        ]),
    ),
  }));
  return (
    <LineChart
      h="100%"
      data={rows}
      dataKey="month"
      series={lines.map(({ quarter }, place) => ({
        name: quarter,
        label: quarterName(quarter),
        color: COLORS[Math.min(place, COLORS.length - 1)] ?? 'var(--ink-2)',
      }))}
      curveType="linear"
      strokeWidth={2}
      withDots={false}
      connectNulls={false}
      valueFormatter={(percent) => `${percent.toFixed(1)} %`}
      yAxisProps={{ width: 48, tickFormatter: (percent: number) => `${percent} %`, domain: [0, 'auto'] }}
      xAxisProps={{ tickFormatter: (month: number) => String(month) }}
      tooltipProps={{ labelFormatter: (month) => `${month} months after funding` }}
      gridColor="var(--hairline)"
      textColor="var(--ink-2)"
      tickLine="none"
      strokeDasharray="0"
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ margin: { top: 8, right: 16, bottom: 0, left: 0 }, accessibilityLayer: false }}
    >
      <ReferenceLine
        y={100}
        stroke="var(--ink-2)"
        strokeDasharray="2 4"
        label={{ fontSize: 12, fill: 'var(--ink-2)', value: 'cost is back', position: 'insideTopRight' }}
      />
    </LineChart>
  );
}
