import { describe, expect, test } from 'vitest';
import {
  chartWith,
  EXTERNAL,
  honestSpreadsheet,
  honestWordFile,
  relationship,
  relationships,
} from '../../testing/office-files.ts';
import { officeFile, oldOfficeFile, plainZip } from '../../testing/sample-files.ts';
import { inspectFile } from './inspect-file.ts';
import { requireRelationships } from './office-relationships.ts';

async function verdictOf(bytes: Buffer, name: string): Promise<string> {
  const verdict = await inspectFile({ bytes, path: '' }, name);
  return verdict.isFit ? 'fit' : verdict.refusal;
}

const OLE = oldOfficeFile('Workbook');
const EVIL = 'https://evil.example/a.dotm';
const related = (...inside: string[]) =>
  honestWordFile({ 'word/_rels/document.xml.rels': relationships(...inside) });
const withTemplate = (target: string, more?: string) =>
  honestWordFile({
    'word/_rels/settings.xml.rels': relationships(relationship('attachedTemplate', target, more)),
  });
const chartOf = async (book: Promise<Buffer>) => honestWordFile(chartWith(await book));
const withType = (type: string) =>
  officeFile(
    'word',
    { 'word/x.xml': Buffer.from('<x/>') },
    `<Override PartName="/word/x.xml" ContentType="${type}"/>`,
  );

describe('office files', () => {
  test('UPLOAD-02 honest documents and spreadsheets stay fit', async () => {
    expect(await verdictOf(await honestWordFile(), 'contract.docx')).toBe('fit');
    expect(await verdictOf(await honestSpreadsheet(), 'figures.xlsx')).toBe('fit');
    expect(await verdictOf(await chartOf(officeFile('excel')), 'chart.docx')).toBe('fit');
    expect(await verdictOf(await officeFile('word', { 'word/': Buffer.alloc(0) }), 'a.docx')).toBe('fit');
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['a template from elsewhere', () => withTemplate(EVIL, EXTERNAL)],
    ['such a template, its mode in other signs', () => withTemplate(EVIL, "TargetMode='&#69;xtern&#x61;l'")],
    ['such a template without a mode', () => withTemplate(EVIL)],
    ['a template of a file server', () => withTemplate('\\\\evil.example\\a.dotm')],
    ['a picture from elsewhere', () => related(relationship('image', 'http://evil.example/a.png', EXTERNAL))],
    ['a frame from elsewhere', () => related(relationship('frame', 'http://evil.example/', EXTERNAL))],
    ['an object from elsewhere', () => related(relationship('oleObject', 'http://evil.example/', EXTERNAL))],
    ['a link to a file server', () => related(relationship('hyperlink', 'file://evil.example/a', EXTERNAL))],
    ['a link that is a script', () => related(relationship('hyperlink', 'javascript:alert(1)', EXTERNAL))],
    ['another page as its text', () => related(relationship('aFChunk', 'x.xml'))],
    ['an object', () => honestWordFile({ 'word/embeddings/oleObject1.bin': OLE })],
    ['a workbook with macros', () => honestWordFile({ 'word/embeddings/Book1.xlsm': OLE })],
    [
      'a workbook that no chart has',
      async () => honestWordFile({ 'word/embeddings/a.xlsx': await officeFile('excel') }),
    ],
    [
      'a workbook that is an object, too',
      async () =>
        honestWordFile({
          ...chartWith(await officeFile('excel')),
          'word/_rels/document.xml.rels': relationships(
            relationship('package', 'embeddings/Microsoft_Excel_Worksheet.xlsx'),
          ),
        }),
    ],
    ['a chart of a workbook with macros', () => chartOf(officeFile('excel', { 'xl/vbaProject.bin': OLE }))],
    ['a chart of a chart', () => chartOf(honestSpreadsheet({ 'xl/embeddings/a.xlsx': 'x' }))],
    ['a chart of something else', () => chartOf(Promise.resolve(OLE))],
    ['an object named as a picture', () => honestWordFile({ 'word/media/image3.png': OLE })],
    ['an object named as a font', () => honestWordFile({ 'word/fonts/font2.odttf': OLE })],
    [
      'an object named as a printer',
      () => honestSpreadsheet({ 'xl/printerSettings/printerSettings2.bin': OLE }),
    ],
    ['an object named as text', () => honestWordFile({ 'word/header2.xml': OLE })],
    [
      'an archive named as a picture',
      async () => honestWordFile({ 'word/media/image3.png': await plainZip() }),
    ],
    ['a program named as a picture', () => honestWordFile({ 'word/media/image3.png': 'MZ program' })],
    ['macros under another name', () => withType('application/vnd.ms-office.vbaProject')],
    ['a kind with macros', () => withType('application/vnd.ms-word.document.macroEnabled.main+xml')],
    ['a control', () => honestWordFile({ 'word/activeX/activeX1.xml': '<ocx/>' })],
    ['a sheet of macros', () => honestSpreadsheet({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
    ['data from elsewhere', () => honestSpreadsheet({ 'xl/connections.xml': '<connections/>' })],
    ['a part that is no part', () => honestWordFile({ 'word/readme.txt': 'hello' })],
    ['a part in another place', () => honestWordFile({ 'evil/a.xml': '<x/>' })],
  ])('UPLOAD-02 security rule: an office file with %s is refused', async (_what, made) => {
    const bytes = await made();
    const name =
      bytes.includes('xl/workbook.xml') && !bytes.includes('word/document.xml') ? 'a.xlsx' : 'a.docx';
    expect(await verdictOf(bytes, name)).toBe('has_active_content');
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['with a document type', () => related('<!DOCTYPE a [<!ENTITY e "External">]>')],
    ['that end in the middle', () => related('<Relationship Id="rId1" Type="')],
    [
      'in another encoding',
      () =>
        honestWordFile({
          'word/_rels/document.xml.rels': Buffer.from(
            `\uFEFF${relationships(relationship('attachedTemplate', EVIL, EXTERNAL))}`,
            'utf16le',
          ),
        }),
    ],
    [
      'that name another encoding',
      () => honestWordFile({ 'word/_rels/document.xml.rels': relationships().replace('UTF-8', 'UTF-7') }),
    ],
  ])('UPLOAD-02 security rule: an office file with relationships %s is refused', async (_what, made) => {
    expect(await verdictOf(await made(), 'a.docx')).toBe('unreadable');
  });

  test('UPLOAD-02 security rule: what is an old office file by its bytes is one, whatever it is called', async () => {
    for (const name of ['a.docx', 'a.xlsx', 'a.pdf', 'a.png'])
      expect([name, await verdictOf(OLE, name)]).toEqual([name, 'name_does_not_fit']);
    for (const inside of ['_1234567890', 'MBD0018D4CE'])
      expect(await verdictOf(oldOfficeFile('Workbook', inside), 'a.xls')).toBe('has_active_content');
  });

  test('UPLOAD-02 security rule: a part whose two names differ, or that is there twice, is refused', async () => {
    const bytes = await honestWordFile();
    const first = bytes.indexOf('word/header1.xml');
    const renamed = Buffer.from(bytes);
    renamed.write('word/headerX.xml', first);
    expect(await verdictOf(renamed, 'a.docx')).toBe('more_than_one_kind');
    const twice = Buffer.from(
      (await honestWordFile({ 'word/header2.xml': '<hdr/>' }))
        .toString('latin1')
        .replaceAll('word/header2.xml', 'word/HEADER1.xml'),
      'latin1',
    );
    expect(await verdictOf(twice, 'a.docx')).toBe('more_than_one_kind');
  });
});

test('UPLOAD-02 a list of relationships with a word of sixty thousand letters is judged at once', async () => {
  const list = Buffer.from(relationships(`<Relationship ${'a'.repeat(60_000)}/>`));
  const begun = performance.now();
  expect(requireRelationships('word/_rels/document.xml.rels', list)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(500);
});
