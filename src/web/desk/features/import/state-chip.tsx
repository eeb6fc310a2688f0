import { Chip } from '../../../ui/figure/chip.tsx';
import type { ListedRun } from './imports.api.ts';
import { stateWords } from './run-words.ts';

export function RunStateChip({ run }: { run: Pick<ListedRun, 'state' | 'takenOutAt'> }) {
  const { name, tone } = stateWords(run);
  return <Chip tone={tone}>{name}</Chip>;
}
