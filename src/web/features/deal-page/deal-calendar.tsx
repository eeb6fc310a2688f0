import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { DAY_STATES } from '../../../shared/domain/deal-calendar.ts';
import { groupedCount } from '../../ui/figure/count.ts';
import { Card } from '../../ui/page/card.tsx';
import { useTooNarrow } from '../../ui/table/use-too-narrow.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { type Day, dayByKey, firstInSight, type Month, monthOf, monthsOf } from './calendar-months.ts';
import { daySentence, STATE_WORDS } from './day-sentence.ts';
import classes from './deal-calendar.module.css';
import type { DealOnPage } from './deal-page.api.ts';

/** As many as fit side by side; a phone shows one. */
const MONTHS_SHOWN = { wide: 6, narrow: 1 } as const;

interface DealCalendarProps {
  deal: DealOnPage;
}

/** The debits day by day, Monday to Friday. One day can be chosen, with the mouse or the arrow keys; the line below says more of it. */
export function DealCalendar({ deal: { calendar, standing, terms } }: DealCalendarProps) {
  const months = monthsOf(calendar);
  const shown = useTooNarrow() ? MONTHS_SHOWN.narrow : MONTHS_SHOWN.wide;
  const [chosen, setChosen] = useState<CalendarDate | null>(() => startingDay(calendar, standing?.asOf));
  const [from, setFrom] = useState(() => (chosen === null ? 0 : monthOf(months, chosen) - 2));
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
  // The day that the keyboard reaches is always in sight.
  const first = firstInSight({ from, shown, needed: monthOf(months, day.date), count: months.length });
  const choose = ({ date }: Day) => {
    setChosen(date);
    setFrom(first);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const next = dayByKey(calendar, day.date, event.key);
    if (!next) return;
    event.preventDefault();
    movesFocus.current = true;
    choose(next);
  };
  return (
    <Card title="Schedule" lead={spanOf(calendar, terms)} aside={<Legend days={calendar} />}>
      <div ref={grid} className={classes['months']}>
        {months.slice(first, first + shown).map((month) => (
          <MonthOfDays
            key={month.start}
            month={month}
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
        <div className={classes['moves']}>
          <MonthMove month={months[first - 1]} direction="earlier" onChoose={choose} />
          <MonthMove month={months[first + shown]} direction="later" onChoose={choose} />
        </div>
      </div>
    </Card>
  );
}

interface MonthMoveProps {
  /** The next month in this direction; undefined at the end. */
  month: Month | undefined;
  direction: 'earlier' | 'later';
  onChoose: (day: Day) => void;
}

/** Brings another month into sight, and chooses its day nearest to what was shown. */
function MonthMove({ month, direction, onChoose }: MonthMoveProps) {
  const days = month?.weekdays.flatMap(({ day }) => day ?? []) ?? [];
  const nearest = direction === 'earlier' ? days.at(-1) : days[0];
  if (!month || !nearest) return null;
  const name = monthName.format(new Date(month.start));
  const Arrow = direction === 'earlier' ? IconChevronLeft : IconChevronRight;
  const arrow = <Arrow size={16} stroke={2} aria-hidden="true" />;
  return (
    <TextButton onClick={() => onChoose(nearest)}>
      <span className={classes['move']}>
        {direction === 'earlier' && arrow}
        {name}
        {direction === 'later' && arrow}
      </span>
    </TextButton>
  );
}

/** The last day that is posted, or else the first one. */
function startingDay(days: readonly Day[], asOf: CalendarDate | undefined): CalendarDate | null {
  const posted = days.findLast(
    ({ date, state }) => asOf !== undefined && date <= asOf && state !== 'holiday',
  );
  return (posted ?? days[0])?.date ?? null;
}

function spanOf(days: readonly Day[], { paymentFrequency }: DealOnPage['terms']): string {
  const [first] = days;
  const last = days.at(-1);
  const often = paymentFrequency === 'DAILY' ? 'daily' : 'weekly';
  return first && last ? `${often} debits, ${formatDate(first.date)} to ${formatDate(last.date)}` : '';
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
  chosen: CalendarDate;
  onChoose: (day: Day) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** With the number that is seen in it, for people who say what they see. */
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function MonthOfDays({ month, chosen, onChoose, onKeyDown }: MonthOfDaysProps) {
  const name = monthName.format(new Date(month.start));
  return (
    <section aria-label={name}>
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
    <div className={classes['waiting']} />
  </Card>
);
