import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { formatRate } from '../../../shared/domain/rate.ts';
import { isLowNetDeposit } from '../../../shared/domain/statement-averages.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { groupedCount } from '../../ui/figure/count.ts';
import { Pager } from '../../ui/table/pager.tsx';
import type { AccountAverages, BankAccount, StatementMonth } from './fcs.api.ts';
import { SheetCell, type SheetColumn, SheetTable } from './sheet-table.tsx';
import classes from './statements.module.css';
import { useOpenStatement } from './use-open-statement.ts';

const LENGTHS = ['all', 5, 10, 25] as const;

type Figure = Exclude<keyof AccountAverages, 'bankAccountId'>;

const FIGURES: readonly { field: Figure; header: string; width: number }[] = [
  { field: 'deposits', header: 'Deposit', width: 94 },
  { field: 'transfers', header: 'Transfer', width: 84 },
  { field: 'otherAdvances', header: 'Other advances', width: 88 },
  { field: 'deductions', header: 'Deduction', width: 84 },
  { field: 'netDeposits', header: 'Net deposits', width: 98 },
  { field: 'numberOfDeposits', header: 'Number of deposits', width: 78 },
  { field: 'negativeDays', header: 'Negative days', width: 70 },
  { field: 'averageBalance', header: 'Average balance', width: 90 },
  { field: 'beginningBalance', header: 'Beginning balance', width: 90 },
  { field: 'endingBalance', header: 'Ending balance', width: 104 },
];

const NUMBER: SheetColumn = { header: '', align: 'end' };
const FILE: SheetColumn = { header: 'File', width: 70, isScreenOnly: true };
export const STATEMENT_COLUMNS = [
  { key: 'month', header: 'Month', width: 84 },
  { key: 'file', ...FILE },
  ...FIGURES.map(({ field, ...column }) => ({ ...NUMBER, ...column, key: field })),
];

interface StatementTableProps {
  account: BankAccount;
  months: readonly StatementMonth[];
  averages: AccountAverages | undefined;
}

/** The months of one account, and the average of all its months, also of those on other pages. */
export function StatementTable({ account, months, averages }: StatementTableProps) {
  const [page, setPage] = useState(1);
  const [length, setLength] = useState<(typeof LENGTHS)[number]>('all');
  const shown = length === 'all' ? months : months.slice((page - 1) * length, page * length);
  const choose = (chosen: typeof length) => {
    setLength(chosen);
    setPage(1);
  };
  return (
    <div className={classes['account']}>
      <h3 className={classes['accountName']}>{account.name}</h3>
      {!averages ? (
        <p className={classes['nothing']}>No bank statement has been added.</p>
      ) : (
        <>
          <SheetTable label={`Statements of ${account.name}`} columns={STATEMENT_COLUMNS}>
            <tbody>
              {shown.map((month) => (
                <MonthRow key={month.month} month={month} accountName={account.name} />
              ))}
            </tbody>
            <tfoot>
              <AveragesRow averages={averages} />
            </tfoot>
          </SheetTable>
          <div className={classes['pager']}>
            <Pager
              label={`Pages of ${account.name}`}
              total={months.length}
              page={page}
              lengths={LENGTHS}
              length={length}
              onPage={setPage}
              onLength={choose}
            />
          </div>
        </>
      )}
    </div>
  );
}

interface MonthRowProps {
  month: StatementMonth;
  accountName: string;
}

function MonthRow({ month, accountName }: MonthRowProps) {
  const { open, isOpening } = useOpenStatement();
  const { fileId } = month;
  const name = formatMonth(month.month);
  return (
    <tr>
      <th scope="row">{name}</th>
      <SheetCell column={FILE}>
        {fileId === null ? (
          'None'
        ) : (
          <button
            type="button"
            className={classes['file']}
            aria-label={`View the statement of ${name}, ${accountName}, in a new tab`}
            aria-disabled={isOpening}
            onClick={isOpening ? undefined : () => open(fileId)}
          >
            <IconFileText size={15} stroke={1.75} aria-hidden="true" />
            View
          </button>
        )}
      </SheetCell>
      {FIGURES.map(({ field }) => {
        const value = month[field];
        return (
          <SheetCell key={field} column={NUMBER}>
            {typeof value === 'bigint' ? <MoneyText amount={value} /> : groupedCount(value)}
          </SheetCell>
        );
      })}
    </tr>
  );
}

interface AveragesRowProps {
  averages: AccountAverages;
}

function AveragesRow({ averages }: AveragesRowProps) {
  return (
    <tr>
      <th scope="row">Average</th>
      <SheetCell column={FILE}>{null}</SheetCell>
      {FIGURES.map(({ field }) => {
        const value = averages[field];
        return (
          <SheetCell key={field} column={NUMBER}>
            {typeof value !== 'bigint' ? (
              formatRate(value)
            ) : field === 'netDeposits' ? (
              <NetDeposits amount={value} />
            ) : (
              <MoneyText amount={value} />
            )}
          </SheetCell>
        );
      })}
    </tr>
  );
}

interface NetDepositsProps {
  amount: Cents;
}

/** Low balances are marked in words as well as in red. */
function NetDeposits({ amount }: NetDepositsProps) {
  if (!isLowNetDeposit(amount)) return <MoneyText amount={amount} />;
  return (
    <span className={classes['low']}>
      {formatMoney(amount)}
      <span className={classes['lowWords']}>under $15,000</span>
    </span>
  );
}
