import type { DealOfSyndicate } from './deal-details.api.ts';
import classes from './deal-details.module.css';
import { DealNotes } from './deal-notes.tsx';
import { PayoutBreakdown } from './payout-breakdown.tsx';

/** What opens under a deal's row: what it has paid, and what was written about it. */
export function DealDetails({ syndicateId, mid }: DealOfSyndicate) {
  return (
    <div className={classes['frame']}>
      <div className={classes['details']}>
        <PayoutBreakdown syndicateId={syndicateId} mid={mid} />
        <DealNotes mid={mid} />
      </div>
    </div>
  );
}
