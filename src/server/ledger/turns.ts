import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

const turnOf = (tenantId: string) => sql`hashtextextended(${`ledger ${tenantId}`}, 0)`;

/** Beside others who lock all they need at once and in order; waits for whoever has the ledger to itself. Until the transaction ends. */
export async function shareLedger(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${turnOf(tenantId)})`.execute(tx);
}

/**
 * For a transaction that locks deals and syndicates bit by bit: in no order that others keep, so that they would block
 * each other. Taken before the first of those locks, until the transaction ends.
 */
export async function takeLedger(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${turnOf(tenantId)})`.execute(tx);
}
