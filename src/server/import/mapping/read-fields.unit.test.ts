import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeSheet } from '../../sheets/describe-sheet.ts';
import { EMPTY_PLAN } from './plan.ts';
import { createProblems } from './problems.ts';
import { readFields } from './read-fields.ts';

async function read(texts: readonly string[], unit?: 'percents' | 'fractions') {
  const folder = await mkdtemp(join(tmpdir(), 'fields-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'shares.csv');
  await writeFile(path, ['Investor,Share', ...texts.map((text) => `A,${text}`)].join('\n'));
  const problems = createProblems([]);
  const { rows, columns } = await readFields(
    {
      ...(await describeSheet(path, 'csv')),
      ...{ id: '1', name: 'shares.csv', kind: 'participations' },
      rows: texts.map((text, index) => ({ line: index + 2, cells: { Share: text } })),
      fieldOf: { Share: 'share_percent' },
      unitOf: unit ? { Share: unit } : {},
    },
    EMPTY_PLAN,
    problems,
  );
  const share = columns.find(({ name }) => name === 'Share');
  return {
    values: rows.map(({ values }) => values['share_percent']),
    unit: share?.unit,
    readAs: share?.readAs,
    fixes: problems.all().map(({ fix, count }) => [fix, count]),
  };
}

test('IMPORT-11 percentages without a sign of which none is over 1 are nobody’s guess', async () => {
  expect(await read(['0.25', '0.5', '1'])).toEqual({
    ...{ values: [], unit: null, readAs: ['', '', ''], fixes: [['column', 3]] },
  });
  expect(await read(['0.25', '25%', '0'])).toMatchObject({
    values: ['25', '0'],
    unit: null,
    fixes: [['column', 1]],
  });
  expect(await read(['0.25', '12.5'])).toMatchObject({
    values: ['0.25', '12.5'],
    unit: 'percents',
    fixes: [],
  });
  expect(await read(['0.25%', '1%', '0'])).toMatchObject({
    values: ['0.25', '1', '0'],
    unit: null,
    fixes: [],
  });
});

test('IMPORT-11 what somebody says about a column counts', async () => {
  expect(await read(['0.25', '1'], 'fractions')).toMatchObject({ values: ['25', '100'], fixes: [] });
  expect(await read(['0.25', '1'], 'percents')).toMatchObject({
    values: ['0.25', '1'],
    unit: 'percents',
    fixes: [],
  });
  expect(await read(['0.25', '12.5'], 'fractions')).toMatchObject({ values: ['25'], fixes: [[null, 1]] });
});
