import { formatDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { Explanation } from '../../ui/figure/explanation.tsx';
import { Figure } from '../../ui/figure/figure.tsx';
import type { CashAccount, Movement } from './cash.api.ts';
import classes from './cash-figures.module.css';

interface CashFiguresProps {
  account: CashAccount;
  /** Undefined until they are known. */
  toCome: readonly Movement[] | undefined;
}

/** Available + reserved = cash balance. What is pending stands apart, because it is not counted. */
export function CashFigures({ account, toCome }: CashFiguresProps) {
  const { available, reserved, posted, pending } = account;
  return (
    <section className={classes['frame']} aria-label="Cash account">
      <dl className={classes['sum']}>
        <Figure
          label="Available"
          about={
            <Explanation
              meaning="What you can place in a deal or withdraw now."
              terms={[
                { name: 'Cash balance', value: <MoneyText amount={posted} /> },
                { sign: '−', name: 'Reserved', value: <MoneyText amount={reserved} /> },
                { sign: '=', name: 'Available', value: <MoneyText amount={available} /> },
              ]}
            />
          }
          value={<MoneyText amount={available} />}
          caption={available < 0n ? 'until the next payouts or deposits' : 'to place in a deal or withdraw'}
        />
        <Figure
          label="Reserved"
          about={
            <Explanation meaning="Withdrawals that you have requested and that are not paid yet, and shares that you have accepted and that are not funded yet, at their cost." />
          }
          value={<MoneyText amount={reserved} />}
          caption={reservedInWords(account)}
        />
        <Figure
          label="Cash balance"
          about={
            <Explanation meaning="All movements of the account up to today, added up. The dashboard shows the same amount." />
          }
          value={<MoneyText amount={posted} />}
          caption="as on the dashboard"
        />
        <Figure
          label="Pending"
          about={<Explanation meaning="Deposits of a later day. They count from that day on." />}
          value={<MoneyText amount={pending} />}
          caption={pendingInWords(pending, toCome)}
        />
      </dl>
    </section>
  );
}

function reservedInWords({ reservations }: CashAccount): string {
  const of = (kind: string) => reservations.filter((reserved) => reserved.kind === kind).length;
  const [shares, withdrawals] = [of('participation'), of('withdrawal')];
  const parts = [
    ...(shares > 0 ? [countOf(shares, 'participation')] : []),
    ...(withdrawals > 0 ? [countOf(withdrawals, 'withdrawal')] : []),
  ];
  return parts.join(', ') || 'nothing is reserved';
}

function pendingInWords(pending: Cents, toCome: readonly Movement[] | undefined): string {
  if (pending === 0n) return 'no deposit on its way';
  const first = toCome?.at(-1);
  if (!toCome || !first) return 'not counted yet';
  const day = formatDate(first.effectiveDate);
  return toCome.length === 1
    ? `counted from ${day}`
    : `${countOf(toCome.length, 'deposit')}, the first on ${day}`;
}
