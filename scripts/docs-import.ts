// Writes docs/import from the schemas of the import: the templates, and the tables of the page. npm run generate import-docs
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { referencePage, templates } from '../src/server/import/reference-page.ts';

const folder = path.resolve(import.meta.dirname, '../docs/import');
const page = path.join(folder, 'README.md');

await writeFile(page, referencePage(await readFile(page, 'utf8')));
for (const { fileName, content } of templates()) await writeFile(path.join(folder, fileName), content);
