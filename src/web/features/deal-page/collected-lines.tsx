import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { Line, ReferenceDot, ReferenceLine } from 'recharts';
import { formatDate, formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import { useTooNarrow } from '../../ui/table/use-too-narrow.ts';
import { CHART_LINES } from './chart-lines.ts';
import { type Chart, chartOf, dateOf, dayNumber, moneyTicks, monthTicks } from './chart-rows.ts';
import type { DealOnPage } from './deal-page.api.ts';

interface CollectedLinesProps {
  deal: DealOnPage;
}

const TEXT = { fontSize: 12, fill: 'var(--ink-2)' } as const;

/** The names of amounts and days stand in the drawing where a wide window has room for them; the sentences above say the same. */
export function CollectedLines({ deal }: CollectedLinesProps) {
  const isNarrow = useTooNarrow();
  const chart = chartOf(deal);
  const { rows, asOf, ends, whole } = chart;
  const first = rows[0]?.day ?? 0;
  const end = rows.at(-1)?.day ?? first;
  return (
    <CompositeChart
      h="100%"
      data={rows}
      dataKey="day"
      series={CHART_LINES.map(({ name, label, color, dash }) => ({
        name,
        label,
        color,
        type: name === 'collected' ? ('area' as const) : ('line' as const),
        ...(dash && { strokeDasharray: dash }),
      }))}
      curveType="linear"
      strokeWidth={2.25}
      withDots={false}
      valueFormatter={(cents) => formatMoney(BigInt(Math.round(cents)))}
      yAxisProps={{
        width: 58,
        tickFormatter: formatAxisMoney,
        // Room for the words above the line of the whole.
        domain: [0, whole * 1.1],
        ticks: moneyTicks(whole),
      }}
      xAxisProps={{
        type: 'number',
        domain: [first, end],
        ticks: monthTicks(first, end),
        interval: 'equidistantPreserveStart',
        tickFormatter: (day: number) => formatMonth(dateOf(day)),
      }}
      composedChartProps={{ margin: { top: 8, right: isNarrow ? 12 : 36, bottom: 0, left: 0 } }}
      tooltipProps={{ labelFormatter: (day) => (typeof day === 'number' ? formatDate(dateOf(day)) : null) }}
      gridColor="var(--hairline)"
      textColor="var(--ink-2)"
      tickLine="none"
      strokeDasharray="0"
      lineProps={{ isAnimationActive: false }}
      areaProps={{ isAnimationActive: false, fillOpacity: 0.1 }}
      accessibilityLayer={false}
    >
      <ReferenceLine
        y={whole}
        stroke="var(--field-edge)"
        strokeDasharray="1 4"
        label={{
          ...TEXT,
          fill: 'var(--ink)',
          value: `Your part of the payback ${formatMoney(BigInt(whole))}`,
          position: 'insideBottomLeft',
        }}
      />
      {asOf && (
        <ReferenceLine
          stroke="var(--hairline)"
          segment={[
            { x: asOf.day, y: 0 },
            { x: asOf.day, y: whole },
          ]}
        />
      )}
      <Line
        dataKey="troubled"
        stroke="none"
        tooltipType="none"
        isAnimationActive={false}
        dot={{ r: 3.5, fill: 'var(--bad)', stroke: 'var(--card)', strokeWidth: 1 }}
        activeDot={false}
      />
      {ends.map(({ name, date }) => (
        <ReferenceDot
          key={name}
          x={dayNumber(date)}
          y={whole}
          r={4.5}
          fill={CHART_LINES.find((line) => line.name === name)?.color ?? 'none'}
          stroke="var(--card)"
          label={!isNarrow && { ...TEXT, value: formatDate(date), position: placeOf(name, chart) }}
        />
      ))}
      {asOf && !isNarrow && (
        <ReferenceDot
          x={asOf.day}
          // Below the words on the whole, and away from the lines.
          y={whole * (asOf.collected > whole * 0.6 ? 0.08 : 0.92)}
          r={0}
          label={{
            ...TEXT,
            value: `As of ${formatDate(dateOf(asOf.day))}`,
            position: isLate(asOf.day, first, end) ? 'left' : 'right',
          }}
        />
      )}
      {asOf && (
        <ReferenceDot
          x={asOf.day}
          y={asOf.collected}
          r={4.5}
          fill="var(--brand)"
          stroke="var(--card)"
          label={
            // Beside the axis there is no room for it.
            !isNarrow &&
            asOf.collected > whole * 0.09 && (
              <CollectedLabel
                deal={deal}
                isLate={isLate(asOf.day, first, end)}
                hasRoomBelow={asOf.collected > whole * 0.5}
              />
            )
          }
        />
      )}
    </CompositeChart>
  );
}

/** Whether there is more room for words before a day than after it. */
const isLate = (day: number, first: number, end: number): boolean => day - first > (end - first) * 0.6;

interface CollectedLabelProps {
  deal: DealOnPage;
  isLate: boolean;
  /** Whether there is room between the dot and the axis for a line more. */
  hasRoomBelow: boolean;
  /** The place of the dot, which the chart passes. */
  viewBox?: { x?: number; y?: number };
}

/** Before the dot in two lines, well below the line of what was collected, which comes up from the left with its marks. */
function CollectedLabel(props: CollectedLabelProps) {
  const { share, standing } = props.deal;
  const { isLate: isBefore, hasRoomBelow, viewBox } = props;
  const x = (viewBox?.x ?? 0) + (isBefore ? -6 : 16);
  const y = (viewBox?.y ?? 0) + (isBefore && hasRoomBelow ? 44 : 20);
  const behind = standing?.arrears ?? 0n;
  return (
    <text x={x} y={y} fontSize={12} textAnchor={isBefore ? 'end' : 'start'}>
      <tspan fill="var(--brand)" fontWeight={600}>
        collected {formatMoney(share.collected)}
      </tspan>
      <tspan fill="var(--ink-2)" {...(isBefore && { x, dy: 16 })}>
        {isBefore ? '' : ', '}
        {behind > 0n ? `${formatMoney(behind)} behind` : 'on schedule'}
      </tspan>
    </text>
  );
}

/** Two dates that are close together would be written over each other. */
function placeOf(name: Chart['ends'][number]['name'], { rows, ends }: Chart): 'top' | 'bottom' {
  const days = ends.map(({ date }) => dayNumber(date));
  const span = (rows.at(-1)?.day ?? 0) - (rows[0]?.day ?? 0);
  const areClose = days.length > 1 && Math.max(...days) - Math.min(...days) < span * 0.1;
  return name === 'pace' && areClose ? 'bottom' : 'top';
}
