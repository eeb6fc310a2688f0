import { sql } from 'kysely';
import { asOwner } from './owner.ts';

/** As though the day had come on which the bank moves the money of the files that were made. */
export const reachEffectiveDate = (tenantId?: string): Promise<unknown> =>
  asOwner(
    (tx) =>
      sql`update payout_runs set effective_date = current_date - 1 where state = 'file made'`.execute(tx),
    tenantId,
  );
