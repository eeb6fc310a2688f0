import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_FILES } from '../../shared/page-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { publishPageFiles } from './published-files.ts';

let database: TestDatabase;
const apps: TestApp[] = [];
let before: string;
let after: string;

/** The pages of a release, with one file that only this release has. */
async function buildRelease(file: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'web-'));
  await mkdir(path.join(folder, 'assets'));
  for (const page of Object.values(PAGE_FILES)) await writeFile(path.join(folder, page), '<!doctype html>');
  await writeFile(path.join(folder, 'assets', file), `export const release = '${file}';`);
  await writeFile(path.join(folder, 'assets', `${file}.br`), 'compressed');
  return folder;
}

async function start(webFolder: string): Promise<TestApp> {
  const app = await startTestApp(database, { webFolder });
  apps.push(app);
  return app;
}

beforeAll(async () => {
  database = await createTestDatabase();
  before = await buildRelease('dialog-before1.js');
  after = await buildRelease('dialog-after22.js');
  await publishPageFiles(database.owner, before);
  await publishPageFiles(database.owner, after);
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await database.drop();
});

test('OPS-51 during and after an upgrade each process sends the files of both releases, as its own', async () => {
  for (const folder of [before, after]) {
    const app = await start(folder);
    for (const file of ['dialog-before1.js', 'dialog-after22.js']) {
      const response = await app.fetch(`/assets/${file}`);
      expect([file, response.status, await response.text()]).toEqual([
        file,
        200,
        `export const release = '${file}';`,
      ]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    for (const unknown of ['dialog-nobody3.js', '..%2Findex.html'])
      expect([unknown, (await app.fetch(`/assets/${unknown}`)).status]).toEqual([unknown, 404]);
  }
});

test('OPS-51 files of a release are removed 30 days after a newer one replaced it, and never before', async () => {
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select name from pages.files order by name`.execute(
      database.owner,
    );
    return rows.map(({ name }) => name);
  };
  const age = (days: number) =>
    sql`update pages.files set published_at = published_at - make_interval(days => ${days}),
      superseded_at = superseded_at - make_interval(days => ${days})`.execute(database.owner);
  await age(29);
  await publishPageFiles(database.owner, after);
  expect(await names()).toEqual(['dialog-after22.js', 'dialog-before1.js']);
  // However old the newest release is when it is replaced, the pages that are open then are of it.
  await age(300);
  await publishPageFiles(database.owner, before);
  expect(await names()).toEqual(['dialog-after22.js', 'dialog-before1.js']);
  await age(31);
  await publishPageFiles(database.owner, before);
  expect(await names()).toEqual(['dialog-before1.js']);
});

test('OPS-51 security rule: the server cannot change what browsers will run', async () => {
  for (const statement of [
    sql`insert into pages.files (name, body) values ('x.js', '')`,
    sql`update pages.files set body = ''`,
    sql`delete from pages.files`,
  ])
    await expect(statement.execute(database.db)).rejects.toThrow('permission denied');
});
