import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FONT_CHARACTERS, makePortalFont, PORTAL_FONT } from './portal-font.ts';

const web = path.resolve(import.meta.dirname, '../src/web');

test('the font file is what the build command makes of the installed typeface', async () => {
  expect((await readFile(PORTAL_FONT)).equals(await makePortalFont()), 'npm run generate font').toBe(true);
});

test('the styles use it for exactly the characters that it has', async () => {
  const styles = await readFile(path.join(web, 'app/global.css'), 'utf8');
  const [range] = /(?<=inter-portal[^}]*unicode-range:)[^;]*/s.exec(styles) ?? [];
  const listed = [...(range ?? '').matchAll(/U\+(\w+)(?:-(\w+))?/g)].flatMap(
    ([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) =>
        String.fromCodePoint(from + index),
      );
    },
  );
  expect(listed).toEqual([...FONT_CHARACTERS].sort());
});

test('whatever the portal writes itself is in it, so that no page needs the larger files for its own words', async () => {
  const names = (await readdir(web, { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(path.join(web, name), 'utf8')));
  const missing = new Set(texts.join('').match(/\P{ASCII}/gu));
  for (const character of FONT_CHARACTERS) missing.delete(character);
  expect([...missing]).toEqual([]);
});
