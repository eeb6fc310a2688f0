import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { groupedCount } from '../../ui/figure/count.ts';
import classes from './as-of.module.css';

/** More or less is neither good nor bad here, so it has a sign and no color. */
export function DifferenceText({ amount }: { amount: Cents }) {
  if (amount === 0n) return <span className={classes['same']}>no change</span>;
  return <>{amount > 0n ? `+${formatMoney(amount)}` : formatMoney(amount)}</>;
}

export function CountDifference({ count }: { count: number }) {
  if (count === 0) return <span className={classes['same']}>no change</span>;
  return <>{count > 0 ? `+${groupedCount(count)}` : `−${groupedCount(-count)}`}</>;
}

/** In a list of effects, what is not changed stays empty. */
export const EffectText = ({ amount }: { amount: Cents }) =>
  amount === 0n ? <span className={classes['same']}>–</span> : <DifferenceText amount={amount} />;
