import { Chip } from '../../../ui/figure/chip.tsx';
import type { ListedRun } from './imports.api.ts';
import { STATE_WORDS } from './run-words.ts';

export function RunStateChip({ run }: { run: Pick<ListedRun, 'state'> }) {
  const { name, tone } = STATE_WORDS[run.state];
  return <Chip tone={tone}>{name}</Chip>;
}
