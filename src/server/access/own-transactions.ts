import type { Database, Tx } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/transactions.ts';

interface Options {
  readOnly?: boolean;
}

/**
 * Works in a transaction of its own, for a caller who still has access by then. Calls to outside services happen between two
 * of them.
 */
export type InTransaction<Who> = <T>(work: (tx: Tx, who: Who) => Promise<T>, options?: Options) => Promise<T>;

/** Checks that the caller has access and sets the claims of this one transaction, or throws a refusal. */
type LetIn<Who> = (tx: Tx) => Promise<Who>;

/**
 * Serves an endpoint that opens its own transactions. Each transaction begins by checking access again, so it notices a
 * session that has ended, an account that was closed, or a link that was revoked since the previous one.
 */
export async function openingTransactions<Who>(
  db: Database,
  letIn: LetIn<Who>,
  isReading: boolean,
): Promise<{ who: Who; inTransaction: InTransaction<Who> }> {
  const open: InTransaction<Who> = (work, options) =>
    inTransaction(db, async (tx) => work(tx, await letIn(tx)), { readOnly: isReading, ...options });
  return { who: await open(async (_tx, who) => who, { readOnly: true }), inTransaction: open };
}
