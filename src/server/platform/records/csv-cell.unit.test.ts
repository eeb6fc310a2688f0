import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test('OPS-04 text that a spreadsheet would take for a formula is written as text', () => {
  for (const text of [
    '=HYPERLINK("https://x.example")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ])
    expect(csvCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`);
  for (const text of ['', 'Harbor = Capital', '10-2', 'a@b.example']) expect(csvCell(text)).toBe(`"${text}"`);
});
