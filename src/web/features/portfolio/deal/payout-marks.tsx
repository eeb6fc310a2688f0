import { Chip } from '../../../ui/figure/chip.tsx';
import type { DealPayout } from './deal-details.api.ts';

interface PayoutMarksProps {
  payout: DealPayout;
  isOnItsWay: boolean;
}

/** What is to be known of a payout beside its amounts. */
export const PayoutMarks = ({ payout, isOnItsWay }: PayoutMarksProps) => (
  <>
    {isOnItsWay && <Chip tone="watch">On its way</Chip>}
    {payout.hasReturn && <Chip tone="bad">Returned</Chip>}
    {payout.hasCorrection && <Chip tone="closed">Correction</Chip>}
  </>
);
