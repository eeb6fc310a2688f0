import type { DaySheetState } from '../../../../shared/domain/day-sheet.ts';
import classes from './post-day.module.css';

const STEPS = ['File', 'Columns', 'Check', 'Posted'] as const;

const REACHED: Readonly<Record<DaySheetState, number>> = {
  arriving: 0,
  unreadable: 0,
  columns: 1,
  checking: 2,
  checked: 2,
  posting: 3,
  posted: 4,
};

/** How far the day is. */
export function Steps({ state }: { state: DaySheetState | null }) {
  const reached = state === null ? 0 : REACHED[state];
  return (
    <ol className={classes['steps']} aria-label="Steps">
      {STEPS.map((name, place) => (
        <li
          key={name}
          className={classes['step']}
          data-done={place < reached || undefined}
          aria-current={place === reached ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
