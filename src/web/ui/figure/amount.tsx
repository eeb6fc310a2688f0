import { IconArrowDownRight } from '@tabler/icons-react';
import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent, type Rate } from '../../../shared/domain/rate.ts';
import classes from './amount.module.css';

interface MoneyTextProps {
  amount: Cents;
}

export function MoneyText({ amount }: MoneyTextProps) {
  return <Amount text={formatMoney(amount)} isNegative={amount < 0n} />;
}

interface PercentTextProps {
  percent: Rate;
}

export function PercentText({ percent }: PercentTextProps) {
  return <Amount text={formatPercent(percent)} isNegative={percent.s < 0} />;
}

interface AmountProps {
  text: string;
  isNegative: boolean;
}

/** Negative amounts have a minus, the danger color, and an arrow for those who do not see the color. */
function Amount({ text, isNegative }: AmountProps) {
  return (
    <span className={classes['amount']} data-negative={isNegative || undefined}>
      {text}
      {isNegative && <IconArrowDownRight className={classes['arrow']} aria-hidden="true" />}
    </span>
  );
}
