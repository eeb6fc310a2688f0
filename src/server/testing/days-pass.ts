import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

/** The days and moments of a book. */
const DATED: Readonly<Record<string, readonly string[]>> = {
  deals: ['funded_date'],
  deal_totals: ['last_cleared_date'],
  deal_status_changes: ['changed_at'],
  participations: ['agreement_date', 'created_at'],
  participation_totals: ['agreement_date', 'last_cleared_date', 'first_pay_date', 'last_pay_date'],
  listed_participations: ['agreement_date'],
  payments: ['cleared_date', 'returned_date', 'recorded_at'],
  payout_lines: ['posted_at', 'pay_date'],
  participation_pay_dates: ['pay_date'],
  syndicate_pay_dates: ['pay_date'],
  syndicate_totals: ['cash_entered_through'],
  cash_entries: ['effective_date', 'pay_date', 'recorded_at'],
  book_changes: ['recorded_on', 'pay_date'],
};

/** Far enough that no row comes to lie on another one that has not been moved yet. */
const FAR = 10_000;

/** As if everything that a tenant's book holds had been recorded that many days earlier. Today stays what it is. */
export async function daysPass(owner: Database, tenantId: string, days = 1): Promise<void> {
  await withTenant(owner, tenantId, async (tx) => {
    for (const [table, columns] of Object.entries(DATED)) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
      for (const by of [FAR, -FAR - days]) {
        const moved = columns.map(
          (column) => sql`${sql.ref(column)} = (${sql.ref(column)} + make_interval(days => ${by}::integer))`,
        );
        await sql`update ${sql.table(table)} set ${sql.join(moved)} where tenant_id = ${tenantId}::uuid`.execute(
          tx,
        );
      }
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
    }
  });
}
