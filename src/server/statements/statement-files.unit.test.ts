import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { workbookStream } from '../platform/spreadsheet/workbook.ts';
import { countOfElements, pageCountOf, textOfPdf } from '../testing/read-pdf.ts';
import { sampleMonth, samplePrint, sampleYear } from '../testing/statements.ts';
import { monthlyPdf } from './monthly-pdf.ts';
import type { PrintedStatement } from './statement-paper.ts';
import { statementSheets } from './statement-workbook.ts';
import { yearlyPdf } from './yearly-pdf.ts';

const LONG = 'The Most Honourable Company of Żółw Merchant Investors of the Northeast 日本 '.repeat(3);

async function sheetsOf(statement: PrintedStatement) {
  const bytes = Buffer.concat(await workbookStream(statementSheets(statement)).toArray());
  return (await readXlsx(new Uint8Array(bytes))).sheets;
}

test('STMT-20 a month is one page with its number, the balance that adds up, payouts, new deals, fees, cash and statuses', async () => {
  const pdf = await monthlyPdf(samplePrint(sampleMonth({ payDates: 23, newDeals: 12 })));
  const text = textOfPdf(pdf);
  expect(pageCountOf(pdf)).toBe(1);
  expect(text).toEqual(
    expect.arrayContaining([
      ...['Harbor Capital', 'Monthly statement', '10/01/2026 to 10/31/2026 · No. NGP-2026-10'],
      ...['Northgate Partners', 'Los Angeles, CA 90026', 'Jennifer Dawson', 'Monday to Friday'],
      ...['Opening, 10/01', '$813,867.03', '+', '$169,691.60', '−', '$207,956.13', '1 deal, HC10088'],
      ...['=', 'Closing, 10/31', '$769,189.70', '23 pay dates', '$201,717.56'],
      ...['Fleming & Sons Salon', '$11,900.00', '$15,300.00', '12 deals', '$136,304.50'],
      ...['All fees of the month', '$8,267.17', 'Principal returned', 'Cash account', '$174,661.15'],
      ...['Active Advance, 98', 'Page 1 of 1'],
      'Made 11/02/2026, 6:10 AM New York time, from the ledger. Questions: accounting@harbor.example',
    ]),
  );
  expect(text.join('')).toContain(
    '9f3c 41d8 0b7e a265 c8f1 7720 4be9 13ad 6e52 d0c4 98fb 2a17 5d3e 8c60 f417 b29d',
  );
});

test('STMT-20 the same figures are the same bytes, tagged for screen readers', async () => {
  const print = samplePrint(sampleMonth());
  const pdf = await monthlyPdf(print);
  expect((await monthlyPdf(print)).equals(pdf)).toBe(true);
  const raw = pdf.toString('latin1');
  for (const mark of ['/Lang (en-US)', '/Marked true', '/DisplayDocTitle true']) expect(raw).toContain(mark);
  expect(countOfElements(pdf, 'H1')).toBe(1);
  expect(countOfElements(pdf, 'Table')).toBe(9);
  expect(countOfElements(pdf, 'TH')).toBeGreaterThan(50);
});

test('STMT-21 long lists go on over further pages with their heads, and every line is there once', async () => {
  const figures = sampleMonth({ payDates: 60, newDeals: 300 });
  const pdf = await monthlyPdf(samplePrint(figures));
  const text = textOfPdf(pdf);
  const pages = pageCountOf(pdf);
  expect(pages).toBeGreaterThan(7);
  for (const { mid } of figures.newDeals) expect(text.filter((line) => line === mid)).toHaveLength(1);
  expect(text.filter((line) => line === 'Merchant').length).toBeGreaterThan(6);
  expect(text).toEqual(
    expect.arrayContaining(['New deals, continued', `Page ${pages} of ${pages}`, '300 deals']),
  );
  expect(text).toContain('300 deals, listed on the pages that follow.');
});

test('STMT-21 names of any length are cut, and amounts of nine figures and below nothing are whole', async () => {
  const figures = sampleMonth({ name: LONG, times: 1_010n, writtenOff: 3 });
  const pdf = await monthlyPdf(samplePrint(figures));
  const text = textOfPdf(pdf);
  expect(pageCountOf(pdf)).toBe(1);
  expect(text).toEqual(expect.arrayContaining(['$822,005,700.30', '−$7,839,216.00']));
  expect(text.some((line) => /^The Most Honourable.*…$/.test(line))).toBe(true);
  expect(text.filter((line) => /^[−+]?\$.*…$/.test(line))).toEqual([]);
});

test('STMT-21 a month without anything says so', async () => {
  const text = textOfPdf(
    await monthlyPdf(samplePrint(sampleMonth({ payDates: 0, newDeals: 0, writtenOff: 0 }))),
  );
  expect(text).toEqual(
    expect.arrayContaining([
      'Nothing was paid out in 10/2026.',
      'No new deals in the month.',
      'No deal has a balance.',
    ]),
  );
  expect(text).not.toContain('Cash account');
});

test('STMT-22 a later version says what changed and why', async () => {
  const changes = [{ what: 'Collected', before: '$221,041.01', after: '$220,658.51' }];
  const reason = 'A payment of HC10131 was returned.';
  const text = textOfPdf(await monthlyPdf(samplePrint(sampleMonth(), { version: 2, reason, changes })));
  expect(text).toEqual(
    expect.arrayContaining([
      '10/01/2026 to 10/31/2026 · No. NGP-2026-10 · version 2',
      'Version 2 replaces version 1',
      `Why: ${reason}`,
      ...['Collected', '$221,041.01', '$220,658.51'],
    ]),
  );
});

test('STMT-23 a year is by month and by deal, names its method, and says that it is no tax form', async () => {
  const text = textOfPdf(await yearlyPdf(samplePrint(sampleYear())));
  expect(text).toEqual(
    expect.arrayContaining([
      'Yearly statement',
      'By month',
      '09/2026',
      'The year',
      '$2,648,147.70',
      '24 deals',
    ]),
  );
  const words = text.join(' ');
  expect(words).toContain('Principal and income: in proportion to the net RTR.');
  expect(words).toContain('This statement is not a tax form.');
});

test('STMT-24 the workbook of a month has the figures of its PDF, and the lists come to the summary', async () => {
  const figures = sampleMonth();
  const sheets = await sheetsOf(samplePrint(figures));
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Payouts', 'New deals', 'Written off', 'Cash']);
  const summary = new Map(sheets[0]?.rows.map(([name, amount]) => [name, amount]));
  expect(summary.get('Closing balance')).toBe(717_342.43);
  const total = (index: number) => sheets[index]?.rows.at(-1);
  expect(total(1)?.[2]).toBe(-(summary.get('Collected (gross)') as number));
  expect(total(2)?.[4]).toBe(summary.get('New (part RTR)'));
  expect(total(3)?.[3]).toBe(-(summary.get('Written off') as number));
  expect(total(4)?.[3]).toBe(212_465.44);
});

test('STMT-24 the workbook of a year has its months and its deals, and of a later version its changes', async () => {
  const changes = [{ what: 'Collected', before: '$1.00', after: '$2.00' }];
  const sheets = await sheetsOf(samplePrint(sampleYear(), { version: 2, reason: 'Found later.', changes }));
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Months', 'Deals', 'Changes']);
  expect(sheets[1]?.rows.at(-1)?.[1]).toBe(2_648_147.7);
  expect(sheets[2]?.rows.at(-1)?.[3]).toBe(2_648_147.7);
  expect(sheets[3]?.rows[1]).toEqual(['Collected', '$1.00', '$2.00']);
});
