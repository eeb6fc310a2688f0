import { useState } from 'react';
import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { WhenLoaded } from '../../../ui/message/when-loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTooNarrow } from '../../../ui/table/use-too-narrow.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { type DealOfSyndicate, type DealPayout, useDealPayouts } from './deal-details.api.ts';
import details from './deal-details.module.css';
import classes from './deal-payouts.module.css';
import { PayoutMarks } from './payout-marks.tsx';
import { type PayoutSums, totalOf } from './payout-sums.ts';

/** The others are asked for: a deal has a payout for each of its debits. */
const SHOWN_AT_FIRST = 6;
const DEBIT_DAYS = 'For the debit of';
const COLUMNS = ['Pay Date', DEBIT_DAYS, 'Gross amount', 'Mgt Fee', 'Net Pay'];

interface DealPayoutsProps extends DealOfSyndicate {
  /** Payouts from this day on have not been paid yet; null when all are. */
  upcomingFrom: CalendarDate | null;
  /** The days of the debits that a payout is for, in words. */
  debitDaysOf: (payDate: CalendarDate) => string;
}

/** The payouts of a deal on its own page, where they have the width for the days of their debits. */
export function DealPayouts({ syndicateId, mid, ...shown }: DealPayoutsProps) {
  const query = useDealPayouts({ syndicateId, mid });
  return (
    <div className={details['untitled']}>
      <WhenLoaded queries={[query]} failure="The payouts did not load" skeleton={<PayoutsSkeleton />}>
        {() => query.data && <Payouts payouts={query.data} {...shown} />}
      </WhenLoaded>
    </div>
  );
}

interface PayoutsProps extends Omit<DealPayoutsProps, keyof DealOfSyndicate> {
  payouts: readonly DealPayout[];
}

function Payouts({ payouts, upcomingFrom, debitDaysOf }: PayoutsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isNarrow = useTooNarrow();
  if (payouts.length === 0) {
    return (
      <p className={details['nothing']}>
        Nothing has been paid out from this deal yet. The first payout appears here once a payment has
        cleared.
      </p>
    );
  }
  const hidden = showsAll ? [] : payouts.slice(SHOWN_AT_FIRST);
  const props = {
    rows: payouts.slice(0, payouts.length - hidden.length).map((payout) => ({
      payout,
      debitDays: debitDaysOf(payout.payDate),
      isOnItsWay: upcomingFrom !== null && payout.payDate >= upcomingFrom,
    })),
    hidden,
    onShowAll: () => setShowsAll(true),
    total: totalOf(payouts),
    count: payouts.length,
  };
  return isNarrow ? <PayoutCards {...props} /> : <PayoutTable {...props} />;
}

interface Row {
  payout: DealPayout;
  debitDays: string;
  isOnItsWay: boolean;
}

interface ListProps {
  rows: readonly Row[];
  /** Earlier ones that are not shown yet. */
  hidden: readonly DealPayout[];
  onShowAll: () => void;
  total: PayoutSums;
  count: number;
}

const PayoutTable = ({ rows, hidden, onShowAll, total, count }: ListProps) => (
  <table className={classes['table']}>
    <Head />
    <tbody>
      {rows.map(({ payout, debitDays, isOnItsWay }) => (
        <tr key={payout.payDate}>
          <th scope="row">
            <span className={classes['date']}>
              {formatDate(payout.payDate)}
              <PayoutMarks payout={payout} isOnItsWay={isOnItsWay} />
            </span>
          </th>
          <td className={classes['days']}>{debitDays}</td>
          <Amounts of={payout} />
        </tr>
      ))}
      {hidden.length > 0 && (
        <tr className={classes['earlier']}>
          <th scope="row" colSpan={2}>
            <ShowEarlier hidden={hidden} onShowAll={onShowAll} />
          </th>
          <Amounts of={totalOf(hidden)} />
        </tr>
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Total, {countOf(count, 'payout')}
        </th>
        <Amounts of={total} />
      </tr>
    </tfoot>
  </table>
);

const Head = () => (
  <thead>
    <tr>
      {COLUMNS.map((name) => (
        <th key={name} scope="col" className={name === DEBIT_DAYS ? classes['days'] : undefined}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

interface AmountsProps {
  of: PayoutSums;
}

const Amounts = ({ of: { gross, managementFee, netPay } }: AmountsProps) => (
  <>
    <td>
      <MoneyText amount={gross} />
    </td>
    <td>
      <MoneyText amount={managementFee} />
    </td>
    <td>
      <MoneyText amount={netPay} />
    </td>
  </>
);

const ShowEarlier = ({ hidden, onShowAll }: Pick<ListProps, 'hidden' | 'onShowAll'>) => (
  <TextButton onClick={onShowAll}>Show {countOf(hidden.length, 'earlier payout')}</TextButton>
);

const PayoutCards = ({ rows, hidden, onShowAll, total, count }: ListProps) => (
  <>
    <ul className={classes['cards']}>
      {rows.map(({ payout, debitDays, isOnItsWay }) => (
        <li key={payout.payDate} className={classes['card']}>
          <span className={classes['date']}>
            {formatDate(payout.payDate)}
            <PayoutMarks payout={payout} isOnItsWay={isOnItsWay} />
          </span>
          <strong>
            <MoneyText amount={payout.netPay} />
          </strong>
          <span className={classes['quiet']}>for the debit of {debitDays}</span>
          <LessFee of={payout} />
        </li>
      ))}
    </ul>
    {hidden.length > 0 && <ShowEarlier hidden={hidden} onShowAll={onShowAll} />}
    <p className={classes['total']}>
      <strong>Total, {countOf(count, 'payout')}</strong>
      <strong>
        <MoneyText amount={total.netPay} />
      </strong>
      <LessFee of={total} />
    </p>
  </>
);

const LessFee = ({ of: { gross, managementFee } }: AmountsProps) => (
  <span className={classes['fee']}>
    <MoneyText amount={gross} /> less <MoneyText amount={managementFee} /> fee
  </span>
);

const SKELETON_WIDTHS = [9, 9, 8, 6, 8];

const PayoutsSkeleton = () => (
  <div className={classes['waiting']} aria-hidden="true">
    <table className={classes['table']}>
      <Head />
      <tbody>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
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
