import type { ImportRunState } from '../../../../shared/domain/import-runs.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { STATE_WORDS } from './run-words.ts';

export const RunStateChip = ({ state }: { state: ImportRunState }) => (
  <Chip tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].name}</Chip>
);
