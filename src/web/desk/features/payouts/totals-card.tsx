import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import type { RunOutcome } from '../../../../shared/domain/payout-runs.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { FactList } from '../../../ui/page/fact-list.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';

/** What the total is made of: what becomes of the money on one side, the ledger on the other. */
export function TotalsCard({ run }: { run: Run | undefined }) {
  if (!run)
    return (
      <HeadedCard title="What the total is made of" isPending about={null}>
        <div className={classes['inside']}>
          <FactList
            facts={['In the bank file', 'Kept in cash accounts', 'Net pay of the run', 'Ledger'].map(
              (name) => ({
                name,
                value: <Skeleton characters={10} />,
              }),
            )}
          />
        </div>
      </HeadedCard>
    );
  const { totals, items, payDate, takenBack } = run;
  const count = (outcome: RunOutcome) =>
    items.filter((item) => item.kind !== 'withdrawal' && item.outcome === outcome).length;
  const sent = totals.inFile + totals.kept + totals.held + totals.blocked + totals.carried;
  const part = (name: string, outcome: RunOutcome, amount: bigint) =>
    outcome === 'in file' || amount !== 0n || count(outcome) > 0
      ? [{ name: `${name}, ${count(outcome)}`, value: <MoneyText amount={amount} /> }]
      : [];
  const apart = totals.ledger + totals.broughtIn - sent;
  return (
    <HeadedCard title="What the total is made of">
      <div className={classes['inside']}>
        <FactList
          facts={[
            ...part('In the bank file', 'in file', totals.inFile),
            ...part('Kept in cash accounts', 'kept', totals.kept),
            ...part('Held', 'held', totals.held),
            ...part('Blocked', 'blocked', totals.blocked),
            ...part('Carried forward', 'carried', totals.carried),
            {
              name: 'Net pay of the run',
              value: (
                <strong>
                  <MoneyText amount={sent} />
                </strong>
              ),
            },
            { name: `Ledger, pay date ${formatDate(payDate)}`, value: <MoneyText amount={totals.ledger} /> },
            ...(takenBack.count === 0
              ? []
              : [
                  {
                    name: `Of that, taken back by returned payments, ${takenBack.count}`,
                    value: <MoneyText amount={takenBack.amount} />,
                  },
                ]),
            ...(totals.broughtIn === 0n
              ? []
              : [{ name: 'Brought in from earlier runs', value: <MoneyText amount={totals.broughtIn} /> }]),
          ]}
        />
        <p className={classes['tie']} data-apart={apart !== 0n || undefined}>
          {apart === 0n ? (
            <>
              <IconCheck size={16} stroke={2} aria-hidden="true" />
              The run equals the ledger to the cent.
            </>
          ) : (
            <>
              <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
              The run and the ledger are {formatMoney(apart)} apart.
            </>
          )}
        </p>
        {totals.withdrawn !== 0n && (
          <FactList
            facts={[
              { name: 'Withdrawals, in the same file', value: <MoneyText amount={totals.withdrawn} /> },
            ]}
          />
        )}
      </div>
    </HeadedCard>
  );
}
