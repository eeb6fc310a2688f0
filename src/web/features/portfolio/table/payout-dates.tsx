import { useState } from 'react';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { DayField } from '../../../ui/form/day-field.tsx';
import { daysOf, problemsOf, type TypedDays } from '../../../ui/form/typed-day.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './payout-dates.module.css';

export interface PayoutDatesProps {
  from: CalendarDate | null;
  to: CalendarDate | null;
  onChange: (dates: { payoutsFrom: CalendarDate | null; payoutsTo: CalendarDate | null }) => void;
}

/** Filters deals by the days on which their payouts ran. Either end may be left open. */
export function PayoutDates({ from, to, onChange }: PayoutDatesProps) {
  const [typed, setTyped] = useState<TypedDays & { inForce: string; clearings: number }>({
    from,
    to,
    inForce: `${from} ${to}`,
    clearings: 0,
  });
  // The address has changed, so its dates replace the typed ones.
  if (typed.inForce !== `${from} ${to}`) setTyped({ ...typed, from, to, inForce: `${from} ${to}` });
  const problems = problemsOf(typed);
  const set = (next: TypedDays) => {
    setTyped({ ...typed, ...next });
    const days = daysOf(next);
    if (days && (days.from !== from || days.to !== to))
      onChange({ payoutsFrom: days.from, payoutsTo: days.to });
  };
  const clear = () => {
    setTyped({ ...typed, from: null, to: null, clearings: typed.clearings + 1 });
    onChange({ payoutsFrom: null, payoutsTo: null });
  };
  return (
    <fieldset className={classes['dates']}>
      <legend className={classes['legend']}>Payouts</legend>
      <DayField
        key={`from ${typed.clearings}`}
        label="from"
        about="Start of payouts"
        value={typed.from}
        problem={problems.from}
        latest={typed.to}
        onPick={(day) => set({ from: day, to: typed.to })}
      />
      <DayField
        key={`to ${typed.clearings}`}
        label="to"
        about="End of payouts"
        value={typed.to}
        problem={problems.to}
        earliest={typed.from}
        onPick={(day) => set({ from: typed.from, to: day })}
      />
      {(typed.from !== null || typed.to !== null) && <TextButton onClick={clear}>Clear</TextButton>}
    </fieldset>
  );
}
