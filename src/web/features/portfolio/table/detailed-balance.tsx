import { isExcludedFromBalance } from '../../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Tip } from '../../../ui/figure/tip.tsx';
import classes from './columns.module.css';
import type { Participation } from './participations.api.ts';

const NOT_INCLUDED = 'Not included in the portfolio balance';

interface DetailedBalanceProps {
  row: Participation;
}

/** The contract's balance, struck through where it is no longer expected. */
export function DetailedBalance({ row: { status, remainingBalance } }: DetailedBalanceProps) {
  if (!isExcludedFromBalance(status)) return <MoneyText amount={remainingBalance} />;
  const amount = formatMoney(remainingBalance);
  return (
    <Tip
      target={
        <button type="button" className={classes['struck']} aria-label={`${amount}. ${NOT_INCLUDED}`}>
          <s>{amount}</s>
        </button>
      }
    >
      {NOT_INCLUDED}: the status of this deal is {status}.
    </Tip>
  );
}
