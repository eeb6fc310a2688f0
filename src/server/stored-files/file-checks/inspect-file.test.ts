import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import {
  EICAR,
  lyingZipBomb,
  officeFile,
  oldOfficeFile,
  pdf,
  photo,
  plainZip,
  svg,
  zipBomb,
} from '../../testing/sample-files.ts';
import { testServices } from '../../testing/services.ts';
import { inspectApart } from '../inspect-apart.ts';

const { virusScanner } = testServices();
const inspect = (bytes: Buffer, name: string) =>
  inspectApart(bytes, { name, takes: 'documents' }, virusScanner);

const kept = async (bytes: Buffer, name: string) => {
  const verdict = await inspect(bytes, name);
  return verdict.isFit ? { name: verdict.name, contentType: verdict.contentType } : verdict.refusal;
};

const OFFICE = 'application/vnd.openxmlformats-officedocument';

describe('what may be sent along with an acceptance', () => {
  test('OFFER-03 documents as they come, by what they are and not by what is said of them', async () => {
    expect(await kept(pdf(), 'a.pdf')).toEqual({ name: 'a.pdf', contentType: 'application/pdf' });
    expect(await kept(await officeFile('word'), 'A.DOCX')).toMatchObject({
      contentType: `${OFFICE}.wordprocessingml.document`,
    });
    expect(await kept(await officeFile('excel'), 'a.xlsx')).toMatchObject({
      contentType: `${OFFICE}.spreadsheetml.sheet`,
    });
    expect(await kept(oldOfficeFile('WordDocument'), 'a.doc')).toMatchObject({
      contentType: 'application/msword',
    });
    expect(await kept(oldOfficeFile('Workbook'), 'a.xls')).toMatchObject({
      contentType: 'application/vnd.ms-excel',
    });
  });

  test('OFFER-03 a spreadsheet that was written as a stream, with the sizes of its parts behind them', async () => {
    const columns = [{ header: 'Merchant', kind: 'text', width: 30 }] as const;
    const rows = [Array.from({ length: 20_000 }, (_, index) => ({ cells: [`Merchant ${index}`] }))];
    const bytes = await buffer(workbookStream([{ name: 'Deals', columns, rows }]));
    expect(await kept(bytes, 'deals.xlsx')).toMatchObject({ contentType: `${OFFICE}.spreadsheetml.sheet` });
  });

  test('OFFER-03 pictures are drawn anew, upright, without what they told of the photographer', async () => {
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const verdict = await inspect(await photo(format), `photo.${format}`);
      if (!verdict.isFit) throw new Error(verdict.refusal);
      expect(verdict.contentType).toBe(`image/${format}`);
      const { exif, width, height, ...seen } = await sharp(verdict.bytes).metadata();
      expect({ exif, width, height, format: seen.format }).toEqual({
        exif: undefined,
        width: 64,
        height: 32,
        format,
      });
    }
    const sideways = await sharp(await photo('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const verdict = await inspect(sideways, 'sideways.jpg');
    expect(verdict.isFit && (await sharp(verdict.bytes).metadata())).toMatchObject({ width: 32, height: 64 });
    // A picture with the wrong extension is renamed.
    expect(await kept(await photo('png'), 'photo.jpg')).toEqual({
      name: 'photo.png',
      contentType: 'image/png',
    });
  });

  test('OFFER-03 UPLOAD-06 the largest photograph that is taken fits into the memory of its reader, turned and progressive', async () => {
    const pixels = { width: 8_000, height: 8_000, channels: 3 as const, background: '#777777' };
    const photograph = await sharp({
      create: { ...pixels, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 15, progressive: true })
      .toBuffer();
    expect(await kept(photograph, 'large.jpg')).toEqual({ name: 'large.jpg', contentType: 'image/jpeg' });
  });

  test('OFFER-03 a picture that is also something else is only a picture afterwards', async () => {
    for (const tail of [
      await plainZip(),
      Buffer.from('<script>alert(1)</script>'),
      Buffer.from('<?php evil() ?>'),
    ]) {
      const verdict = await inspect(Buffer.concat([await photo('gif'), tail]), 'a.gif');
      expect(verdict.isFit && verdict.bytes.includes(tail.subarray(0, 8))).toBe(false);
    }
  });

  test('OFFER-03 a virus is found, in a file of whatever name', async () => {
    const stream = `<< /Length ${EICAR.length} >>\nstream\n${EICAR.toString('latin1')}\nendstream`;
    expect(await kept(pdf('', stream), 'contract.pdf')).toBe('infected');
    expect(await kept(await officeFile('word', { 'word/media/a.png': EICAR }), 'a.docx')).toBe('infected');
  });

  test('OFFER-03 security rule: a virus is found behind 60 MB of a part of a spreadsheet', async () => {
    // Some of it is random, so that it is no zip bomb.
    const rows = Array.from({ length: 60 }, () =>
      randomBytes(10_000)
        .toString('hex')
        .padEnd(1024 ** 2),
    );
    const sheet = Buffer.from(`<worksheet>${rows.join('')}${EICAR}</worksheet>`);
    expect(await kept(await officeFile('excel', { 'xl/worksheets/sheet1.xml': sheet }), 'a.xlsx')).toBe(
      'infected',
    );
  });

  test.each<[string, Buffer | Promise<Buffer>, string, string]>([
    ['an SVG', svg, 'a.svg', 'type_not_allowed'],
    ['an SVG by the name of a picture', svg, 'a.png', 'type_not_allowed'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.pdf', 'type_not_allowed'],
    ['an archive', plainZip(), 'a.zip', 'type_not_allowed'],
    ['an archive by the name of a document', plainZip(), 'a.docx', 'type_not_allowed'],
    ['a program', Buffer.from(`MZ${'\0'.repeat(200)}`), 'a.pdf', 'type_not_allowed'],
    ['text', Buffer.from('hello'), 'a.doc', 'type_not_allowed'],
    ['a PDF by another name', pdf(), 'a.html', 'name_does_not_fit'],
    ['an installer by the name of a document', oldOfficeFile('MsiTable'), 'a.doc', 'name_does_not_fit'],
    [
      'a PDF with an archive behind it',
      plainZip().then((zip) => Buffer.concat([pdf(), zip])),
      'a.pdf',
      'more_than_one_kind',
    ],
    [
      'a PDF with an archive within',
      plainZip().then((zip) => Buffer.concat([pdf(), zip, Buffer.from('\n%%EOF\n')])),
      'a.pdf',
      'more_than_one_kind',
    ],
    [
      'a PDF that is also a page',
      Buffer.concat([Buffer.from('%PDF-1.4\n<html><script>alert(1)</script>'), pdf()]),
      'a.pdf',
      'more_than_one_kind',
    ],
    [
      'a PDF with a page behind it',
      Buffer.concat([pdf(`/Pad (${'x'.repeat(2048)})`), Buffer.from('<script>alert(1)</script>')]),
      'a.pdf',
      'more_than_one_kind',
    ],
    [
      'a PDF that starts a program',
      pdf('/OpenAction << /S /Launch /F (cmd.exe) >>'),
      'a.pdf',
      'has_active_content',
    ],
    [
      'a PDF with another file in it, its name disguised',
      pdf('/Names << /Embedded#46iles 3 0 R >>', '<< /Names [] >>'),
      'a.pdf',
      'has_active_content',
    ],
    ['half a PDF', pdf().subarray(0, 60), 'a.pdf', 'unreadable'],
    [
      'a document with macros',
      officeFile('word', { 'word/vbaProject.bin': Buffer.from('x') }),
      'a.docx',
      'has_active_content',
    ],
    [
      'an older document with macros',
      oldOfficeFile('WordDocument', '_VBA_PROJECT'),
      'a.doc',
      'has_active_content',
    ],
    [
      'a document with an archive in it',
      officeFile('excel', { 'xl/more.zip': Buffer.from('x') }),
      'a.xlsx',
      'has_active_content',
    ],
    [
      'a document behind a page',
      officeFile('word').then((word) => Buffer.concat([word, Buffer.from('<script>')])),
      'a.docx',
      'more_than_one_kind',
    ],
    ['a zip bomb', zipBomb(), 'a.docx', 'unpacks_too_large'],
    ['a zip bomb that lies about its size', lyingZipBomb(), 'a.docx', 'unpacks_too_large'],
    ['a locked document', oldOfficeFile('EncryptedPackage'), 'a.doc', 'unreadable'],
    [
      'half a picture',
      photo('png', 300, 300).then((bytes) => bytes.subarray(0, bytes.length / 2)),
      'a.png',
      'unreadable',
    ],
  ])('OFFER-03 %s is refused', async (_what, bytes, name, refusal) => {
    expect(await kept(await bytes, name)).toBe(refusal);
  });

  test('OFFER-03 a picture of more pixels than memory should hold is refused before it is drawn', async () => {
    const bytes = await photo('png', 100, 100);
    // The header states another size, and its checksum no longer matches.
    bytes.writeUInt32BE(16_000, 16);
    bytes.writeUInt32BE(4_100, 20);
    expect(await kept(bytes, 'a.png')).toMatch(/picture_too_large|unreadable/);
    // Now the checksum matches. Scanning a picture of this size takes a quarter of a minute.
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 16_000, height: 4_100 });
    expect(await kept(bytes, 'wide.png')).toBe('picture_too_large');
  });
});
