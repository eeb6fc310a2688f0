import type { DaySheetState } from '../../../../shared/domain/day-sheet.ts';
import { Steps } from '../../ui/steps.tsx';

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
export const DaySteps = ({ state }: { state: DaySheetState | null }) => (
  <Steps names={STEPS} reached={state === null ? 0 : REACHED[state]} />
);
