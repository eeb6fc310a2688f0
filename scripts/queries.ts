// Writes docs/queries.sql, which lists every query of the book and the payouts as Kysely builds it: npm run generate queries
import { writeFile } from 'node:fs/promises';
import { QUERIES_FILE, queriesText } from './queries/queries-file.ts';

await writeFile(QUERIES_FILE, await queriesText());
