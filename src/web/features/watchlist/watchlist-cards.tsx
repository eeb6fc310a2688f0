import { formatMoney } from '../../../shared/domain/money.ts';
import { DealLink } from '../../page/deal-link.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { isPressOnRow, RowToggle } from '../../ui/table/row-toggle.tsx';
import classes from './watchlist-card.module.css';
import { Reasons, sinceWords, type WatchlistProps } from './watchlist-parts.tsx';

/** The table's rows as a list, for narrow windows. */
export function WatchlistCards({ syndicateId, deals, summary, open, detailsOf, more }: WatchlistProps) {
  return (
    <>
      <ul className={classes['list']} aria-label="Watchlist">
        {deals.map((deal) => (
          <li key={deal.participationId.toString()} className={classes['item']}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the toggle is the keyboard's way. */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
            <div
              className={classes['press']}
              onClick={(event) => isPressOnRow(event) && open.toggle(deal.mid)}
            >
              <div className={classes['itemHead']}>
                <p className={classes['name']}>
                  <DealLink
                    dealPublicId={deal.dealPublicId}
                    syndicateId={syndicateId}
                    merchantName={deal.merchantName}
                  />
                </p>
                <RowToggle
                  name={deal.merchantName}
                  isOpen={open.isOpen(deal.mid)}
                  onToggle={() => open.toggle(deal.mid)}
                />
              </div>
              <p className={classes['line']}>
                {deal.mid} · {deal.status}
              </p>
              <Reasons deal={deal} />
              <dl className={classes['figures']}>
                <div>
                  <dt>Since</dt>
                  <dd>{sinceWords(deal)}</dd>
                </div>
                <div>
                  <dt>Arrears</dt>
                  <dd>
                    <MoneyText amount={deal.arrears} />
                  </dd>
                </div>
                <div>
                  <dt>At stake</dt>
                  <dd>
                    <MoneyText amount={deal.netBalance} />
                  </dd>
                </div>
              </dl>
            </div>
            {open.isOpen(deal.mid) && <div className={classes['itemPanel']}>{detailsOf(deal)}</div>}
          </li>
        ))}
      </ul>
      {more}
      <p className={classes['total']}>
        Total, {countOf(summary.watchedCount, 'deal')}: {formatMoney(summary.arrears)} in arrears,{' '}
        {formatMoney(summary.netBalance)} at stake
      </p>
    </>
  );
}
