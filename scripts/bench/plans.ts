import { sql } from 'kysely';
import type { Database, Tx } from '../../src/server/platform/db/database.ts';
import { listTenants } from '../../src/server/platform/db/tenants.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { withValues } from '../../src/server/testing/previous-release/recorded-statements.ts';
import { calendarDate } from '../../src/shared/domain/calendar-date.ts';
import { answerOf, EXAMPLES, type Subject } from '../queries/examples.ts';
import { type RecordedQuery, recordQueries } from '../queries/recorded-queries.ts';

/** These tables have a row or more for each participation, so no page may take time in proportion to everybody's rows. */
const LARGE_TABLES = [
  'listed_participations',
  'participation_pay_dates',
  'participation_totals',
  'participations',
  'payout_lines',
];

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

export interface CheckedPlan {
  name: string;
  /** How each table is read, from the top of the plan down. */
  scans: string[];
  /** The large tables that are scanned sequentially. */
  readThrough: string[];
  /**
   * True for a whole book that is exported. It is planned for its values, and a large share of all deals is best scanned
   * sequentially.
   */
  isStreamed: boolean;
}

/** The plans that are not allowed, because every page and figure must be found by an index. */
export const badPlans = (plans: readonly CheckedPlan[]): CheckedPlan[] =>
  plans.filter(({ readThrough, isStreamed }) => readThrough.length > 0 && !isStreamed);

/** The tenant and syndicate of the largest book. */
export async function findLargestBook(db: Database): Promise<{ tenantId: string; syndicateId: bigint }> {
  let largest = { tenantId: '', syndicateId: 0n, count: -1 };
  for (const { id: tenantId } of await listTenants(db)) {
    const totals = await withTenant(db, tenantId, (tx) =>
      tx
        .selectFrom('syndicateTotals')
        .select(['syndicateId', 'participationCount as count'])
        .where('tenantId', '=', tenantId)
        .orderBy('participationCount', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    if (totals && totals.count > largest.count) largest = { tenantId, ...totals };
  }
  return largest;
}

/** Prints a line for each query. Returns true if all plans are as they should be. */
export async function printPlans(db: Database): Promise<boolean> {
  const { tenantId, syndicateId } = await findLargestBook(db);
  const plans = await checkPlans(db, tenantId, syndicateId);
  const bad = badPlans(plans);
  for (const plan of plans) {
    const verdict = bad.includes(plan) ? 'NO' : plan.readThrough.length > 0 ? 'export' : 'ok';
    console.log(`${verdict.padEnd(7)}${plan.name.padEnd(60)}${plan.scans.join(', ')}`);
  }
  const exported = plans.filter(({ readThrough }) => readThrough.length > 0).length - bad.length;
  console.log(
    `${plans.length} plans: ${bad.length} read a large table through; so do ${exported} exports of the whole book`,
  );
  return bad.length === 0;
}

/** Returns the plan of every query of the book, with the settings of a read-only transaction. No query is run. */
export async function checkPlans(
  db: Database,
  tenantId: string,
  syndicateId: bigint,
): Promise<CheckedPlan[]> {
  const subject = await withTenant(db, tenantId, (tx) => readSubject(tx, tenantId, syndicateId), {
    readOnly: true,
  });
  const plans: CheckedPlan[] = [];
  for (const example of EXAMPLES) {
    const queries = await recordQueries((tx) => example.run(tx, subject), answerOf(example));
    for (const query of queries) {
      const nodes = await withTenant(db, tenantId, (tx) => planOf(tx, query), { readOnly: true });
      const read = nodes.filter(
        (node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined,
      );
      plans.push({
        name: example.name,
        scans: read.map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`),
        readThrough: nodes
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? '')
          .filter((table) => LARGE_TABLES.includes(table)),
        isStreamed: query.isStreamed,
      });
    }
  }
  return plans;
}

/** A deal in the middle of the syndicate's book. */
async function readSubject(tx: Tx, tenantId: string, syndicateId: bigint): Promise<Subject> {
  const { rows } = await sql<Omit<Subject, 'payDate'> & { payDate: string }>`
    select entry.participation_id, p.deal_id, deal.public_id as deal_public_id, deal.mid, payment.reference, payment.id as payment_id, paid.pay_date
    from (
      select participation_id from listed_participations
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} order by agreement_date limit 200
    ) entry
    join participations p on p.tenant_id = ${tenantId}::uuid and p.id = entry.participation_id
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = p.deal_id
    join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.deal_id = p.deal_id
    join participation_pay_dates paid on paid.tenant_id = ${tenantId}::uuid and paid.participation_id = p.id
    limit 1`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('The syndicate has no deal that has paid.');
  return { ...found, tenantId, syndicateId, payDate: calendarDate(found.payDate) };
}

/**
 * Plans a query as PostgreSQL does for the server: prepared, with one plan for all values. Queries read through a cursor are
 * planned each time for their values.
 */
async function planOf(tx: Tx, { sql: text, parameters, isStreamed }: RecordedQuery): Promise<PlanNode[]> {
  const explain = (statement: string) =>
    sql.raw<Record<string, [{ Plan: PlanNode }]>>(`explain (format json) ${statement}`).execute(tx);
  if (!isStreamed) await sql.raw(`prepare checked as ${text}`).execute(tx);
  const places = parameters.map((_, index) => `$${index + 1}`).join(', ');
  const executed = withValues(places === '' ? 'execute checked' : `execute checked (${places})`, parameters);
  const { rows } = await explain(isStreamed ? withValues(text, parameters) : executed);
  if (!isStreamed) await sql.raw('deallocate checked').execute(tx);
  const plan = Object.values(rows[0] ?? {})[0]?.[0].Plan;
  if (!plan) throw new Error(`No plan for ${text}`);
  return nodesOf(plan);
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
