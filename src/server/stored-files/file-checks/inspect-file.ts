import { fileTypeFromBuffer } from 'file-type';
import type { FileExtension, FileRefusal } from '../../../shared/domain/offer-files.ts';
import { requireOfficeArchive } from './office-archive.ts';
import { requireOldOfficeDocument } from './old-office.ts';
import { requirePlainPdf } from './pdf.ts';
import { redrawPicture } from './picture.ts';
import { requirePlainText } from './plain-text.ts';
import { UnfitFile } from './verdict.ts';

export type FileVerdict =
  | { isFit: true; name: string; contentType: string; bytes: Buffer }
  | { isFit: false; refusal: FileRefusal };

type Kept = Pick<Extract<FileVerdict, { isFit: true }>, 'name' | 'contentType' | 'bytes'>;
/** A file as it was uploaded. Programs of others read it from its path. */
interface Uploaded {
  bytes: Buffer;
  path: string;
}
type Check = (file: Uploaded, name: string) => Promise<Kept>;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const as =
  (
    extensions: readonly (FileExtension | 'csv' | 'txt')[],
    contentType: string,
    check: (bytes: Buffer, path: string) => void | Promise<void>,
  ): Check =>
  async ({ bytes, path }, name) => {
    if (!extensions.some((extension) => hasExtension(name, extension)))
      throw new UnfitFile('name_does_not_fit');
    await check(bytes, path);
    return { name, contentType, bytes };
  };

/** The database keeps no longer one. */
const MAX_NAME_LENGTH = 200;

const picture: Check = async ({ bytes }, name) => {
  const { format, bytes: redrawn } = await redrawPicture(bytes);
  // Phones often name a PNG .jpg. The picture is drawn again, so its name can be corrected.
  const isNamedSo = hasExtension(name, format) || (format === 'jpeg' && hasExtension(name, 'jpg'));
  const ownName = isNamedSo ? name : renamed(name, format === 'jpeg' ? 'jpg' : format);
  return { name: ownName, contentType: `image/${format}`, bytes: redrawn };
};

/** With the extension of what it is, and no longer than a name may be. */
const renamed = (name: string, extension: string): string =>
  `${name.replace(/\.[^.]*$/, '').slice(0, MAX_NAME_LENGTH - extension.length - 1)}.${extension}`;

/** The checks, by the type that the bytes show, whatever the name and the sender say. Other types are refused. */
const CHECKS: Readonly<Record<string, Check>> = {
  'application/pdf': as(['pdf'], 'application/pdf', requirePlainPdf),
  [WORD]: as(['docx'], WORD, (bytes) => requireOfficeArchive(bytes, 'word/document.xml')),
  [EXCEL]: as(['xlsx'], EXCEL, (bytes) => requireOfficeArchive(bytes, 'xl/workbook.xml')),
  'application/x-cfb': async (file, name) =>
    hasExtension(name, 'xls')
      ? as(['xls'], 'application/vnd.ms-excel', (b) => requireOldOfficeDocument(b, ['Workbook', 'Book']))(
          file,
          name,
        )
      : as(['doc'], 'application/msword', (b) => requireOldOfficeDocument(b, ['WordDocument']))(file, name),
  'image/jpeg': picture,
  'image/png': picture,
  'image/apng': picture,
  'image/gif': picture,
};

/** What spreadsheets are taken by: those of Excel, and text, which shows no type of its own. */
const SHEET_CHECKS: Readonly<Record<string, Check>> = {
  [EXCEL]: as(['xlsx'], EXCEL, (bytes) => requireOfficeArchive(bytes, 'xl/workbook.xml')),
  text: as(['csv', 'txt'], 'text/csv', requirePlainText),
};

const hasExtension = (name: string, extension: string) => name.toLowerCase().endsWith(`.${extension}`);

/** Decides by its structure whether an uploaded file is one that is kept. Whether a virus is in it, the scanner says afterwards. */
export async function inspectFile(
  file: Uploaded,
  name: string,
  takes: 'documents' | 'sheets' = 'documents',
): Promise<FileVerdict> {
  try {
    const type = await fileTypeFromBuffer(file.bytes);
    const check = takes === 'sheets' ? SHEET_CHECKS[type?.mime ?? 'text'] : type && CHECKS[type.mime];
    if (!check) throw new UnfitFile('type_not_allowed');
    return { isFit: true, ...(await check(file, name)) };
  } catch (error) {
    if (error instanceof UnfitFile) return { isFit: false, refusal: error.refusal };
    throw error;
  }
}
