import { type RawBuilder, sql } from 'kysely';

/**
 * How many payments of a deal were corrected, as a table with the column "count". To the ledger they are money that went back, as those
 * that the bank returned, and the totals of a deal count both as returned: subtract these to tell the bank's.
 */
export const correctedCountOf = (tenantId: string, dealId: RawBuilder<unknown>) =>
  sql`(
    select count(*)::integer as count from payments
    where tenant_id = ${tenantId}::uuid and deal_id = ${dealId} and is_void
  )`;
