import { sql } from 'kysely';
import { newTotpSecret, totpPlace } from '../identity/totp.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';
import { fillTablesOfUser } from '../testing/fill-tables-of-user.ts';
import { ENCRYPTION_KEY } from '../testing/test-app.ts';

/** Gives somebody a row in every table that belongs to a person and to no tenant. */
export const addGlobalRows = (owner: Database, userId: bigint): Promise<void> =>
  withClaims(owner, { userId }, (tx) =>
    fillTablesOfUser(tx, { userId, sessionId: crypto.randomUUID(), hash: Buffer.alloc(32, `${userId} `) }),
  );

/** Gives the person a code app that can be asked, and lets their sessions have shown it for as long as the tests may take. */
export const showFactor = (owner: Database, userId: bigint): Promise<void> =>
  withClaims(owner, { userId }, async (tx) => {
    const encryption = createEncryption({ key: ENCRYPTION_KEY });
    const { cipher, keyId } = encryption.seal(newTotpSecret(), totpPlace('user_totp', userId));
    await tx
      .updateTable('userTotp')
      .set({ secretCipher: cipher, keyId })
      .where('userId', '=', userId)
      .execute();
    await tx
      .updateTable('sessions')
      .set({ secondFactorAt: sql<Date>`now() + interval '1 hour'` })
      .where('userId', '=', userId)
      .execute();
  });

/** The tables that belong to a person and to no tenant, so that what one tenant does there reaches the others. */
export async function globalTables(owner: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id'
      and not exists (
        select from information_schema.columns of_tenant
        where of_tenant.table_schema = 'public' and of_tenant.table_name = c.table_name
          and of_tenant.column_name = 'tenant_id')
    order by 1`.execute(owner);
  return ['users', ...rows.map(({ name }) => name)];
}

/**
 * A hash of each table's rows of one person. The sessions that a tenant's ticket opened are that tenant's own, and are left out with
 * their tokens.
 */
export async function hashGlobalRows(
  owner: Database,
  tables: readonly string[],
  userId: bigint,
): Promise<Record<string, string | null>> {
  const hashes = tables.map((table) => {
    const person = sql.ref(table === 'users' ? 'id' : 'user_id');
    const others = {
      sessions: sql`and only_tenant_id is null`,
      session_tokens: sql`and session_id in (select id from sessions where only_tenant_id is null)`,
    }[table];
    return sql`(
      select md5(string_agg(kept::text, ';' order by kept::text)) from ${sql.table(table)} kept
      where ${person} = ${userId} ${others ?? sql``}) as ${sql.id(table)}`;
  });
  return withClaims(owner, { userId }, async (tx) => {
    const { rows } = await sql<Record<string, string | null>>`select ${sql.join(hashes)}`.execute(tx);
    return rows[0] ?? {};
  });
}
