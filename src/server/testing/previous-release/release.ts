import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrationNames, readMigration } from '../../platform/db/migrate.ts';
import { insertsOf } from './recorded-statements.ts';

/**
 * What the previous release has left: its migrations, the statements with which it fills every table, and every insert that it
 * makes. `npm run generate release-snapshot` writes these files once, when a version is released.
 */
const file = (name: string) => path.join(import.meta.dirname, name);
const MIGRATIONS = file('migrations.txt');
const STATEMENTS = file('statements.sql');
const INSERTS = file('inserts.sql');

const BETWEEN = '\n;\n\n';

const readParts = (name: string): string[] =>
  readFileSync(name, 'utf8')
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const writeParts = (name: string, parts: readonly string[]) =>
  writeFileSync(name, parts.map((part) => `${part}${BETWEEN}`).join(''));

export interface ReleasedMigration {
  name: string;
  sha256: string;
}

export const releasedMigrations = (): ReleasedMigration[] =>
  readFileSync(MIGRATIONS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [sha256 = '', name = ''] = line.split('  ');
      return { name, sha256 };
    });

export const hashOfMigration = async (name: string): Promise<string> =>
  createHash('sha256')
    .update(await readMigration(name))
    .digest('hex');

/** What the release writes depends on the day in New York, as what is compared with it does, so it is kept without that day. */
const TODAY = '<today>';
const dayInNewYork = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });

/** The statements in order, including their values, as of today. */
export const releasedStatements = (): string[] =>
  readParts(STATEMENTS).map((part) => part.replaceAll(TODAY, dayInNewYork()));

/** A moment of that day is no day: it stays as it was. */
const withoutDay = (statement: string): string =>
  statement.replaceAll(new RegExp(`\\b${dayInNewYork()}(?![T\\d])`, 'g'), TODAY);

/** Each insert once, with placeholders for its values. */
export const releasedInserts = (): string[] => readParts(INSERTS);

export async function writeSnapshot(
  statements: readonly string[],
  inserts: readonly string[],
): Promise<void> {
  const names = await migrationNames();
  const lines = await Promise.all(names.map(async (name) => `${await hashOfMigration(name)}  ${name}`));
  writeFileSync(MIGRATIONS, `${lines.join('\n')}\n`);
  writeParts(STATEMENTS, statements.map(withoutDay));
  writeParts(INSERTS, oneOfEachKind(inserts));
}

/**
 * Keeps one insert for each set of columns of a table, the shortest, because inserting more rows at once needs nothing else.
 */
function oneOfEachKind(inserts: readonly string[]): string[] {
  const byLength = inserts.toSorted((a, b) => b.length - a.length);
  return [...new Map(byLength.map((insert) => [kindOf(insert), insert])).values()].toSorted();
}

const kindOf = (insert: string): string => JSON.stringify(insertsOf(insert));

/** Sends the statements of the release, and reports one that is refused. */
export async function replayRelease(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of releasedStatements()) {
      try {
        await client.query(statement);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The previous release could not do this any more: ${reason}\n${statement}`, {
          cause: error,
        });
      }
    }
  } finally {
    await client.end();
  }
}
