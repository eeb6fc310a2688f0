import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { memo } from 'react';
import type { BarShapeProps } from 'recharts';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import classes from './net-payout-drawing.module.css';
import type { PayDate } from './payouts.api.ts';

/** The space around the bars in pixels: values to the left, dates below. */
export const PLOT = { before: 56, after: 4, above: 12, below: 24 } as const;

interface NetPayoutDrawingProps {
  payDates: readonly PayDate[];
  chosen: CalendarDate | null;
}

/** Hidden from screen readers and the keyboard: the library redraws all bars on every change, so nothing in it could keep the focus. */
function Drawing({ payDates, chosen }: NetPayoutDrawingProps) {
  const data = payDates.map((day) => ({
    date: formatDate(day.payDate),
    // A number is exact enough for the height of a bar.
    cents: Number(day.netPay),
    isChosen: day.payDate === chosen,
    isUpcoming: day.isUpcoming,
  }));
  const tick = { fontSize: 12, fill: 'currentColor' };
  return (
    <BarChart
      aria-hidden="true"
      h="100%"
      data={data}
      dataKey="date"
      series={[{ name: 'cents', color: 'var(--brand)' }]}
      withTooltip={false}
      accessibilityLayer={false}
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--hairline)"
      textColor="var(--ink-2)"
      valueFormatter={formatAxisMoney}
      xAxisProps={{
        height: PLOT.below,
        ticks: datesToName(data),
        interval: 0,
        tick: { ...tick, transform: 'translate(0, 2)' },
      }}
      yAxisProps={{ width: PLOT.before, tickCount: 4, tick: { ...tick, transform: 'translate(-6, 0)' } }}
      barChartProps={{
        margin: { top: PLOT.above, right: PLOT.after, bottom: 0, left: 0 },
        barCategoryGap: '18%',
      }}
      referenceLines={[{ y: 0, color: 'var(--field-edge)' }]}
      barProps={{ shape: (props: BarShapeProps) => <PayDateBar {...props} /> }}
    />
  );
}

export const NetPayoutDrawing = memo(Drawing);

const FEW = 20;

/** Set here, because the library would measure the text of every date to see how many fit. */
function datesToName(days: readonly { date: string }[]): string[] {
  const step = Math.ceil(days.length / (days.length > FEW ? 8 : 3));
  return days.filter((_, place) => place % step === Math.floor(step / 2)).map(({ date }) => date);
}

function PayDateBar({ x, y, width, height, payload }: BarShapeProps) {
  const { isChosen, isUpcoming } = payload as { isChosen: boolean; isUpcoming: boolean };
  // Negative amounts are drawn below the line.
  const [top, tall] = height < 0 ? [y + height, -height] : [y, height];
  const middle = x + width / 2;
  return (
    <>
      <rect
        className={classes['bar']}
        data-negative={height < 0 || undefined}
        data-chosen={isChosen || undefined}
        data-upcoming={isUpcoming || undefined}
        x={x}
        y={top}
        width={width}
        height={tall}
        rx={Math.min(3, width / 4)}
      />
      {isChosen && <path className={classes['mark']} d={`M${middle - 5},${top - 10}h10l-5,7z`} />}
    </>
  );
}
