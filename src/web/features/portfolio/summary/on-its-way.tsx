import { Link } from '@tanstack/react-router';
import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatUpcomingDates } from '../../../../shared/domain/upcoming-payouts.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { carriedOver } from '../table/table-choice.ts';
import classes from './on-its-way.module.css';
import type { PortfolioFigures } from './portfolio-figures.ts';

interface OnItsWayProps {
  figures: PortfolioFigures;
  /** The text between the amount and its date. */
  words?: string;
}

/** The amount that is posted and not paid yet, as a link to its pay dates. Renders nothing if there is none. */
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

/** Without the year, which is clear for an upcoming payout. */
const monthAndDay = (date: CalendarDate): string => formatDate(date).slice(0, 5);
