import { expect, test } from 'vitest';
import { findEncoding, toUtf8 } from './encoding.ts';
import { UnreadableError } from './problem.ts';
import { readCsv } from './read-csv.ts';

const COLUMNS = { required: ['external_id', 'name'], optional: ['dba'] };

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The rows as line, external id and name; in pieces of every length, because a line break may be cut in two. */
async function read(content: string | Buffer): Promise<string[]> {
  const bytes = Buffer.from(content as string);
  const read = async (size: number) => {
    const rows: string[] = [];
    const { encoding } = await findEncoding(inPieces(bytes, size));
    for await (const record of readCsv(toUtf8(inPieces(bytes, size), encoding), COLUMNS))
      rows.push(
        'cells' in record
          ? `${record.line} ${record.cells['external_id']} ${record.cells['name']}`
          : JSON.stringify(record),
      );
    return rows;
  };
  const rows = await read(bytes.length);
  for (const size of [1, 2, 3, 7]) expect(await read(size)).toEqual(rows);
  return rows;
}

test('IMPORT-04 commas, semicolons, tabs and bars are told apart by the columns that the header names', async () => {
  for (const delimiter of [',', ';', '\t', '|'])
    expect(
      await read(`external_id${delimiter} name ${delimiter}dba\nC-1${delimiter}A${delimiter}\n`),
    ).toEqual(['2 C-1 A']);
  expect(await read('\uFEFF"external_id";"name"\nC-1;"A, B; C"\n')).toEqual(['2 C-1 A, B; C']);
  expect(await read('external_id,name\nC-1,A;B;C\n')).toEqual(['2 C-1 A;B;C']);
});

test('IMPORT-04 lines may end in any way, and in several ways', async () => {
  const rows = ['2 C-1 A', '3 C-2 B'];
  expect(await read('external_id,name\r\nC-1,A\nC-2,B\n')).toEqual(rows);
  expect(await read('external_id,name\nC-1,A\r\nC-2,B\r\n')).toEqual(rows);
  expect(await read('external_id,name\rC-1,A\rC-2,B')).toEqual(rows);
  expect(await read('external_id,name\nC-1,"A\r\nB"\r\nC-2,B\n')).toEqual(['2 C-1 A\r\nB', '4 C-2 B']);
});

test('IMPORT-04 UTF-8, UTF-16 and Windows-1252 are recognized', async () => {
  const text = 'external_id,name\nC-1,Café\n';
  const swapped = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    swapped,
    Buffer.from(text, 'latin1'),
  ])
    expect(await read(bytes)).toEqual(['2 C-1 Café']);
  const quoted = Buffer.concat([
    Buffer.from('external_id,name\nC-1,Rosario'),
    Buffer.from([0x92]),
    Buffer.from('s\n'),
  ]);
  expect(await read(quoted)).toEqual(['2 C-1 Rosario’s']);
  expect(await findEncoding(inPieces(quoted, 5))).toEqual({ encoding: 'windows-1252', line: 2 });
});

test('IMPORT-04 a file that is neither is not guessed at', async () => {
  const mixed = Buffer.concat([
    Buffer.from('external_id,name\nC-1,Café\n'),
    Buffer.from('C-2,Caf\xe9\n', 'latin1'),
  ]);
  const cases = [
    [mixed, 'is not UTF-8, as other lines are; save the file with that encoding'],
    [
      Buffer.from('external_id,name\nC-1,A\nC-2,\x81\n', 'latin1'),
      'is not UTF-8; save the file with that encoding',
    ],
  ] as const;
  for (const [bytes, reason] of cases)
    await expect(read(bytes)).rejects.toMatchObject({ problems: [{ line: 3, reason }] });
});

test('IMPORT-04 a line that does not end is judged at once, however long it is', async () => {
  const begun = performance.now();
  const rows = readCsv(inPieces(Buffer.alloc(900_000, 'a'), 100_000), COLUMNS);
  await expect(rows.next()).rejects.toBeInstanceOf(UnreadableError);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('IMPORT-04 a header of a hundred thousand columns is refused at once', async () => {
  const header = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',');
  const begun = performance.now();
  await expect(readCsv(inPieces(Buffer.from(`${header}\n`), 100_000), COLUMNS).next()).rejects.toBeInstanceOf(
    UnreadableError,
  );
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('IMPORT-04 an unusable header is told in one sentence', async () => {
  const problems = async (header: string) =>
    read(`${header}\nC-1,A\n`).then(
      () => [],
      (error: unknown) =>
        error instanceof UnreadableError ? error.problems.map(({ reason }) => reason) : [error],
    );
  expect(await problems('Deal ID,Merchant')).toEqual([
    'the first line names no column of the file: it has Deal ID, Merchant; the columns are external_id, name, dba',
  ]);
  expect(await problems('dba')).toEqual(['the header has no external_id, name']);
  expect(await problems('external_id,name,name,nmae,x')).toEqual([
    'the header has name twice',
    'the header has unknown columns, nmae, x; the columns are external_id, name, dba',
  ]);
});
