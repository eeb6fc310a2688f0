import { statusTone } from '../../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { netProfitPercent } from '../../../../shared/domain/participation.ts';
import { formatPercent } from '../../../../shared/domain/rate.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import classes from './columns.module.css';
import type { ParticipationColumn } from './columns.tsx';
import type { Participation } from './participations.api.ts';

export const netProfit = (header: string, hasPercent = false): ParticipationColumn => ({
  header,
  width: 110,
  align: 'end',
  sort: { by: 'netProfit', first: 'desc' },
  amountOf: (row) => row.netProfit,
  onCard: 'figure',
  skeletonCharacters: 9,
  cell: (row) => (
    <>
      {isStillAtWork(row) ? (
        <span className={classes['atWork']}>{formatMoney(row.netProfit)}</span>
      ) : (
        <MoneyText amount={row.netProfit} />
      )}
      {hasPercent && (
        <span className={classes['beside']}>
          {formatPercent(netProfitPercent(row.netProfit, row.investmentCost))}
        </span>
      )}
    </>
  ),
});

/** Every deal begins below zero, which is no loss while it pays. The danger color is only for losses. */
function isStillAtWork({ netProfit: profit, status }: Participation): boolean {
  const tone = statusTone(status);
  return profit < 0n && (tone === 'good' || tone === 'watch');
}
