import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** Sample files, both acceptable and malicious ones. */

// Written in parts, because a scanner that reads this repository would report the whole string as a virus.
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join(''),
);

/** A PDF of the given objects, the first of which is its root, with the table that lists them. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${end}`, 'latin1');
}

export const pdf = (inside = '', ...more: string[]): Buffer =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R ${inside} >>`, '<< /Type /Pages /Kids [] /Count 0 >>', ...more]);

/** It is a document like any other, but for what stands on a page. */
export const INFECTED_PDF = pdf(
  '',
  `<< /Length ${EICAR.length} >>\nstream\n${EICAR.toString('latin1')}\nendstream`,
);

export const photo = (format: 'jpeg' | 'png' | 'gif', width = 64, height = 32): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b5d' } })
    .withExif({ IFD0: { Copyright: 'Where it was taken' } })
    .toFormat(format)
    .toBuffer();

const TYPES = {
  word: [
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ],
  excel: ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
} as const;

/** Makes a .docx or .xlsx, with additional parts if given. */
export async function officeFile(
  kind: keyof typeof TYPES,
  parts: Readonly<Record<string, Buffer>> = {},
  moreTypes = '',
): Promise<Buffer> {
  const [mainPart, type] = TYPES[kind];
  const zip = new ZipFile();
  zip.addBuffer(
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${mainPart}" ContentType="${type}"/>${moreTypes}</Types>`,
    ),
    '[Content_Types].xml',
  );
  zip.addBuffer(Buffer.from('<?xml version="1.0"?><document>Hello</document>'), mainPart);
  for (const [name, content] of Object.entries(parts))
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Makes the container of .doc and .xls, as far as it is needed to tell what is inside. */
export const oldOfficeFile = (...streams: string[]): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    ...streams.map((name) => Buffer.from(`${name}\0`, 'utf16le')),
    Buffer.alloc(1024),
  ]);

export const zipBomb = () => officeFile('word', { 'word/media/bomb.xml': Buffer.alloc(64 * 1024 * 1024) });

/** Makes a zip file whose directory understates the unpacked size of a part. */
export async function lyingZipBomb(): Promise<Buffer> {
  const content = Buffer.alloc(32 * 1024 * 1024);
  const packed = deflateRawSync(content);
  const bytes = await officeFile('word', { 'word/big.xml': content });
  // The size is stored after the part, in its own header and in the directory, which is read first.
  const wrong = Buffer.alloc(4);
  wrong.writeUInt32LE(packed.length * 2);
  const right = Buffer.alloc(4);
  right.writeUInt32LE(content.length);
  for (let at = bytes.indexOf(right); at >= 0; at = bytes.indexOf(right, at + 4)) wrong.copy(bytes, at);
  return bytes;
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="1" height="1"/></svg>',
);

export async function plainZip(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('alert(1)'), 'program.js');
  zip.end();
  return buffer(zip.outputStream);
}
