import type { CaseState } from '../../../../shared/domain/request-cases.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { STATE_TONES } from '../../../ui/thread/thread-words.ts';

const NAMES: Readonly<Record<CaseState, string>> = { open: 'Open', answered: 'Answered', done: 'Done' };

export const StateChip = ({ state }: { state: CaseState }) => (
  <Chip tone={STATE_TONES[state]}>{NAMES[state]}</Chip>
);
