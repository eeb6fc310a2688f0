import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toDecimalString } from '../../shared/domain/money.ts';
import { importDesk } from '../testing/import-desk.ts';
import type { ImportReport } from './import-book.ts';
import { parseTotals, readTotals, TotalsError } from './read-totals.ts';

const desk = importDesk();
const { run, book } = desk;

const differencesOf = ({ totals }: ImportReport) =>
  totals.map(
    ({ of, id, figure, expected, wouldBe }) =>
      `${of} ${id} ${figure} ${toDecimalString(expected)} ${wouldBe === null ? 'none' : toDecimalString(wouldBe)}`,
  );

/** The templates' book: one funded deal of 60,000.00 for 84,000.00, of which 700.00 came in; 10 % and 5 % of it are syndicates'. */
const RIGHT = `deal,syndicate,funded,rtr,collected
,,60000.00,84000,700.00
D-1,,60000.00,84000.00,700.00
D-2,,0,0,0
,SYN-1,6000.00,8400.00,70.00
,SYN-2,3000.00,4200.00,35.00
`;

const file = async (name: string, content: string) => {
  const path = join(desk.folder.path, name);
  await writeFile(path, content);
  return path;
};

test('IMPORT-03 an import that ties to the funder’s own figures goes in, and once it is in still ties', async () => {
  const totals = await readTotals(await file('totals.txt', RIGHT));
  for (const isDryRun of [true, false, false])
    expect(await run(desk.folder.path, { totals, isDryRun })).toMatchObject({ applied: 'all', totals: [] });
  const json = {
    funded: '60000.00',
    deals: { 'D-1': { collected: '700.00' } },
    syndicates: { 'SYN-1': { rtr: '8400.00' } },
  };
  const same = await readTotals(await file('totals.json', JSON.stringify(json)));
  expect(differencesOf(await run(desk.folder.path, { totals: same, isDryRun: true }))).toEqual([]);
});

test('IMPORT-03 one that does not is refused before anything is committed, dry run or not', async () => {
  const before = await book();
  const totals = [
    ...(await readTotals(
      await file(
        'totals.txt',
        RIGHT.replace('D-1,,60000.00,84000.00,700.00', 'D-1,,,,700.01').replace('70.00', '69.00'),
      ),
    )),
    ...parseTotals(['funded=60000.00,collected=1400.00']),
    { of: 'deal' as const, id: 'D-9', figure: 'rtr' as const, expected: 100n },
  ];
  for (const isDryRun of [true, false]) {
    const report = await run(desk.folder.path, { totals, isDryRun });
    expect(report.applied).toBe('nothing');
    expect(differencesOf(report)).toEqual([
      'book  collected 1400.00 700.00',
      'deal D-1 collected 700.01 700.00',
      'syndicate SYN-1 collected 69.00 70.00',
      'deal D-9 rtr 1.00 none',
    ]);
  }
  expect(await book()).toEqual(before);
});

test('IMPORT-03 totals that cannot be read are told with their place', async () => {
  expect(() => parseTotals(['funded=ten'])).toThrow(TotalsError);
  expect(() => parseTotals(['funds=1.00'])).toThrow(TotalsError);
  await expect(readTotals('/nowhere.csv')).rejects.toThrow(TotalsError);
  await expect(readTotals(await file('t.txt', 'deal,collected\nD-1,$5\n'))).rejects.toThrow(
    'line 2: collected is not an amount such as 1250.00',
  );
  await expect(readTotals(await file('t.txt', 'deal,syndicate,rtr\nD-1,SYN-1,5\n'))).rejects.toThrow(
    'it is of one of them',
  );
  await expect(readTotals(await file('t.json', '{"deals":{"D-1":{"paid":"5"}}}'))).rejects.toThrow(
    'deals.D-1',
  );
  const empty = {
    't.txt': 'deal,collected\nD-1,\n',
    'u.txt': 'funded\n',
    't.json': '{}',
    'u.json': '{"deals":{}}',
  };
  for (const [name, text] of Object.entries(empty))
    await expect(readTotals(await file(name, text)), name).rejects.toThrow('holds no figure to compare with');
});
