import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import {
  comparableMonths,
  type MonthlyBalance,
  monthlyBalances,
} from '../../../shared/domain/monthly-balances.ts';
import { whenTouched } from '../../lib/when-touched.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { ChartSkeleton } from '../../ui/figure/chart-skeleton.tsx';
import { LegendLine } from '../../ui/figure/legend-line.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useInSight } from '../../ui/use-in-sight.ts';
import { BALANCE_SERIES } from './balance-series.ts';
import type { BankAccount, StatementMonth } from './fcs.api.ts';
import { SheetCell, type SheetColumn, SheetTable } from './sheet-table.tsx';
import classes from './statements.module.css';

/**
 * The chart's code is larger than the rest of the page together. So it is loaded when its place comes into sight, or when the page is
 * used at all, because it is printed too.
 */
export const loadLines = () => import('./balance-lines.tsx');

const BalanceLines = lazy(() =>
  loadLines().then(
    (module) => ({ default: module.BalanceLines }),
    () => ({ default: NoLines }),
  ),
);

/** The figures are shown without the chart. */
function NoLines() {
  return <p className={classes['missing']}>The chart did not load. Its figures are under Show as table.</p>;
}

const NUMBER: SheetColumn = { header: '', align: 'end', width: 124 };
const COLUMNS = [
  { key: 'month', header: 'Month', width: 96 },
  ...BALANCE_SERIES.map(({ field, name }) => ({ ...NUMBER, key: field, header: name })),
];

interface BalanceChartProps {
  accounts: readonly BankAccount[];
  months: readonly StatementMonth[];
}

/** The accounts' balances and deposits as a line chart, and as a table for screen readers and for whoever wants the figures. */
export function BalanceChart({ accounts, months }: BalanceChartProps) {
  const [accountId, setAccountId] = useState<string | null>(null);
  const [isTable, setIsTable] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(place);
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => whenTouched(() => setIsTouched(true)), []);
  const chosen = months.filter(({ bankAccountId }) => accountId === null || `${bankAccountId}` === accountId);
  const { drawn, leftOut } = comparableMonths(monthlyBalances(chosen));
  return (
    <div className={classes['chart']}>
      <div className={classes['chartHead']}>
        <ul className={classes['legend']} aria-label="Lines of the chart">
          {BALANCE_SERIES.map(({ name, color, dash }) => (
            <li key={name}>
              <LegendLine color={color} dash={dash} />
              {name}
            </li>
          ))}
        </ul>
        <div className={classes['chartActions']}>
          {accounts.length > 1 && (
            <SelectField
              label="Account"
              options={accounts.map(({ id, name }) => ({ value: id.toString(), label: name }))}
              value={accountId}
              everything="All accounts"
              onPick={setAccountId}
            />
          )}
          <TextButton onClick={() => setIsTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </TextButton>
        </div>
      </div>
      {!isTable && (
        <div ref={place} className={classes['chartPlace']} aria-hidden="true">
          {isInSight || isTouched ? (
            <Suspense fallback={<ChartSkeleton />}>
              <BalanceLines balances={drawn} />
            </Suspense>
          ) : (
            <ChartSkeleton />
          )}
        </div>
      )}
      <div className={classes['chartTable']} data-unseen={!isTable || undefined}>
        <BalanceTable balances={drawn} isSeen={isTable} />
      </div>
      <LeftOut balances={leftOut} />
    </div>
  );
}

interface BalancesProps {
  balances: readonly MonthlyBalance[];
}

function BalanceTable({ balances, isSeen }: BalancesProps & { isSeen: boolean }) {
  return (
    <SheetTable label="Balances by month" columns={COLUMNS} isReachable={isSeen}>
      <tbody>
        {balances.map((balance) => (
          <tr key={balance.month}>
            <th scope="row">{formatMonth(balance.month)}</th>
            {BALANCE_SERIES.map(({ field }) => (
              <SheetCell key={field} column={NUMBER}>
                <MoneyText amount={balance[field]} />
              </SheetCell>
            ))}
          </tr>
        ))}
      </tbody>
    </SheetTable>
  );
}

/** Says which months are not in the chart, and where to find them. */
function LeftOut({ balances }: BalancesProps) {
  if (balances.length === 0) return null;
  const months = balances.map(({ month }) => formatMonth(month)).join(', ');
  return (
    <p className={classes['missing']}>
      Left out: {months}. Not every account has a statement for {balances.length === 1 ? 'it' : 'them'}.
      Choose an account to see its own.
    </p>
  );
}
