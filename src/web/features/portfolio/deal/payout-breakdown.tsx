import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePortfolioTotals } from '../summary/portfolio.api.ts';
import { type DealOfSyndicate, type DealPayout, useDealPayouts } from './deal-details.api.ts';
import details from './deal-details.module.css';
import { DealSection } from './deal-section.tsx';
import classes from './payout-breakdown.module.css';
import { PayoutMarks } from './payout-marks.tsx';
import { type PayoutSums, totalOf } from './payout-sums.ts';

const COLUMNS = ['Pay Date', 'Gross amount', 'Mgt Fee', 'Net Pay', 'No. Trans'];

export function PayoutBreakdown(deal: DealOfSyndicate) {
  return (
    <DealSection
      title="Payouts"
      query={useDealPayouts(deal)}
      failure="The payouts did not load"
      skeleton={<PayoutSkeleton />}
    >
      {(payouts) =>
        payouts.length === 0 ? (
          <p className={details['nothing']}>
            Nothing has been paid out from this deal yet. The first payout appears here once a payment has
            cleared.
          </p>
        ) : (
          <PayoutTable payouts={payouts} syndicateId={deal.syndicateId} />
        )
      }
    </DealSection>
  );
}

interface PayoutTableProps {
  payouts: readonly DealPayout[];
  syndicateId: bigint;
}

function PayoutTable({ payouts, syndicateId }: PayoutTableProps) {
  // Payouts from this day on have not been paid yet, as the summary says too.
  const upcomingFrom = usePortfolioTotals(syndicateId).data?.upcomingPayDate ?? null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what may scroll.
    <section className={classes['box']} aria-label="Payout breakdown" tabIndex={0}>
      <table className={classes['table']}>
        <Head />
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.payDate}>
              <th scope="row">
                <span className={classes['date']}>
                  {formatDate(payout.payDate)}
                  <PayoutMarks
                    payout={payout}
                    isOnItsWay={upcomingFrom !== null && payout.payDate >= upcomingFrom}
                  />
                </span>
              </th>
              <Amounts payout={payout} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Amounts payout={totalOf(payouts)} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        {COLUMNS.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface AmountsProps {
  payout: PayoutSums;
}

function Amounts({ payout }: AmountsProps) {
  return (
    <>
      <td>
        <MoneyText amount={payout.gross} />
      </td>
      <td>
        <MoneyText amount={payout.managementFee} />
      </td>
      <td>
        <MoneyText amount={payout.netPay} />
      </td>
      <td>{groupedCount(payout.transactionCount)}</td>
    </>
  );
}

const SKELETON_WIDTHS = [9, 8, 6, 8, 2];

function PayoutSkeleton() {
  return (
    <div className={classes['box']} aria-hidden="true">
      <table className={classes['table']}>
        <Head />
        <tbody>
          {['a', 'b', 'c', 'd'].map((row) => (
            <tr key={row}>
              {COLUMNS.map((name, column) => (
                <td key={name}>
                  <Skeleton characters={SKELETON_WIDTHS[column] ?? 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
