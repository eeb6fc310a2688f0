import { expect, test } from 'vitest';
import { copyLine } from './copy-rows.ts';

test('a row becomes one line of tab-separated fields, whatever its text holds', () => {
  const row = {
    id: 7n,
    name: 'Tab\tline\nreturn\rback\\slash',
    note: null,
    isPinned: true,
    days: [1, 5],
    emails: ['a"b\\c@x.example', 'plain'],
    count: -2,
    hash: Buffer.from([0, 171]),
  };
  expect(copyLine(row, Object.keys(row))).toBe(
    '7\tTab\\tline\\nreturn\\rback\\\\slash\t\\N\tt\t{"1","5"}\t{"a\\\\"b\\\\\\\\c@x.example","plain"}\t-2\t\\\\x00ab\n',
  );
});

test('a row that lacks a column is refused', () => {
  expect(() => copyLine({ id: 1n }, ['id', 'name'])).toThrow('A row has no name');
});
