import {
  type DealStatus,
  isDealStatus,
  type SubmissionStatus,
  statusTone,
} from '../../../../shared/domain/deal-status.ts';
import { Chip } from '../../../ui/figure/chip.tsx';

/** The status of a deal, funded or not. */
export const DealChip = ({ status }: { status: DealStatus | SubmissionStatus }) => (
  <Chip tone={isDealStatus(status) ? statusTone(status) : 'watch'}>{status}</Chip>
);
