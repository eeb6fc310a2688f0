import { useIsGuest } from '../../../session/use-is-guest.ts';
import type { DealOfSyndicate } from './deal-details.api.ts';
import classes from './deal-details.module.css';
import { DealNotes } from './deal-notes.tsx';
import { PayoutBreakdown } from './payout-breakdown.tsx';

/** The panel under a deal's row: its payouts and its notes. */
export function DealDetails({ syndicateId, mid }: DealOfSyndicate) {
  return (
    <div className={classes['frame']}>
      <div className={classes['details']}>
        <PayoutBreakdown syndicateId={syndicateId} mid={mid} />
        {!useIsGuest() && <DealNotes mid={mid} />}
      </div>
    </div>
  );
}
