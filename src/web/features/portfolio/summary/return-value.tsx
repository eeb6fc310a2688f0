import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatRate } from '../../../../shared/domain/rate.ts';
import { PercentText } from '../../../ui/figure/amount.tsx';
import type { PortfolioFigures } from './portfolio-figures.ts';
import classes from './return-value.module.css';

interface ReturnValueProps {
  figures: PortfolioFigures;
}

/** The specified percent. Where it is of very little, it says of what, and the multiple on cost stands beside it. */
export function ReturnValue({ figures: { returnPercent, onCost, netInvestment } }: ReturnValueProps) {
  if (onCost === null) return <PercentText percent={returnPercent} />;
  const base = formatMoney(netInvestment);
  const [first, second] = netInvestment < 0n ? ['of a base of', base] : [`of the ${base}`, 'still invested'];
  return (
    <span className={classes['pair']}>
      <span className={classes['one']}>
        <PercentText percent={returnPercent} />{' '}
        <span className={classes['base']}>
          <span>{first}</span> <span>{second}</span>
        </span>
      </span>{' '}
      <span className={classes['one']}>
        {formatRate(onCost)}x <span className={classes['note']}>on cost</span>
      </span>
    </span>
  );
}
