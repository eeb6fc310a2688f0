import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { DAY_STATES } from '../../../shared/domain/deal-calendar.ts';
import { countOf, groupedCount } from '../../ui/figure/count.ts';
import { Card } from '../../ui/page/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { type Day, dayByKey, type Month, monthOf, monthsOf } from './calendar-months.ts';
import { daySentence, STATE_WORDS } from './day-sentence.ts';
import classes from './deal-calendar.module.css';
import type { DealOnPage } from './deal-page.api.ts';

/** As many as fit side by side; a phone shows one of them. */
const MONTHS_SHOWN = 6;

interface DealCalendarProps {
  deal: DealOnPage;
}

/** The debits day by day, Monday to Friday. One day can be chosen, with the mouse or the arrow keys; the line below says more of it. */
export function DealCalendar({ deal: { calendar, standing } }: DealCalendarProps) {
  const months = monthsOf(calendar);
  const [chosen, setChosen] = useState<CalendarDate | null>(() => startingDay(calendar, standing?.asOf));
  const [current, setCurrent] = useState(() => (chosen === null ? 0 : monthOf(months, chosen)));
  const grid = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${chosen}"]`)?.focus();
  }, [chosen]);

  const day = calendar.find(({ date }) => date === chosen);
  if (!day) {
    return (
      <Card title="Schedule">
        <p className={classes['quiet']}>No schedule is known for this deal.</p>
      </Card>
    );
  }
  const choose = ({ date }: Day) => {
    setChosen(date);
    setCurrent(monthOf(months, date));
  };
  const moveByKey = (event: KeyboardEvent) => {
    const next = dayByKey(calendar, day.date, event.key);
    if (!next) return;
    event.preventDefault();
    movesFocus.current = true;
    choose(next);
  };
  const show = (month: number) => {
    setCurrent(month);
    // The day that the keyboard reaches is always in sight.
    const first = months[month]?.weekdays.find((weekday) => weekday.day)?.day;
    if (first) setChosen(first.date);
  };
  const from = Math.max(0, Math.min(current - 2, months.length - MONTHS_SHOWN));
  return (
    <Card title="Schedule">
      <p className={classes['quiet']}>{spanOf(calendar)}</p>
      <Legend days={calendar} />
      <div ref={grid} className={classes['months']}>
        {months.slice(from, from + MONTHS_SHOWN).map((month, place) => (
          <MonthOfDays
            key={month.start}
            month={month}
            isCurrent={from + place === current}
            chosen={day.date}
            onChoose={choose}
            onKeyDown={moveByKey}
          />
        ))}
      </div>
      <div className={classes['foot']}>
        <p aria-live="polite">
          <strong>{formatDate(day.date)}</strong> {daySentence(day)}
        </p>
        <div className={classes['moves']} data-all-shown={months.length <= MONTHS_SHOWN || undefined}>
          {current > 0 && <TextButton onClick={() => show(current - 1)}>Month before</TextButton>}
          {current < months.length - 1 && (
            <TextButton onClick={() => show(current + 1)}>Month after</TextButton>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The last day that is posted, or else the first one. */
function startingDay(days: readonly Day[], asOf: CalendarDate | undefined): CalendarDate | null {
  const posted = days.findLast(
    ({ date, state }) => asOf !== undefined && date <= asOf && state !== 'holiday',
  );
  return (posted ?? days[0])?.date ?? null;
}

function spanOf(days: readonly Day[]): string {
  const [first] = days;
  const last = days.at(-1);
  const count = days.filter(({ state }) => state !== 'holiday').length;
  return first && last
    ? `${countOf(count, 'debit')}, ${formatDate(first.date)} to ${formatDate(last.date)}; amounts are your share`
    : '';
}

function Legend({ days }: { days: readonly Day[] }) {
  const counts = DAY_STATES.map((state) => ({
    state,
    count: days.filter((day) => day.state === state).length,
  }));
  return (
    <ul className={classes['legend']} aria-label="Days of the schedule">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <li key={state}>
            <span className={classes['mark']} data-state={state} aria-hidden="true" />
            {STATE_WORDS[state]} {groupedCount(count)}
          </li>
        ))}
    </ul>
  );
}

interface MonthOfDaysProps {
  month: Month;
  isCurrent: boolean;
  chosen: CalendarDate;
  onChoose: (day: Day) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** With the number that is seen in it, for people who say what they see. */
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function MonthOfDays({ month, isCurrent, chosen, onChoose, onKeyDown }: MonthOfDaysProps) {
  const name = monthName.format(new Date(month.start));
  return (
    <section className={classes['month']} data-current={isCurrent || undefined} aria-label={name}>
      <h3 className={classes['name']}>{name}</h3>
      <div className={classes['days']}>
        {month.weekdays.map(({ date, column, day }) =>
          day ? (
            <button
              key={date}
              type="button"
              className={classes['day']}
              style={{ gridColumn: column }}
              data-date={date}
              data-state={day.state}
              aria-label={`${longDate.format(new Date(date))}, ${STATE_WORDS[day.state]}`}
              aria-pressed={date === chosen}
              tabIndex={date === chosen ? 0 : -1}
              onClick={() => onChoose(day)}
              onKeyDown={onKeyDown}
            >
              {Number(date.slice(8))}
            </button>
          ) : (
            <span key={date} className={classes['none']} style={{ gridColumn: column }}>
              {Number(date.slice(8))}
            </span>
          ),
        )}
      </div>
    </section>
  );
}

export const DealCalendarSkeleton = () => (
  <Card title="Schedule">
    <Skeleton characters={40} />
    <div className={classes['waiting']} />
  </Card>
);
