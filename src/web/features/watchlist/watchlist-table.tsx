import { useRef } from 'react';
import { DealLink } from '../../page/deal-link.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { StatusChip } from '../../ui/figure/status-chip.tsx';
import { isPressOnRow, RowToggle } from '../../ui/table/row-toggle.tsx';
import { useRowKeyboard } from '../../ui/table/use-row-keyboard.ts';
import { ofBalance } from './of-balance.ts';
import classes from './watchlist-card.module.css';
import { Reasons, sinceWords, type WatchlistProps } from './watchlist-parts.tsx';

export const WATCHLIST_COLUMNS = [
  'Merchant',
  'MID',
  'Status',
  'Why',
  'Since',
  'Arrears',
  'Balance at stake',
  'Of balance',
] as const;

export function WatchlistTable({ syndicateId, deals, summary, open, detailsOf, more }: WatchlistProps) {
  const area = useRef<HTMLDivElement>(null);
  const walk = useRowKeyboard({
    container: area,
    count: deals.length,
    bring: () => {},
    close: (index) => {
      const deal = deals[index];
      if (deal) open.close(deal.mid);
    },
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the rows' own buttons. */}
      <div ref={area} className={classes['area']} onKeyDown={walk.onKeyDown} onFocus={walk.onFocus}>
        <table className={classes['table']} aria-label="Watchlist" aria-rowcount={summary.watchedCount + 2}>
          <thead>
            <tr>
              {WATCHLIST_COLUMNS.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          {deals.map((deal, index) => (
            <tbody key={deal.participationId.toString()} data-index={index}>
              <tr
                className={classes['row']}
                data-open={open.isOpen(deal.mid) || undefined}
                aria-rowindex={index + 2}
                onClick={(event) => isPressOnRow(event) && open.toggle(deal.mid)}
              >
                <th scope="row">
                  <span className={classes['first']}>
                    <RowToggle
                      name={deal.merchantName}
                      isOpen={open.isOpen(deal.mid)}
                      onToggle={() => open.toggle(deal.mid)}
                    />
                    <DealLink
                      dealPublicId={deal.dealPublicId}
                      syndicateId={syndicateId}
                      merchantName={deal.merchantName}
                    />
                  </span>
                </th>
                <td>{deal.mid}</td>
                <td>
                  <StatusChip status={deal.status} />
                </td>
                <td className={classes['why']}>
                  <Reasons deal={deal} />
                </td>
                <td>{sinceWords(deal)}</td>
                <td>
                  <MoneyText amount={deal.arrears} />
                </td>
                <td>
                  <MoneyText amount={deal.netBalance} />
                </td>
                <td className={classes['quiet']}>{ofBalance(deal.netBalance, summary.portfolioBalance)}</td>
              </tr>
              {open.isOpen(deal.mid) && (
                <tr data-panel="">
                  <td className={classes['panelCell']} colSpan={WATCHLIST_COLUMNS.length}>
                    <div className={classes['panel']}>{detailsOf(deal)}</div>
                  </td>
                </tr>
              )}
            </tbody>
          ))}
          <tfoot>
            <tr aria-rowindex={summary.watchedCount + 2}>
              <th scope="row" colSpan={5}>
                Total, {countOf(summary.watchedCount, 'deal')}
              </th>
              <td>
                <MoneyText amount={summary.arrears} />
              </td>
              <td>
                <MoneyText amount={summary.netBalance} />
              </td>
              <td>{ofBalance(summary.netBalance, summary.portfolioBalance)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {more}
    </>
  );
}
