import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** The numbers of ASVS 5.0.0 at levels 1 and 2: how many each section has. Within a section there are no gaps. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1
  11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
  16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;

const numbers = SECTIONS.split(/\s+/).flatMap((entry) => {
  const [section, count] = entry.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
});

const rows = (await readFile('docs/asvs.md', 'utf8'))
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = '', state = '', where = ''] = line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim());
    return { number, state, where, files: filesIn(where) };
  });

/** What is in backticks and has the form of a path. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+|[\w-]*\.[a-z]{2,})`/g)].map(([, file = '']) => file);
}

test('ASVS: every requirement of levels 1 and 2 has one row, in order', () => {
  expect(numbers).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

test('ASVS: each row says whether it is met, and where or why', () => {
  const unsaid = rows.filter(
    ({ state, where }) => !/^(met|does not apply|not met)$/.test(state) || where.length < 10,
  );
  expect(unsaid).toEqual([]);
});

test('ASVS: the files that rows name exist, and a row that is met names one', () => {
  const missing = rows.flatMap(({ number, files }) =>
    files.filter((file) => !existsSync(file)).map((file) => ({ number, file })),
  );
  expect(missing).toEqual([]);
  expect(rows.filter(({ state, files }) => state === 'met' && files.length === 0)).toEqual([]);
});
