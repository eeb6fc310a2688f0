import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database, Tx } from '../platform/db/database.ts';

/** The names that the build gives to files: they change with what is in them. */
const FILE_NAME = /^[\w.-]{1,200}$/;

/**
 * Keeps the files of this release's pages in the database, so that every process can send them, also one of the release before
 * or after. What a newer release has replaced is kept for 30 days, longer than anybody leaves a page open.
 */
export async function publishPageFiles(owner: Database, webFolder: string): Promise<void> {
  const folder = path.join(webFolder, 'assets');
  const compressed = /\.(br|gz)$/;
  const names = (await readdir(folder)).filter((name) => !compressed.test(name));
  const { rows } = await sql<{ name: string }>`select name from pages.files`.execute(owner);
  const known = new Set(rows.map(({ name }) => name));
  const bodies = await Promise.all(
    names
      .filter((name) => !known.has(name))
      .map(async (name) => [name, await readFile(path.join(folder, name))] as const),
  );
  await owner.transaction().execute((tx) => replaceFiles(tx, names, bodies));
}

async function replaceFiles(tx: Tx, names: readonly string[], bodies: (readonly [string, Buffer])[]) {
  for (const [name, body] of bodies)
    await sql`insert into pages.files (name, body) values (${name}, ${body}) on conflict do nothing`.execute(
      tx,
    );
  await sql`
    update pages.files set superseded_at = case when name = any(${names}) then null else now() end
    where (name = any(${names})) <> (superseded_at is null)`.execute(tx);
  await sql`delete from pages.files where superseded_at < now() - interval '30 days'`.execute(tx);
}

/** Null where no release that is still kept has such a file. */
export async function readPageFile(db: Database, name: string): Promise<Buffer | null> {
  if (!FILE_NAME.test(name)) return null;
  const { rows } = await sql<{ body: Buffer }>`select body from pages.files where name = ${name}`.execute(db);
  return rows[0]?.body ?? null;
}
