import { Readable } from 'node:stream';
import openReader from '@ach/ach';
import { expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { writeReturnFile } from '../testing/return-files.ts';
import { writeNachaFile } from './nacha-file.ts';
import { parseReturnFile } from './parse-return-file.ts';

interface ReadByIt {
  file: { footer: Record<string, unknown> };
  batches: {
    companyId: string;
    entryClassCode: string;
    footer: Record<string, unknown>;
    entries: Record<string, unknown>[];
  }[];
}

/** Reads a file with a parser of others, which shares nothing with what this repository writes and reads. */
async function readElsewhere(text: string): Promise<ReadByIt> {
  const parser = Readable.from([text.replaceAll('\r', '')], { objectMode: false }).pipe(
    openReader().getParser('ach'),
  );
  for await (const read of parser) return read as ReadByIt;
  throw new Error('It has read nothing.');
}

test('RUN-09 a parser of others reads our file as we wrote it', async () => {
  const entry = { accountType: 'checking', holderName: 'Allegheny' } as const;
  const { text } = writeNachaFile({
    originator: {
      ...{ odfiRouting: '021000021', bankName: 'Hudson Trust', immediateOrigin: '1234567890' },
      ...{ companyId: '1987654321', companyName: 'Harbor Capital', offsetAccount: null },
    },
    ...{ effectiveDate: calendarDate('2026-11-20'), madeOn: calendarDate('2026-11-19') },
    ...{ madeAtMinute: 545, fileIdModifier: 'A', firstSequence: 1 },
    entries: [
      {
        ...{ ...entry, routingNumber: '021000021', accountNumber: '1000007890' },
        ...{ holderKind: 'business', individualId: 'S12', amount: 96_00n },
      },
      {
        ...{ ...entry, routingNumber: '011401533', accountNumber: '1000107890' },
        ...{ holderKind: 'person', individualId: 'S13', amount: 123_45n },
      },
    ],
  });
  const { file, batches } = await readElsewhere(text);
  expect(file.footer).toMatchObject({
    batchCount: 2,
    entryAndAddendaCount: 2,
    totalDebit: 0,
    totalCredit: 21945,
  });
  expect(batches).toMatchObject([
    {
      ...{ companyId: '1987654321', entryClassCode: 'CCD', footer: { totalCredit: 9600 } },
      entries: [
        { transactionCode: '22', dfiAccount: '1000007890', amount: 9600, identificationNumber: 'S12' },
      ],
    },
    {
      ...{ companyId: '1987654321', entryClassCode: 'PPD', footer: { totalCredit: 12345 } },
      entries: [
        { transactionCode: '22', dfiAccount: '1000107890', amount: 12345, identificationNumber: 'S13' },
      ],
    },
  ]);
});

test('RUN-26 a parser of others finds in a return file what ours finds', async () => {
  const text = writeReturnFile([
    { code: 'R03', trace: '021000020000001', amount: 96_00n, id: 'S12' },
    { code: 'R02', trace: '021000020000002', amount: 123_45n, id: 'S13', class: 'PPD', transaction: '31' },
  ]);
  const { batches } = await readElsewhere(text);
  const theirs = batches.flatMap(({ companyId, entryClassCode, entries }) =>
    entries.map(({ amount, identificationNumber, addenda }) => {
      const { type, info } = addenda as { type: string; info: string };
      const [code, traceNumber] = [info.slice(0, 3), info.slice(3, 18)];
      return {
        companyId,
        entryClass: entryClassCode,
        amount,
        individualId: identificationNumber,
        type,
        code,
        traceNumber,
      };
    }),
  );
  const ours = parseReturnFile(text).entries.map(
    ({ companyId, entryClass, amount, individualId, code, traceNumber }) => ({
      ...{ companyId, entryClass, amount: Number(amount), individualId, type: '99', code, traceNumber },
    }),
  );
  expect(theirs).toEqual(ours);
});
