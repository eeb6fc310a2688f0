import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type CheckScope, inScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';

const SHARES = [
  'share_count',
  'investment_cost_cents',
  'anticipated_return_cents',
  'gross_cents',
  'management_fee_cents',
  'net_pay_cents',
] as const;
const LINES = ['gross_cents', 'management_fee_cents', 'net_pay_cents', 'line_count'] as const;

/** The changes of a book add up to its shares, status by status, and to its payouts, pay date by pay date. */
const COMPARISONS = [
  {
    key: 'deal_status',
    values: SHARES,
    expected: `
      select syndicate_id, deal_status::text, count(*) as share_count, sum(net_pay_cents - net_profit_cents) as investment_cost_cents,
        sum(remaining_balance_cents + gross_cents) as anticipated_return_cents, sum(gross_cents) as gross_cents,
        sum(management_fee_cents) as management_fee_cents, sum(net_pay_cents) as net_pay_cents
      from participation_totals where tenant_id = :tenant :of_syndicate(syndicate_id) group by 1, 2`,
    actual: `
      select syndicate_id, deal_status::text, ${SHARES.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from book_changes where tenant_id = :tenant :of_syndicate(syndicate_id) group by 1, 2`,
  },
  {
    key: 'pay_date',
    values: LINES,
    expected: `
      select syndicate_id, pay_date, gross_cents, management_fee_cents, net_pay_cents, transaction_count as line_count
      from syndicate_pay_dates where tenant_id = :tenant :of_syndicate(syndicate_id)`,
    actual: `
      select syndicate_id, pay_date, ${LINES.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from book_changes where tenant_id = :tenant and cause in ('payout', 'reversal') :of_syndicate(syndicate_id)
      group by 1, 2`,
  },
] as const;

/** Every status and pay date of a syndicate whose recorded changes do not add up to what its shares and payouts come to. */
export async function findBookChangeDifferences(
  tx: Tx,
  scope: CheckScope,
  limit = 100,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { key, values, expected, actual } of COMPARISONS) {
    const object = (side: string) =>
      sql.raw(
        `jsonb_build_object(${values.map((name) => `'${name}', coalesce(${side}.${name}, 0)`).join(', ')})`,
      );
    const same = values.map((name) => `coalesce(e.${name}, 0) = coalesce(a.${name}, 0)`).join(' and ');
    const { rows } = await sql<Omit<Difference, 'where'>>`
      with differences as materialized (
        select jsonb_build_object('syndicate_id', syndicate_id, ${sql.lit(key)}, ${sql.raw(key)}) as key,
          ${object('e')} as expected, ${object('a')} as actual
        from (${inScope(expected, scope)}) e
        full join (${inScope(actual, scope)}) a using (syndicate_id, ${sql.raw(key)})
        where not (${sql.raw(same)})
      )
      select key, expected, actual from differences limit ${limit}`.execute(tx);
    found.push(...rows.map((difference) => ({ where: 'book_changes', ...difference })));
  }
  return found;
}
