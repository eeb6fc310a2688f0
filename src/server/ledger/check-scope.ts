import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Difference } from './difference.ts';

/**
 * Which part of a tenant's book is compared. The lines, payments and shares of a deal belong to it alone, so deals can be
 * compared a few at a time; what is summed up by syndicate is compared by syndicate. Null stands for all of them.
 */
export interface CheckScope {
  tenantId: string;
  dealIds: readonly bigint[] | null;
  syndicateIds: readonly bigint[] | null;
}

export const wholeBook = (tenantId: string): CheckScope => ({ tenantId, dealIds: null, syndicateIds: null });

/**
 * Fills in SQL that is written for every scope: `:tenant` stands for the tenant's id, and `:of_deal(column)`,
 * `:of_payment(column)`, `:of_participation(column)` and `:of_syndicate(column)` for conditions that a column belongs to the
 * scope. The texts are constants of this folder; only the ids are parameters.
 */
export function inScope(text: string, { tenantId, dealIds, syndicateIds }: CheckScope): RawBuilder<unknown> {
  const tenant = sql`${tenantId}::uuid`;
  const deals = sql`${dealIds}::bigint[]`;
  const ofDeals = (table: string) =>
    sql`in (select id from ${sql.table(table)} where tenant_id = ${tenant} and deal_id = any(${deals}))`;
  const conditions: Readonly<Record<string, RawBuilder<unknown> | null>> = {
    deal: dealIds && sql`= any(${deals})`,
    payment: dealIds && ofDeals('payments'),
    participation: dealIds && ofDeals('participations'),
    syndicate: syndicateIds && sql`= any(${syndicateIds}::bigint[])`,
  };
  const parts = text.split(/(:tenant|:of_\w+\([\w.]+\))/).map((part) => {
    if (part === ':tenant') return tenant;
    const [, kind = '', column = ''] = /^:of_(\w+)\((.+)\)$/.exec(part) ?? [];
    if (kind === '') return sql.raw(part);
    const condition = conditions[kind];
    return condition ? sql`and ${sql.raw(column)} ${condition}` : sql``;
  });
  return sql.join(parts, sql``);
}

/**
 * What each of the checks finds, at most `limit` of it. A check is SQL as above that selects `key`, `expected` and `actual` of each
 * difference, by the name of what it looks at.
 */
export async function findByChecks(
  tx: Tx,
  scope: CheckScope,
  checks: Readonly<Record<string, string>>,
  limit: number,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [where, check] of Object.entries(checks)) {
    // Materialized for the planner's sake; rollups.ts explains it.
    const { rows } = await sql<Omit<Difference, 'where'>>`
      with differences as materialized (${inScope(check, scope)})
      select key, expected, actual from differences limit ${limit}`.execute(tx);
    found.push(...rows.map((row) => ({ where, ...row })));
  }
  return found;
}
