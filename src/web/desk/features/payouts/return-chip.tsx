import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import type { ReturnFileState } from '../../../../shared/domain/return-files.ts';
import { Chip } from '../../../ui/figure/chip.tsx';

const STATES: Readonly<Record<ReturnFileState, readonly [tone: StatusTone, words: string]>> = {
  read: ['watch', 'Not entered'],
  entered: ['good', 'Entered'],
  discarded: ['closed', 'Discarded'],
};

export const ReturnChip = ({ state }: { state: ReturnFileState }) => {
  const [tone, words] = STATES[state];
  return <Chip tone={tone}>{words}</Chip>;
};
