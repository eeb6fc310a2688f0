import { describe, expect, it } from 'vitest';
import {
  closingLine,
  fullReport,
  idsIn,
  matchTitles,
  readRequirementIds,
  readTestTitles,
  summaryReport,
} from './spec-coverage.ts';

const titlesOf = (source: string) => readTestTitles(source, 'a.test.ts').map(({ title }) => title);

describe('the ids of the requirements', () => {
  it('are the first cells of table rows, not mentions elsewhere', () => {
    const markdown = [
      'See AAA-09.',
      '| id | what | mark |',
      '|---|---|---|',
      '| AAA-01 | as AAA-07 | S |',
      '| BBB-02 | y | + |',
    ];
    expect(readRequirementIds(markdown.join('\n'))).toEqual(['AAA-01', 'BBB-02']);
  });

  it('may be defined only once', () => {
    expect(() => readRequirementIds('| AAA-01 | x | S |\n| AAA-01 | y | S |')).toThrow('AAA-01');
  });

  it('are found in a title, once each, and not in other words', () => {
    expect(idsIn('AAA-01 AAA-02, again AAA-01; UTF-16, AES-256, sha-01')).toEqual(['AAA-01', 'AAA-02']);
  });
});

describe('the titles of tests', () => {
  it('are read from test, it and describe, in all quotes', () => {
    const source = `describe("one", () => { it('it\\'s two', f); test(\`three\`, f); });`;
    expect(titlesOf(source)).toEqual(['one', "it's two", 'three']);
  });

  it('are read through each, only and describe of a test', () => {
    const source = [
      `test.each([[1, ')']])('one %s', f);`,
      `it.each\`a\n\${1}\`("two", f);`,
      `test.describe.only('three', f);`,
      `test(\`four \${x} end\`, f);`,
    ];
    expect(titlesOf(source.join('\n'))).toEqual(['one %s', 'two', 'three', 'four … end']);
  });

  it('are not read from comments, strings, hooks, steps or other calls', () => {
    const source = [
      `// test('no', f);`,
      `const s = "test('no', f)";`,
      `test.beforeEach('no', f);`,
      `test.step('no', f);`,
      `/x/.test('no');`,
      `test.skip(isNarrow, 'no');`,
    ];
    expect(titlesOf(source.join('\n'))).toEqual([]);
  });

  it('carry their line, and whether they are skipped', () => {
    const source = `it('a', f);\ndescribe.skip('b', () => {\n  it('c', f);\n});\nit.todo('d');`;
    expect(readTestTitles(source, 'x.test.ts').map(({ line, isSkipped }) => [line, isSkipped])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [5, true],
    ]);
  });
});

describe('the report', () => {
  const source = `it('AAA-01 works', f);\nit.skip('AAA-02 later', f);\nit('AAA-99 is a slip', f);`;
  const coverage = matchTitles(['AAA-01', 'AAA-02', 'BBB-01'], readTestTitles(source, 'x.test.ts'));

  it('does not count what CI leaves out, by itself or with its describe', () => {
    const left = `test('AAA-01 a', FULL_RUN, f);\ntest.describe('b', FULL_RUN, () => {\n  test('AAA-02 c', f);\n});`;
    const alone = matchTitles(['AAA-01', 'AAA-02'], readTestTitles(left, 'x.test.ts'));
    expect(closingLine(alone)).toBe('2 requirements: 0 named by a test of CI, 2 by none.');
    expect(fullReport(alone)).toContain('x.test.ts:3 AAA-02 c (in the full run)');
  });

  it('lists each id with its tests, then what no running test names, then the count', () => {
    expect(fullReport(coverage).split('\n')).toEqual([
      'AAA-01     1 test',
      '  x.test.ts:1 AAA-01 works',
      'AAA-02     1 test',
      '  x.test.ts:2 AAA-02 later (skipped)',
      'BBB-01     0 tests',
      '',
      'Named by no test of CI: AAA-02 BBB-01',
      '',
      '3 requirements: 1 named by a test of CI, 2 by none.',
    ]);
  });

  it('counts by group in the summary', () => {
    expect(summaryReport(coverage).split('\n')).toEqual([
      'AAA      1 of 2',
      'BBB      0 of 1',
      closingLine(coverage),
    ]);
  });

  it('tells of an id that is in no requirement', () => {
    expect(coverage.unknown.map(({ id, title }) => [id, title.line])).toEqual([['AAA-99', 3]]);
  });
});
