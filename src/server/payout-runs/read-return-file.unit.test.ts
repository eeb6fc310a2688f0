import { expect, test } from 'vitest';
import { readNotices } from './read-return-file.ts';

/** Each field at its position in the format. */
const addenda = (type: string, code: string, trace: string, corrected = '') =>
  `7${type}${code}${trace}${' '.repeat(6)}02100002${corrected.padEnd(29)}${' '.repeat(15)}021000020000001`;
const HEADER = `101 021000021 1234567892611160905A094101${'HUDSON TRUST'.padEnd(23)}${'HARBOR CAPITAL'.padEnd(31)}`;

test('RUN-16 a bank’s file of returns and notifications of change is read, and nothing else is taken for one', () => {
  const returned = addenda('99', 'R03', '021000020000007');
  expect(returned).toHaveLength(94);
  const changed = addenda('98', 'C01', '021000020000008', '1918171614');
  const other = addenda('05', 'R03', '021000020000009');
  expect(readNotices([HEADER, returned, changed, other].join('\r\n'))).toEqual([
    { traceNumber: '021000020000007', code: 'R03', corrected: null },
    { traceNumber: '021000020000008', code: 'C01', corrected: '1918171614' },
  ]);
  for (const text of ['', 'not a file', `${HEADER}\n${'9'.repeat(95)}`])
    expect(() => readNotices(text)).toThrow('could not be read');
});
