import { expect, test } from 'vitest';
import { DAY_SHEET_FIELDS } from '../../shared/domain/day-sheet.ts';
import {
  faultOfMapping,
  guessMapping,
  headerKeyText,
  type SheetField,
} from '../../shared/domain/sheet-mapping.ts';
import { RowMapper } from './map-row.ts';

const FIELDS: SheetField[] = [
  {
    ...{ name: 'reference', label: 'reference', rule: 'text', isRequired: true, guesses: ['trace'] },
    madeFrom: ['date', 'mid', 'amount'],
  },
  { name: 'mid', label: 'MID', rule: 'text', isRequired: true, guesses: ['contract', 'deal id'] },
  { name: 'amount', label: 'amount', rule: 'money', isRequired: true, guesses: ['amt'] },
  { name: 'date', label: 'date', rule: 'date', isRequired: true, guesses: ['eff date'] },
  {
    ...{ name: 'result', label: 'result', rule: 'word', isRequired: true, guesses: ['status'] },
    meanings: { cleared: ['settled'], returned: ['return'] },
  },
  { name: 'fee', label: 'fee', rule: 'percent', isRequired: false, guesses: ['fee %'] },
  { name: 'note', label: 'note', rule: 'text', isRequired: false, guesses: ['memo'] },
];
const COLUMNS = ['Contract', 'Amt', 'Eff Date', 'Status', 'Fee %'];

test('POST-03 the columns are guessed by their names, and a reference that the file lacks is made', () => {
  const mapping = guessMapping(COLUMNS, FIELDS);
  expect(mapping).toEqual({
    reference: { from: 'made', of: ['date', 'mid', 'amount'] },
    mid: { from: 'column', column: 'Contract' },
    amount: { from: 'column', column: 'Amt' },
    date: { from: 'column', column: 'Eff Date' },
    result: { from: 'column', column: 'Status', words: { settled: 'cleared', return: 'returned' } },
    fee: { from: 'column', column: 'Fee %' },
  });
  expect(faultOfMapping(mapping, FIELDS, COLUMNS)).toBeNull();
  const { amount: _, ...without } = mapping;
  expect(faultOfMapping(without, FIELDS, COLUMNS)).toBe('Say which column holds the amount.');
  expect(faultOfMapping(mapping, FIELDS, COLUMNS.slice(1))).toBe('The file has no column Contract.');
  expect(faultOfMapping({ ...mapping, result: { from: 'fixed', value: 'maybe' } }, FIELDS, COLUMNS)).toBe(
    'The result can only be cleared or returned.',
  );
  expect(headerKeyText(['Eff Date ', 'Amt'])).toBe(headerKeyText(['amt', 'eff  date']));
});

test('POST-04 a column whose values are all return codes is the one of return codes, whatever it is called', () => {
  const columns = ['Contract', 'Amt', 'Eff Date', 'Reason', 'Memo'];
  const read = (reasons: readonly string[]) =>
    guessMapping(columns, DAY_SHEET_FIELDS, { Reason: reasons, Memo: ['R01'] })['return_code'];
  expect(read(['R01', ' r03 '])).toEqual({ from: 'column', column: 'Reason' });
  expect(read(['R01', 'NSF'])).toEqual({ from: 'column', column: 'Memo' });
  expect(guessMapping(columns, DAY_SHEET_FIELDS, { Reason: [] })['return_code']).toBeUndefined();
});

test('POST-03 the same file gives the same references again, and rows that are alike are told apart', () => {
  const mapping = guessMapping(COLUMNS, FIELDS);
  const rows = ['$690.00', '690', '(12.5)', '690.00'].map((amount) => ({
    ...{ Contract: ' 7001', Amt: amount, 'Eff Date': '11/13/26', Status: 'Settled', 'Fee %': '2.5%' },
  }));
  const read = () => {
    const mapper = new RowMapper(mapping, FIELDS);
    return rows.map((row) => mapper.read(row));
  };
  expect(read().map(({ values }) => values['reference'])).toEqual([
    '2026-11-13/7001/690.00/1',
    '2026-11-13/7001/690.00/2',
    '2026-11-13/7001/-12.50/1',
    '2026-11-13/7001/690.00/3',
  ]);
  expect(read()).toEqual(read());
  expect(read()[0]).toEqual({
    problems: [],
    values: {
      ...{ reference: '2026-11-13/7001/690.00/1', mid: '7001', amount: '690.00', date: '2026-11-13' },
      ...{ result: 'cleared', fee: '2.5' },
    },
  });
});

test('POST-03 each cell that cannot be read is named with its column and what stands there', () => {
  const mapper = new RowMapper(
    { ...guessMapping(COLUMNS, FIELDS), note: { from: 'fixed', value: 'from the bank' } },
    FIELDS,
  );
  const row = { Contract: '', Amt: 'n/a', 'Eff Date': '13/45/26', Status: 'Odd', 'Fee %': '' };
  expect(mapper.read(row)).toEqual({
    values: { fee: '', note: 'from the bank' },
    problems: [
      { field: 'mid', column: 'Contract', reason: 'MID is empty' },
      { field: 'amount', column: 'Amt', reason: 'amount “n/a” is not an amount such as 1,234.50' },
      { field: 'date', column: 'Eff Date', reason: 'date “13/45/26” is a date that does not exist' },
      { field: 'result', column: 'Status', reason: 'result “Odd” is a word that nobody has explained yet' },
    ],
  });
});
