import { useState } from 'react';
import { addDays, type CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { ToggleChip } from '../../ui/form/toggle-chip.tsx';
import type { TypedDay } from '../../ui/form/typed-day.ts';
import classes from './as-of.module.css';

export interface ChosenDays {
  date: CalendarDate | undefined;
  compare: CalendarDate | undefined;
}

interface DayChoiceProps extends ChosenDays {
  today: CalendarDate | undefined;
  onChoose: (days: ChosenDays) => void;
}

/** The day, and another one to put beside it. */
export function DayChoice({ date, compare, today, onChoose }: DayChoiceProps) {
  const shownDate = date ?? today ?? null;
  const inForce = `${shownDate} ${compare}`;
  const [typed, setTyped] = useState<{ date: TypedDay; compare: TypedDay; inForce: string }>({
    date: shownDate,
    compare: compare ?? null,
    inForce,
  });
  // The address has changed, so its days replace the typed ones.
  if (typed.inForce !== inForce) setTyped({ date: shownDate, compare: compare ?? null, inForce });
  const pick = (name: 'date' | 'compare', day: TypedDay) => {
    setTyped({ ...typed, [name]: day });
    if (day === 'no day' || isToCome(day, today)) return;
    onChoose({ date, compare, [name]: day ?? undefined });
  };
  const from = date ?? today;
  return (
    <div className={classes['choice']}>
      <DayField
        label="As of"
        about="As of"
        placeholder="today"
        value={typed.date}
        problem={problemOf(typed.date, today)}
        latest={today ?? null}
        onPick={(day) => pick('date', day)}
      />
      <DayField
        label="and"
        about="Compared with"
        placeholder="another day"
        value={typed.compare}
        problem={problemOf(typed.compare, today)}
        latest={today ?? null}
        onPick={(day) => pick('compare', day)}
      />
      {from !== undefined && (
        <div className={classes['chips']}>
          {earlierDays(from).map(({ label, day }) => (
            <ToggleChip
              key={label}
              label={label}
              isOn={compare === day}
              onToggle={(isOn) => onChoose({ date, compare: isOn ? day : undefined })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const isToCome = (day: TypedDay, today: CalendarDate | undefined) =>
  day !== null && today !== undefined && day > today;

function problemOf(day: TypedDay, today: CalendarDate | undefined): string | undefined {
  if (day === 'no day') return 'Not a date: write MM/DD/YYYY.';
  return isToCome(day, today) ? 'Choose a day up to today.' : undefined;
}

/** What most want to put beside a day. */
function earlierDays(from: CalendarDate): { label: string; day: CalendarDate }[] {
  const endBefore = (first: string) => addDays(`${first}-01` as CalendarDate, -1);
  return [
    { label: 'The day before', day: addDays(from, -1) },
    { label: 'End of last month', day: endBefore(from.slice(0, 7)) },
    { label: 'End of last year', day: endBefore(`${from.slice(0, 4)}-01`) },
  ];
}
