import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import type { LossRow } from './loss-rows.ts';
import { quarterOrUnknown } from './quarter-name.ts';

interface LossBarsProps {
  /** The newest first. */
  rows: readonly LossRow[];
}

/** More bars cannot be told apart; the table has all quarters. */
const MOST_BARS = 16;

/** The loss of each quarter, the oldest on the left. */
export const LossBars = ({ rows }: LossBarsProps) => (
  <BarChart
    h="100%"
    data={rows
      .slice(0, MOST_BARS)
      .toReversed()
      .map(({ quarter, loss }) => ({ quarter: quarterOrUnknown(quarter), loss: Number(loss) }))}
    dataKey="quarter"
    series={[{ name: 'loss', label: 'Loss', color: 'var(--bad)' }]}
    maxBarWidth={48}
    valueFormatter={(cents) => formatMoney(BigInt(Math.round(cents)))}
    yAxisProps={{ width: 56, tickCount: 4, tickFormatter: formatAxisMoney }}
    gridColor="var(--hairline)"
    textColor="var(--ink-2)"
    tickLine="none"
    strokeDasharray="0"
    tooltipProps={{ cursor: { fill: 'var(--hover)' } }}
    barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    barChartProps={{ margin: { top: 8, right: 8, bottom: 0, left: 0 }, accessibilityLayer: false }}
  />
);
