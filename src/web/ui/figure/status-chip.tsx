import { type DealStatus, statusTone } from '../../../shared/domain/deal-status.ts';
import { Chip } from './chip.tsx';

interface StatusChipProps {
  status: DealStatus;
}

export function StatusChip({ status }: StatusChipProps) {
  return <Chip tone={statusTone(status)}>{status}</Chip>;
}
