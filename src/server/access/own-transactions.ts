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

interface Access<Who> {
  /** Checks that the caller has access and sets the claims of this one transaction, or throws a refusal. */
  letIn(tx: Tx): Promise<Who>;
  /** Locks what whoever takes the access away locks too. A transaction that writes then checks the access once more. */
  lock?(tx: Tx, who: Who): Promise<unknown>;
}

/**
 * Serves an endpoint that opens its own transactions. Each transaction begins by checking access again, so it notices a
 * session that has ended, an account that was closed, or a link that was revoked since the previous one. One that writes does
 * so under a lock, so that nothing is written for a session after the transaction that ended it.
 */
export async function openingTransactions<Who>(
  db: Database,
  { letIn, lock }: Access<Who>,
  isReading: boolean,
): Promise<{ who: Who; inTransaction: InTransaction<Who> }> {
  const open: InTransaction<Who> = (work, { readOnly = isReading } = {}) =>
    inTransaction(
      db,
      async (tx) => {
        const who = await letIn(tx);
        if (readOnly || !lock) return work(tx, who);
        await lock(tx, who);
        return work(tx, await letIn(tx));
      },
      { readOnly },
    );
  return { who: await open(async (_tx, who) => who, { readOnly: true }), inTransaction: open };
}
