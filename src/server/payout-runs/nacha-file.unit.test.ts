import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate } from '../../shared/domain/calendar-date.ts';
import { readNachaFile } from '../testing/nacha-reader.ts';
import { type FileEntry, type FileRequest, writeNachaFile } from './nacha-file.ts';

const ORIGINATOR = {
  odfiRouting: '021000021',
  bankName: 'Hudson Trust',
  immediateOrigin: '123456789',
  companyId: '1234567890',
  companyName: 'Harbor Capital',
  offsetAccount: null,
};
const entry = (over: Partial<FileEntry> = {}): FileEntry => ({
  routingNumber: '021000021',
  accountNumber: '0012345678',
  accountType: 'checking',
  holderKind: 'business',
  holderName: 'Northgate Partners',
  individualId: 'S7',
  amount: 1_382_305n,
  ...over,
});
const request = (entries: FileEntry[], over: Partial<FileRequest> = {}): FileRequest => ({
  originator: ORIGINATOR,
  effectiveDate: calendarDate('2026-11-17'),
  madeOn: calendarDate('2026-11-16'),
  madeAtMinute: 9 * 60 + 5,
  fileIdModifier: 'A',
  firstSequence: 1,
  entries,
  ...over,
});

test('RUN-09 the golden file: two receivers, entry hash 0003240155, every field where the format has it', () => {
  const file = writeNachaFile(
    request([
      entry(),
      entry({
        routingNumber: '011401533',
        accountType: 'savings',
        holderName: 'Peña & Söhne, LLC with a very long name',
        amount: 1n,
      }),
    ]),
  );
  expect(file).toMatchObject({ entryHash: '0003240155', entryCount: 2, batchCount: 1, credit: 1_382_306n });
  expect(file.traceNumbers).toEqual(['021000020000001', '021000020000002']);
  const lines = file.text.split('\r\n');
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(10);
  expect(lines.map((line) => line.length)).toEqual(lines.map(() => 94));
  expect(lines.slice(0, 6)).toEqual([
    '101 021000021 1234567892611160905A094101HUDSON TRUST           HARBOR CAPITAL                 ',
    '5220HARBOR CAPITAL                      1234567890CCDPAYOUT    261117261117   1021000020000001',
    '6220210000210012345678       0001382305S7             NORTHGATE PARTNERS      0021000020000001',
    '6320114015330012345678       0000000001S7             PENA & SOHNE, LLC WITH  0021000020000002',
    '822000000200032401550000000000000000013823061234567890                         021000020000001',
    `9000001000001000000020003240155000000000000000001382306${' '.repeat(39)}`,
  ]);
  expect(lines.slice(6)).toEqual(Array.from({ length: 4 }, () => '9'.repeat(94)));
});

test('RUN-09 what does not fit a field is refused, and never cut to another amount or account', () => {
  expect(() => writeNachaFile(request([entry({ amount: 10_000_000_000n })]))).toThrow(RangeError);
  expect(() => writeNachaFile(request([entry({ routingNumber: '0210000210' })]))).toThrow(RangeError);
  expect(() => writeNachaFile(request([entry({ accountNumber: '1'.repeat(18) })]))).toThrow();
  expect(() => writeNachaFile(request([entry()], { firstSequence: 10_000_000 }))).toThrow(RangeError);
  expect(() => writeNachaFile(request([]))).toThrow(RangeError);
});

const digits = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((numbers) => numbers.join(''));
const anyEntry: fc.Arbitrary<FileEntry> = fc.record({
  routingNumber: digits(9, 9),
  accountNumber: digits(5, 17),
  accountType: fc.constantFrom('checking' as const, 'savings' as const),
  holderKind: fc.constantFrom('business' as const, 'person' as const),
  holderName: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
  individualId: digits(1, 15),
  amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
});

test('RUN-09 in 1,000 random files a reader written from the format finds the same receivers, sums, counts and hash', () => {
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 1, maxLength: 30 }),
      fc.option(digits(5, 17)),
      fc.nat(400),
      fc.integer({ min: 1, max: 9_000_000 }),
      (entries, offsetAccount, days, firstSequence) => {
        const effectiveDate = addDays(calendarDate('2026-11-17'), days);
        const originator = { ...ORIGINATOR, offsetAccount };
        const file = writeNachaFile(request(entries, { originator, effectiveDate, firstSequence }));
        const read = readNachaFile(file.text);
        const credits = read.entries.filter(({ isDebit }) => !isDebit);
        const inFileOrder = ['business', 'person'].flatMap((kind) =>
          [...entries.entries()].filter(([, { holderKind }]) => holderKind === kind),
        );
        expect(credits.map(({ name: _name, ...credit }) => credit)).toEqual(
          inFileOrder.map(
            ([place, { routingNumber, accountNumber, accountType, holderKind, amount, individualId }]) => ({
              routingNumber,
              accountNumber,
              isSavings: accountType === 'savings',
              isDebit: false,
              class: holderKind === 'business' ? 'CCD' : 'PPD',
              amount,
              id: individualId,
              trace: file.traceNumbers[place],
              effectiveDate,
            }),
          ),
        );
        const offsets = read.entries.filter(({ isDebit }) => isDebit);
        expect(offsets.length >= file.batchCount).toBe(offsetAccount !== null);
        expect(offsets.reduce((sum, { amount }) => sum + amount, 0n)).toBe(
          offsetAccount === null ? 0n : file.credit,
        );
        expect({ hash: file.entryHash, credit: file.credit }).toEqual({
          hash: read.hash,
          credit: read.credit,
        });
        expect(new Set(read.entries.map(({ trace }) => trace)).size).toBe(read.entries.length);
      },
    ),
    { numRuns: 1000 },
  );
});
