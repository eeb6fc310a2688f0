import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import classes from './pay-date-list.module.css';
import { PayoutChip } from './payout-state.tsx';
import type { PayDate } from './payouts.api.ts';
import { RowDownload } from './row-download.tsx';

interface PayDateRowProps {
  payDate: PayDate;
  index: number;
  isChosen: boolean;
  opensDialog: boolean;
}

function Row({ payDate: day, index, isChosen, opensDialog }: PayDateRowProps) {
  return (
    <li className={classes['row']} data-index={index} data-chosen={isChosen || undefined}>
      <Link
        className={classes['link']}
        data-toggle=""
        data-pay-date={day.payDate}
        aria-current={isChosen ? 'page' : undefined}
        aria-haspopup={opensDialog ? 'dialog' : undefined}
        from="/dashboard"
        search={(now) => ({ ...now, payDate: day.payDate })}
        state={{ isOverPage: opensDialog }}
        resetScroll={false}
        preload={false}
      >
        <span className={classes['date']}>
          {formatDate(day.payDate)}
          <PayoutChip day={day} />
        </span>
        <span className={classes['net']}>
          <span className={visuallyHidden}>Net Pay</span> <MoneyText amount={day.netPay} />
        </span>
        <span className={classes['parts']}>
          <span>
            Gross <MoneyText amount={day.gross} />
          </span>{' '}
          <span>
            Mgt Fee <MoneyText amount={day.managementFee} />
          </span>
        </span>
        {day.words !== null && <span className={classes['note']}>{day.words}</span>}
        {day.note !== null && <span className={classes['note']}>{day.note}</span>}
      </Link>
      <RowDownload syndicateId={day.syndicateId} payDate={day.payDate} />
    </li>
  );
}

export const PayDateRow = memo(Row);
