import { sql } from 'kysely';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import { today } from '../platform/db/today.ts';

/** Of a syndicate's book: what is another value whenever a page of it may be another one. */
export interface BookVersion {
  /** The syndicate's own row. */
  settings: string;
  /** The ledger, with the deals and notes shown with it. Null for a syndicate that has no share of any deal yet. */
  ledger: string | null;
  /** The funder's newest reconciliation that agreed. */
  tiedOutId: bigint | null;
  /** The day through which the funder's book is posted. */
  completeThrough: string | null;
  /** What is paid, what is on its way, and how much a deal should have paid by now depend on the day. */
  today: string;
}

/** No row if the tenant has no such syndicate. */
export const bookVersion = compiledOnce(
  ({ tenantId, syndicateId }: { tenantId: string; syndicateId: bigint }) => sql<BookVersion>`
    select s.version as settings, total.version as ledger, (
        select compared.id from reconciliations compared
        where compared.tenant_id = s.tenant_id and compared.ties_out
        order by compared.compared_at desc limit 1
      ) as tied_out_id, (
        select books.complete_through from tenant_books books where books.tenant_id = s.tenant_id
      ) as complete_through, ${today} as today
    from syndicates s
    left join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    where s.tenant_id = ${tenantId}::uuid and s.id = ${syndicateId}`,
);
