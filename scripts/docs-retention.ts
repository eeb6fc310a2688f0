// Writes the tables of docs/retention.md from the code. npm run generate retention-docs
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { retentionPage } from '../src/server/features/disposal/retention-page.ts';

const page = path.resolve(import.meta.dirname, '../docs/retention.md');
await writeFile(page, retentionPage(await readFile(page, 'utf8')));
