import { ChartSkeleton } from '../../ui/figure/chart-skeleton.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BalanceChart } from './balance-chart.tsx';
import {
  type AccountAverages,
  type Deal,
  type Statements as StatementsOnFile,
  useAccountAverages,
  useStatements,
} from './fcs.api.ts';
import { SheetSection } from './sheet-section.tsx';
import { SheetCell, SheetTable } from './sheet-table.tsx';
import { STATEMENT_COLUMNS, StatementTable } from './statement-table.tsx';
import classes from './statements.module.css';

interface StatementsProps {
  deal: Deal | undefined;
}

export function Statements({ deal }: StatementsProps) {
  const statements = useStatements(deal);
  const averages = useAccountAverages(deal);
  return (
    <SheetSection
      title="Bank Statement Monthly Averages"
      queries={[statements, averages]}
      failure="The bank statements did not load"
      skeleton={<StatementsSkeleton />}
    >
      {() => statements.data && averages.data && <Accounts {...statements.data} averages={averages.data} />}
    </SheetSection>
  );
}

interface AccountsProps extends StatementsOnFile {
  averages: readonly AccountAverages[];
}

function Accounts({ accounts, months, averages }: AccountsProps) {
  if (months.length === 0) return <p className={classes['nothing']}>No bank statement has been added.</p>;
  return (
    <>
      <BalanceChart accounts={accounts} months={months} />
      {accounts.map((account) => (
        <StatementTable
          key={account.id}
          account={account}
          months={months.filter(({ bankAccountId }) => bankAccountId === account.id)}
          averages={averages.find(({ bankAccountId }) => bankAccountId === account.id)}
        />
      ))}
    </>
  );
}

function StatementsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={classes['chart']}>
        <div className={classes['chartHead']} />
        <div className={classes['chartPlace']}>
          <ChartSkeleton />
        </div>
      </div>
      <div className={classes['account']}>
        <h3 className={classes['accountName']}>
          <Skeleton characters={24} />
        </h3>
        <SheetTable label="Statements" columns={STATEMENT_COLUMNS} isReachable={false}>
          <tbody>
            {['a', 'b', 'c', 'd', 'e'].map((row) => (
              <tr key={row}>
                {STATEMENT_COLUMNS.map((column) => (
                  <SheetCell key={column.key} column={column}>
                    <Skeleton characters={7} />
                  </SheetCell>
                ))}
              </tr>
            ))}
          </tbody>
        </SheetTable>
      </div>
    </div>
  );
}
