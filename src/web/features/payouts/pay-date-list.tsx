import { type Ref, useEffect, useRef } from 'react';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { LoadMore, type MoreOfList } from '../../ui/table/load-more.tsx';
import { useRowKeyboard } from '../../ui/table/use-row-keyboard.ts';
import { NEWEST_COUNT } from './net-payouts.api.ts';
import classes from './pay-date-list.module.css';
import { PayDateListHead } from './pay-date-list-head.tsx';
import { PayDateRow } from './pay-date-row.tsx';
import type { PayDate } from './payouts.api.ts';

interface PayDateListProps {
  ref: Ref<HTMLDivElement>;
  payDates: readonly PayDate[];
  more: MoreOfList;
  chosen: CalendarDate | null;
  opensDialog: boolean;
}

/** The list of pay dates, the newest first. */
export function PayDateList({ ref, payDates, more, chosen, opensDialog }: PayDateListProps) {
  const list = useRef<HTMLUListElement>(null);
  const walk = useRowKeyboard({ container: list, count: payDates.length, bring: nothing, close: nothing });
  useChosenInSight(list, payDates, more, chosen);
  return (
    <div ref={ref} className={classes['frame']}>
      <PayDateListHead />
      <ul
        ref={list}
        className={classes['list']}
        aria-label="Pay dates"
        onKeyDown={walk.onKeyDown}
        onFocus={walk.onFocus}
      >
        {payDates.map((payDate, index) => (
          <PayDateRow
            key={payDate.payDate}
            payDate={payDate}
            index={index}
            isChosen={payDate.payDate === chosen}
            opensDialog={opensDialog}
          />
        ))}
      </ul>
      <LoadMore what="pay dates" {...more} />
    </div>
  );
}

const nothing = () => undefined;

/** The chart reaches further back than the list at first, so a date chosen there is loaded here and scrolled to. */
function useChosenInSight(
  list: { current: HTMLElement | null },
  payDates: readonly PayDate[],
  { hasMore, isLoading, error, load }: MoreOfList,
  chosen: CalendarDate | null,
): void {
  const oldest = payDates.at(-1)?.payDate;
  const isFurtherDown = chosen !== null && oldest !== undefined && chosen < oldest;
  const isWorthLoading = isFurtherDown && hasMore && payDates.length < NEWEST_COUNT;
  useEffect(() => {
    if (isWorthLoading && !isLoading && error === null) load();
  }, [isWorthLoading, isLoading, error, load]);

  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-pay-date="${chosen}"]`)?.closest('li');
    const frame = list.current?.parentElement;
    if (isFurtherDown || !row || !frame) return;
    // Scrolls the list only, not the page.
    const top = row.offsetTop - frame.clientHeight / 2;
    const isInSight =
      row.offsetTop >= frame.scrollTop && row.offsetTop < frame.scrollTop + frame.clientHeight;
    if (!isInSight) frame.scrollTo({ top });
  }, [list, chosen, isFurtherDown]);
}
