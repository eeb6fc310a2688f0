import { expect, test } from 'vitest';
import { EMPTY_PLAN } from './plan.ts';
import { createProblems } from './problems.ts';
import { readFields } from './read-fields.ts';

function read(texts: readonly string[], unit?: 'percents' | 'fractions') {
  const problems = createProblems([]);
  const { rows, columns } = readFields(
    {
      ...{ id: '1', name: 'shares.csv', columns: ['Share'], kind: 'participations' },
      rows: texts.map((text, index) => ({ line: index + 2, cells: { Share: text } })),
      totalsLines: [],
      fieldOf: { Share: 'share_percent' },
      unitOf: unit ? { Share: unit } : {},
    },
    EMPTY_PLAN,
    problems,
  );
  return {
    values: rows.map(({ values }) => values['share_percent']),
    unit: columns[0]?.unit,
    readAs: columns[0]?.readAs,
    fixes: problems.all().map(({ fix, count }) => [fix, count]),
  };
}

test('IMPORT-11 percentages without a sign of which none is over 1 are nobody’s guess', () => {
  expect(read(['0.25', '0.5', '1'])).toEqual({
    ...{ values: [], unit: null, readAs: ['', '', ''], fixes: [['column', 3]] },
  });
  expect(read(['0.25', '25%', '0'])).toMatchObject({
    values: ['25', '0'],
    unit: null,
    fixes: [['column', 1]],
  });
  expect(read(['0.25', '12.5'])).toMatchObject({ values: ['0.25', '12.5'], unit: 'percents', fixes: [] });
  expect(read(['0.25%', '1%', '0'])).toMatchObject({ values: ['0.25', '1', '0'], unit: null, fixes: [] });
});

test('IMPORT-11 what somebody says about a column counts', () => {
  expect(read(['0.25', '1'], 'fractions')).toMatchObject({ values: ['25', '100'], fixes: [] });
  expect(read(['0.25', '1'], 'percents')).toMatchObject({
    values: ['0.25', '1'],
    unit: 'percents',
    fixes: [],
  });
  expect(read(['0.25', '12.5'], 'fractions')).toMatchObject({ values: ['25'], fixes: [[null, 1]] });
});
