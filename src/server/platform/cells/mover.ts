import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { type Claims, claim, inTransaction } from '../db/transactions.ts';

/**
 * A transaction of whoever moves a tenant: the owner of the schema, who says so. It writes into a tenant that is closed to
 * everybody else, its rows fire no trigger that would write others, and it may remove a copy. Row-level security holds here too.
 */
export const asMover = <T>(
  owner: Database,
  claims: Claims,
  work: (tx: Tx) => Promise<T>,
  options: { readOnly?: boolean; isSnapshot?: boolean } = {},
): Promise<T> =>
  inTransaction(
    owner,
    async (tx) => {
      // Rows are compared as text, which must not depend on how a server is set up. One of the two transactions of a copy is idle
      // while the other reads or writes a large table.
      await sql
        .raw(
          "set local app.mover = 'on'; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'; set local bytea_output = 'hex'; set local datestyle = 'ISO'",
        )
        .execute(tx);
      await claim(tx, claims);
      return work(tx);
    },
    options,
  );
