import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { sumMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePortfolioTotals } from '../summary/portfolio.api.ts';
import { type DealOfSyndicate, type DealPayout, useDealPayouts } from './deal-details.api.ts';
import details from './deal-details.module.css';
import { DealSection } from './deal-section.tsx';
import classes from './payout-breakdown.module.css';

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
                  {upcomingFrom !== null && payout.payDate >= upcomingFrom && (
                    <Chip tone="watch">On its way</Chip>
                  )}
                  {payout.hasReturn && <Chip tone="bad">Returned</Chip>}
                  {payout.hasCorrection && <Chip tone="closed">Correction</Chip>}
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

type Sums = Pick<DealPayout, 'gross' | 'managementFee' | 'netPay' | 'transactionCount'>;

interface AmountsProps {
  payout: Sums;
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

function totalOf(payouts: readonly DealPayout[]): Sums {
  return {
    gross: sumMoney(payouts.map(({ gross }) => gross)),
    managementFee: sumMoney(payouts.map(({ managementFee }) => managementFee)),
    netPay: sumMoney(payouts.map(({ netPay }) => netPay)),
    transactionCount: payouts.reduce((count, payout) => count + payout.transactionCount, 0),
  };
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
