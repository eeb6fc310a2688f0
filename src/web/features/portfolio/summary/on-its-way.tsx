import { Link } from '@tanstack/react-router';
import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatUpcomingDates } from '../../../../shared/domain/upcoming-payouts.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { carriedOver } from '../table/table-choice.ts';
import classes from './on-its-way.module.css';
import type { PortfolioFigures } from './portfolio-figures.ts';

interface OnItsWayProps {
  figures: PortfolioFigures;
  /** What stands between the amount and its day. */
  words?: string;
}

/** What is posted and not yet paid, as a way to the pay dates it is made of; nothing when there is none. */
export function OnItsWay({ figures, words = '' }: OnItsWayProps) {
  const days = formatUpcomingDates(figures);
  if (!days) return null;
  const span =
    days.from === days.to ? monthAndDay(days.to) : `${monthAndDay(days.from)} to ${monthAndDay(days.to)}`;
  return (
    <Link
      className={classes['link']}
      from="/dashboard"
      search={(now) => ({ ...now, ...carriedOver(now), view: 'payouts', payDate: days.from })}
      resetScroll={false}
      preload={false}
    >
      <MoneyText amount={figures.upcomingPayouts} />
      {words}, {span}
    </Link>
  );
}

/** The year of a payout that is on its way is no question. */
const monthAndDay = (date: CalendarDate): string => formatDate(date).slice(0, 5);
