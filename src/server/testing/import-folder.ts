import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

const TEMPLATES = join(import.meta.dirname, '../../../docs/import');

/** Creates a folder to import from, with the templates' small book or with the given files. */
export async function importFolder(from: 'templates' | Record<string, string | Uint8Array>) {
  const path = await mkdtemp(join(tmpdir(), 'import-'));
  if (from === 'templates') await cp(TEMPLATES, path, { recursive: true });
  else for (const [name, content] of Object.entries(from)) await writeFile(join(path, name), content);
  const edit = async (name: string, change: (text: string) => string | Uint8Array) => {
    const text = await readFile(join(path, name), 'utf8').catch(() => '');
    const changed = change(text);
    if (changed === text) throw new Error(`${name} was to be changed and is not.`);
    await writeFile(join(path, name), changed);
  };
  return { path, edit, remove: () => rm(path, { recursive: true }) };
}

/** Every row of a tenant except the audit trail. The same book gives the same result. */
export async function bookOf(owner: Database, tenantId: string): Promise<Record<string, string>> {
  return withTenant(owner, tenantId, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id'
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'audit%' order by 1`.execute(
      tx,
    );
    const book: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ content: string | null }>`
        select count(*) || ' ' || md5(string_agg(t::text, '' order by t::text)) as content from ${sql.table(name)} t`.execute(
        tx,
      );
      if (rows[0]?.content) book[name] = rows[0].content;
    }
    return book;
  });
}
