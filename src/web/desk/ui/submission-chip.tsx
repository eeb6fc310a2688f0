import { capitalized } from '../../../shared/domain/capitalized.ts';
import type { StatusTone } from '../../../shared/domain/deal-status.ts';
import type { SubmissionState } from '../../../shared/domain/submissions.ts';
import { Chip } from '../../ui/figure/chip.tsx';

const TONES: Readonly<Record<SubmissionState, StatusTone>> = {
  made: 'closed',
  sent: 'watch',
  opened: 'watch',
  accepted: 'good',
  expired: 'bad',
  closed: 'closed',
};

/** What became of an offer. */
export const SubmissionChip = ({ state }: { state: SubmissionState }) => (
  <Chip tone={TONES[state]}>{capitalized(state)}</Chip>
);
