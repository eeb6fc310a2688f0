import type { Database, Tx } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/transactions.ts';

interface Options {
  readOnly?: boolean;
}

/** Works in a transaction of its own, for whoever is let in by then. What is waited for outside the database comes between two. */
export type InTransaction<Who> = <T>(work: (tx: Tx, who: Who) => Promise<T>, options?: Options) => Promise<T>;

/** Lets somebody in, with the claims of the one transaction that it is given, or throws a refusal. */
type LetIn<Who> = (tx: Tx) => Promise<Who>;

/**
 * For an endpoint that opens its transactions itself. A session that has ended between two of them, an account that was closed or a
 * link that was revoked is found out in the next one, because each begins by letting the caller in.
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
