import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** The folders whose folders are all described. */
const DESCRIBED = [
  ...['src', 'src/shared', 'src/server', 'src/server/features', 'src/server/platform', 'src/server/ledger'],
  ...['src/web', 'src/web/app', 'src/web/page', 'src/web/ui'],
];

const [, tree = ''] = (await readFile('docs/architecture.md', 'utf8')).split('```');

/** Deeper than any folder's line: the words about the folder above go on. */
const WORDS_GO_ON = 20;

/** The folders that the tree names, by their paths: a folder is inside the nearest one above it that is less indented. */
function namedFolders(): string[] {
  const open: { indent: number; path: string }[] = [];
  return tree.split('\n').flatMap((line) => {
    const indent = line.search(/\S/);
    const names = [...line.matchAll(/(?<![\w./(-])([\w-]+)\/(?= |,|$)/g)].map(([, name = '']) => name);
    if (indent < WORDS_GO_ON && /^ *[\w-]+\//.test(line)) {
      const first = names.shift() ?? '';
      while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
      open.push({ indent, path: [...open.slice(-1).map(({ path }) => path), first].join('/') });
      names.unshift('.');
    }
    const inside = open.at(-1)?.path;
    return names.map((name) => (name === '.' ? `${inside}` : `${inside}/${name}`));
  });
}

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

test('docs/architecture.md has a line for every folder of the code', () => {
  const named = new Set(namedFolders());
  const without = DESCRIBED.flatMap(foldersIn).filter((path) => !named.has(path));
  expect(without).toEqual([]);
});

test('docs/architecture.md lists the features by the alphabet, and each is there', () => {
  const features = namedFolders().filter((path) => /^src\/server\/features\/[\w-]+$/.test(path));
  expect(features).toEqual(foldersIn('src/server/features').toSorted());
});
