import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

const lockKey = (tenantId: string) => sql`hashtextextended(${`ledger ${tenantId}`}, 0)`;

/**
 * Takes the ledger's lock in shared mode until the transaction ends. For transactions that lock all they need at once and
 * in order; they only wait for one that holds the ledger exclusively.
 */
export async function lockLedgerShared(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(tenantId)})`.execute(tx);
}

/**
 * Takes the ledger's lock exclusively until the transaction ends. For a transaction that locks deals and syndicates one
 * by one, in no fixed order, which could deadlock with others. It must be taken before the first of those locks.
 */
export async function lockLedgerExclusively(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(tenantId)})`.execute(tx);
}
