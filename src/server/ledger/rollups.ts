import { type RawBuilder, sql } from 'kysely';
import { EXCLUDED_FROM_BALANCE } from '../../shared/domain/deal-status.ts';
import type { Tx } from '../platform/db/database.ts';
import { type CheckScope, inScope, wholeBook } from './check-scope.ts';
import type { Difference } from './difference.ts';

interface Rollup {
  key: readonly string[];
  values: readonly string[];
  /**
   * What the table must contain, computed from lines and contracts, or of a syndicate from the rollups of its participations,
   * which are themselves compared with the lines. check-scope.ts explains the names with a colon.
   */
  expected: string;
  /** Which of the table's rows belong to a scope. */
  actual: string;
}

const excluded = EXCLUDED_FROM_BALANCE.map((status) => `'${status}'`).join(', ');
const lineSums = `sum(gross_cents)::bigint as gross_cents, sum(management_fee_cents)::bigint as management_fee_cents,
  sum(net_pay_cents)::bigint as net_pay_cents`;
const MONEY = ['gross_cents', 'management_fee_cents', 'net_pay_cents'] as const;

/** The definition of each rollup. The same SQL rebuilds the table and checks it. */
const ROLLUPS = {
  deal_totals: {
    key: ['deal_id'],
    values: ['collected_cents', 'cleared_count', 'returned_count', 'last_cleared_date'],
    expected: `
      select deal.id as deal_id,
        coalesce(sum(amount_cents) filter (where payment.status = 'cleared'), 0)::bigint as collected_cents,
        (count(*) filter (where payment.status = 'cleared'))::integer as cleared_count,
        (count(*) filter (where payment.status in ('returned', 'reversed')))::integer as returned_count,
        max(cleared_date) filter (where payment.status = 'cleared') as last_cleared_date
      from deals deal
      left join payments payment on payment.tenant_id = deal.tenant_id and payment.deal_id = deal.id
      where deal.tenant_id = :tenant and deal.funded_date is not null :of_deal(deal.id)
      group by deal.id`,
    actual: ':of_deal(deal_id)',
  },
  participation_totals: {
    key: ['participation_id'],
    values: [
      'syndicate_id',
      'deal_status',
      'agreement_date',
      ...MONEY,
      'remaining_balance_cents',
      'net_profit_cents',
      'transaction_count',
      'last_cleared_date',
      'first_pay_date',
      'last_pay_date',
    ],
    expected: `
      select p.id as participation_id, p.syndicate_id, deal.status as deal_status, p.agreement_date,
        coalesce(gross_cents, 0) as gross_cents,
        coalesce(management_fee_cents, 0) as management_fee_cents, coalesce(net_pay_cents, 0) as net_pay_cents,
        p.anticipated_return_cents - coalesce(gross_cents, 0) as remaining_balance_cents,
        coalesce(net_pay_cents, 0) - p.investment_cost_cents as net_profit_cents,
        coalesce(lines, 0) as transaction_count, last_cleared_date, first_pay_date, last_pay_date
      from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      left join (
        select deal_id, max(cleared_date) as last_cleared_date
        from payments where tenant_id = :tenant and status = 'cleared' :of_deal(deal_id) group by deal_id
      ) cleared on cleared.deal_id = p.deal_id
      left join (
        select participation_id, ${lineSums}, count(*)::integer as lines, min(pay_date) as first_pay_date,
          max(pay_date) as last_pay_date
        from payout_lines where tenant_id = :tenant :of_payment(payment_id) group by participation_id
      ) posted on posted.participation_id = p.id
      where p.tenant_id = :tenant :of_deal(p.deal_id)`,
    actual: ':of_participation(participation_id)',
  },
  listed_participations: {
    key: ['participation_id'],
    values: [
      'syndicate_id',
      'agreement_date',
      'deal_status',
      'merchant_key',
      'mid',
      'share_percent',
      'investment_cost_cents',
      'anticipated_return_cents',
    ],
    expected: `
      select p.id as participation_id, p.syndicate_id, p.agreement_date, deal.status as deal_status,
        lower(deal.name) as merchant_key, deal.mid, p.share_percent, p.investment_cost_cents, p.anticipated_return_cents
      from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      where p.tenant_id = :tenant :of_deal(p.deal_id)`,
    actual: ':of_participation(participation_id)',
  },
  participation_pay_dates: {
    key: ['participation_id', 'pay_date'],
    values: ['syndicate_id', ...MONEY, 'transaction_count'],
    expected: `
      select participation_id, pay_date, syndicate_id, ${lineSums}, count(*)::integer as transaction_count
      from payout_lines where tenant_id = :tenant :of_payment(payment_id)
      group by participation_id, pay_date, syndicate_id`,
    actual: ':of_participation(participation_id)',
  },
  syndicate_pay_dates: {
    key: ['syndicate_id', 'pay_date'],
    values: [...MONEY, 'transaction_count'],
    expected: `
      select syndicate_id, pay_date, ${lineSums}, sum(transaction_count)::integer as transaction_count
      from participation_pay_dates where tenant_id = :tenant :of_syndicate(syndicate_id)
      group by syndicate_id, pay_date`,
    actual: ':of_syndicate(syndicate_id)',
  },
  syndicate_totals: {
    key: ['syndicate_id'],
    values: [
      'participation_count',
      'participation_amount_cents',
      'investment_cost_cents',
      'anticipated_return_cents',
      'portfolio_balance_cents',
      ...MONEY,
      'watched_count',
      'watched_arrears_cents',
      'watched_net_balance_cents',
      'cash_cents',
      'contributed_cents',
    ],
    expected: `
      select syndicate_id, coalesce(participation_count, 0) as participation_count,
        coalesce(participation_amount_cents, 0) as participation_amount_cents,
        coalesce(investment_cost_cents, 0) as investment_cost_cents,
        coalesce(anticipated_return_cents, 0) as anticipated_return_cents,
        coalesce(portfolio_balance_cents, 0) as portfolio_balance_cents, coalesce(gross_cents, 0) as gross_cents,
        coalesce(management_fee_cents, 0) as management_fee_cents, coalesce(net_pay_cents, 0) as net_pay_cents,
        coalesce(watched_count, 0) as watched_count, coalesce(watched_arrears_cents, 0) as watched_arrears_cents,
        coalesce(watched_net_balance_cents, 0) as watched_net_balance_cents, coalesce(cash_cents, 0) as cash_cents,
        contributed_cents
      from (
      select p.syndicate_id, count(*)::integer as participation_count,
        sum(participation_amount_cents)::bigint as participation_amount_cents,
        sum(investment_cost_cents)::bigint as investment_cost_cents,
        sum(anticipated_return_cents)::bigint as anticipated_return_cents,
        coalesce(sum(anticipated_return_cents - coalesce(gross_cents, 0))
          filter (where deal.status not in (${excluded})), 0)::bigint as portfolio_balance_cents,
        coalesce(sum(gross_cents), 0)::bigint as gross_cents,
        coalesce(sum(management_fee_cents), 0)::bigint as management_fee_cents,
        coalesce(sum(net_pay_cents), 0)::bigint as net_pay_cents,
        count(watched.participation_id)::integer as watched_count,
        coalesce(sum(watched.arrears_cents), 0)::bigint as watched_arrears_cents,
        coalesce(sum(watched.net_balance_cents), 0)::bigint as watched_net_balance_cents
      from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      left join watched_participations watched on watched.tenant_id = p.tenant_id and watched.syndicate_id = p.syndicate_id
        and watched.participation_id = p.id :of_syndicate(watched.syndicate_id)
      left join participation_totals posted on posted.tenant_id = p.tenant_id and posted.syndicate_id = p.syndicate_id
        and posted.participation_id = p.id :of_syndicate(posted.syndicate_id)
      where p.tenant_id = :tenant :of_syndicate(p.syndicate_id)
      group by p.syndicate_id
      ) shares full join (
        select syndicate_id, sum(amount_cents)::bigint as cash_cents,
          (sum(contributed_cents) + coalesce(sum(amount_cents) filter (where kind in ('deposit', 'withdrawal')), 0))::bigint
            as contributed_cents
        from cash_entries where tenant_id = :tenant :of_syndicate(syndicate_id) group by syndicate_id
      ) account using (syndicate_id)`,
    actual: ':of_syndicate(syndicate_id)',
  },
} satisfies Record<string, Rollup>;

export type RollupName = keyof typeof ROLLUPS;
const rollups = Object.entries(ROLLUPS) as [RollupName, Rollup][];

/** Fills empty rollups from the lines, for example after a bulk load. Each is filled from those before it. */
export async function buildRollups(tx: Tx, tenantId: string): Promise<void> {
  const scope = wholeBook(tenantId);
  for (const [table, { key, values, expected }] of rollups) {
    const columns = [...key, ...values].join(', ');
    const insert = sql.raw(`insert into ${table} (tenant_id, ${columns}) select `);
    await sql`${insert} ${tenantId}::uuid, ${sql.raw(columns)} from (${inScope(expected, scope)}) expected`.execute(
      tx,
    );
  }
  await sql`call derive_book_changes(${tenantId}::uuid)`.execute(tx);
  // Accounts that came in with the load have been entered through their opening; the turn of the day goes on from there.
  await sql`
    update syndicate_totals total set cash_entered_through = opening.effective_date
    from cash_entries opening
    where total.tenant_id = ${tenantId}::uuid and opening.tenant_id = total.tenant_id
      and opening.syndicate_id = total.syndicate_id and opening.kind = 'opening'`.execute(tx);
}

/**
 * Works rollups out again, for deals and syndicates that something was taken out of. Rows of pay dates that are no more have been deleted.
 * The caller holds the ledger's lock exclusively.
 */
export async function rebuildRollups(
  tx: Tx,
  {
    tenantId,
    dealIds,
    syndicateIds,
  }: { tenantId: string; dealIds: readonly bigint[]; syndicateIds: readonly bigint[] },
): Promise<void> {
  for (const [table, { key, values, expected }] of rollups) {
    const scope = OF_SYNDICATES.includes(table)
      ? { tenantId, dealIds: null, syndicateIds }
      : { tenantId, dealIds, syndicateIds: null };
    const columns = [...key, ...values].join(', ');
    const renewed = values.map((column) => `${column} = excluded.${column}`).join(', ');
    await sql`
      ${sql.raw(`insert into ${table} (tenant_id, ${columns}) select `)} ${tenantId}::uuid, ${sql.raw(columns)}
      from (${inScope(expected, scope)}) expected
      ${sql.raw(`on conflict (tenant_id, ${key.join(', ')}) do update set ${renewed}`)}`.execute(tx);
  }
}

/** A row of a rollup as it is kept, and as it should be; null where there is none. Amounts and counts are text. */
export interface RollupRow {
  key: Readonly<Record<string, string>>;
  kept: Readonly<Record<string, string | null>> | null;
  expected: Readonly<Record<string, string | null>> | null;
}

/** The rows of a rollup with these keys, each beside what it is made of. The scope keeps it from adding up the whole book. */
export async function readRollup(
  tx: Tx,
  name: RollupName,
  scope: CheckScope,
  keys: Readonly<Partial<Record<string, RawBuilder<unknown>>>>,
): Promise<RollupRow[]> {
  const { key, values, expected, actual } = ROLLUPS[name] as Rollup;
  const object = (side: string, columns: readonly string[]) =>
    sql.raw(
      `jsonb_build_object(${columns.map((column) => `'${column}', ${side}.${column}::text`).join(', ')})`,
    );
  const columns = [...key, ...values].join(', ');
  const stored = inScope(`select ${columns} from ${name} where tenant_id = :tenant ${actual}`, scope);
  const first = key[0] ?? '';
  // Conditions on both sides, so that each is read by its keys before they are joined.
  const chosen = (side: string) =>
    sql.join(
      Object.entries(keys).map(([column, values]) => sql`${sql.ref(`${side}.${column}`)} = any(${values})`),
      sql` and `,
    );
  const { rows } = await sql<RollupRow>`
    select ${object('coalesced', key)} as key,
      case when e.${sql.raw(first)} is not null then ${object('e', values)} end as expected,
      case when a.${sql.raw(first)} is not null then ${object('a', values)} end as kept
    from (select * from (${inScope(expected, scope)}) made where ${chosen('made')}) e
    full join (select * from (${stored}) stored where ${chosen('stored')}) a
      on ${sql.raw(key.map((column) => `e.${column} = a.${column}`).join(' and '))}
    cross join lateral (select ${sql.raw(key.map((column) => `coalesce(e.${column}, a.${column}) as ${column}`).join(', '))}) coalesced`.execute(
    tx,
  );
  return rows;
}

const OF_SYNDICATES: readonly RollupName[] = ['syndicate_pay_dates', 'syndicate_totals'];

/** Every rollup row of a deal or a share of it that differs from what the lines say. */
export const findDealRollupDifferences = (tx: Tx, scope: CheckScope, limit?: number) =>
  findRollupDifferences(
    tx,
    rollups.filter(([name]) => !OF_SYNDICATES.includes(name)),
    scope,
    limit,
  );

/** Every rollup row of a syndicate that differs from what the rollups of its shares say. */
export const findSyndicateRollupDifferences = (tx: Tx, scope: CheckScope, limit?: number) =>
  findRollupDifferences(
    tx,
    rollups.filter(([name]) => OF_SYNDICATES.includes(name)),
    scope,
    limit,
  );

async function findRollupDifferences(
  tx: Tx,
  compared: typeof rollups,
  scope: CheckScope,
  limit = 100,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [rollup, { key, values, expected, actual }] of compared) {
    const object = (side: string, columns: readonly string[]) =>
      `jsonb_build_object(${columns.map((column) => `'${column}', ${side}.${column}`).join(', ')})`;
    const row = (side: string) => `case when ${side}.${key[0]} is not null then ${object(side, values)} end`;
    const same = values.map((column) => `e.${column} is not distinct from a.${column}`).join(' and ');
    const keyOf = `jsonb_build_object(${key.map((column) => `'${column}', coalesce(e.${column}, a.${column})`).join(', ')})`;
    const stored = inScope(
      `select ${[...key, ...values].join(', ')} from ${rollup} where tenant_id = :tenant ${actual}`,
      scope,
    );
    // Materialized: with the limit in view, the planner would choose a plan that is fast for the first rows, and usually
    // there are none.
    const { rows } = await sql<Omit<Difference, 'where'>>`
      with differences as materialized (
      select ${sql.raw(keyOf)} as key, ${sql.raw(row('e'))} as expected, ${sql.raw(row('a'))} as actual
      from (${inScope(expected, scope)}) e
      full join (${stored}) a on ${sql.raw(key.map((column) => `e.${column} = a.${column}`).join(' and '))}
      where e.${sql.raw(key[0] ?? '')} is null or a.${sql.raw(key[0] ?? '')} is null or not (${sql.raw(same)})
      )
      select key, expected, actual from differences limit ${limit}
    `.execute(tx);
    found.push(...rows.map((difference) => ({ where: rollup, ...difference })));
  }
  return found;
}
