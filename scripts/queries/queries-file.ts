import path from 'node:path';
import { answerOf, EXAMPLE, EXAMPLES } from './examples.ts';
import { layOutSql } from './lay-out-sql.ts';
import { recordQueries } from './recorded-queries.ts';

export const QUERIES_FILE = path.resolve(import.meta.dirname, '../../docs/queries.sql');

const HEAD = `-- Every query of the book, the payouts and the portfolio, and what posting reads of the ledger, as Kysely writes it.
-- Made by npm run generate queries from scripts/queries/examples.ts; a test fails when it is not current. npm run bench checks the
-- plan of each in the large book (docs/performance.md).
`;

/** The file's text. A query that several functions send is listed once, under all their names. */
export async function queriesText(): Promise<string> {
  const blocks = new Map<string, string[]>();
  for (const example of EXAMPLES) {
    const queries = await recordQueries((tx) => example.run(tx, EXAMPLE), answerOf(example));
    for (const { sql, parameters } of queries) {
      const values = parameters.map((value, index) => `-- $${index + 1} = ${shown(value)}\n`).join('');
      const block = `${values}${layOutSql(sql)};\n`;
      blocks.set(block, [...(blocks.get(block) ?? []), example.name]);
    }
  }
  const texts = [...blocks].map(([block, names]) => `-- ${[...new Set(names)].join('\n-- ')}\n${block}`);
  return [HEAD, ...texts].join('\n');
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
