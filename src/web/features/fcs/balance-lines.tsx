import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import type { MonthlyBalance } from '../../../shared/domain/monthly-balances.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import { BALANCE_SERIES } from './balance-series.ts';

interface BalanceLinesProps {
  balances: readonly MonthlyBalance[];
}

/** A monotone curve, which never overshoots the months' own values. */
export function BalanceLines({ balances }: BalanceLinesProps) {
  return (
    <LineChart
      h="100%"
      data={balances.map(({ month, averageBalance, netDeposits }) => ({
        month: formatMonth(month),
        averageBalance: Number(averageBalance),
        netDeposits: Number(netDeposits),
      }))}
      dataKey="month"
      series={BALANCE_SERIES.map(({ field, name, color, dash }) => ({
        name: field,
        label: name,
        color,
        ...(dash && { strokeDasharray: dash }),
      }))}
      curveType="monotone"
      strokeWidth={2.25}
      valueFormatter={(cents) => formatMoney(BigInt(Math.round(cents)))}
      yAxisProps={{ width: 58, tickFormatter: formatAxisMoney }}
      xAxisProps={{ padding: { left: 24, right: 24 } }}
      gridColor="var(--hairline)"
      textColor="var(--ink-2)"
      tickLine="none"
      strokeDasharray="0"
      lineProps={{ isAnimationActive: false }}
      accessibilityLayer={false}
    />
  );
}
