import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

test('docs/decisions/dependencies.md says of every package why it is used', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const page = read('docs/decisions/dependencies.md');
  // The first cell of a row lists the packages by their full names.
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| library'))
    .flatMap((line) => line.split('|')[1]?.split(',') ?? [])
    .map((name) => name.replaceAll('`', '').trim());
  const used = Object.keys({ ...dependencies, ...devDependencies });
  expect(used.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !used.includes(name))).toEqual([]);
});
