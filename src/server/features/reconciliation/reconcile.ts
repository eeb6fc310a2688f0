import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Difference } from '../../ledger/difference.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { findDisplayDifferences } from './check-displays.ts';

export interface Reconciliation {
  /** The time of the snapshot that was compared. */
  comparedAt: Date;
  paymentCount: number;
  lineCount: number;
  netPay: Cents;
  differences: Difference[];
}

/**
 * Reconciles a funder's book: payments with lines, lines with every rollup, and both with what investors see and
 * download. The result is stored, whatever it is.
 */
export async function reconcile(db: Database, tenantId: string): Promise<Reconciliation> {
  const result = await withTenant(db, tenantId, (tx) => compare(tx, tenantId), {
    readOnly: true,
    isSnapshot: true,
  });
  await withTenant(db, tenantId, (tx) => keep(tx, tenantId, result));
  return result;
}

async function compare(tx: Tx, tenantId: string): Promise<Reconciliation> {
  // A large book takes minutes, and no user waits for it.
  await sql`set local statement_timeout = '1h'`.execute(tx);
  await sql`set local work_mem = '256MB'`.execute(tx);
  const counts = await readCounts(tx, tenantId);
  const inLedger = await findDifferences(tx, tenantId);
  const shown = await findDisplayDifferences(tx, tenantId);
  return { ...counts, differences: [...inLedger, ...shown] };
}

async function readCounts(tx: Tx, tenantId: string) {
  const { rows } = await sql<{ comparedAt: Date; paymentCount: number; lineCount: number; netPay: Cents }>`
    select now() as compared_at,
      (select count(*)::integer from payments where tenant_id = ${tenantId}) as payment_count,
      count(*)::integer as line_count, coalesce(sum(net_pay_cents), 0)::bigint as net_pay
    from payout_lines where tenant_id = ${tenantId}`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new Error('A count is one row.');
  return counts;
}

async function keep(tx: Tx, tenantId: string, result: Reconciliation): Promise<void> {
  await tx
    .insertInto('reconciliations')
    .values({
      tenantId,
      comparedAt: result.comparedAt,
      paymentCount: BigInt(result.paymentCount),
      lineCount: BigInt(result.lineCount),
      netPayCents: result.netPay,
      differences: JSON.stringify(result.differences),
    })
    .execute();
}
