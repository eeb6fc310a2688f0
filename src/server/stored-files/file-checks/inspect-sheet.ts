import { fileTypeFromBuffer } from 'file-type';
import type { VirusScanner } from '../../platform/integrations/virus-scan.ts';
import { type FileVerdict, inspectFile } from './inspect-file.ts';

/** Decides whether to keep a spreadsheet: an Excel file like any other upload, and text that is nothing else by its bytes. */
export async function inspectSheet(
  bytes: Buffer,
  name: string,
  virusScanner: Pick<VirusScanner, 'scan'>,
): Promise<FileVerdict> {
  if (/\.xlsx$/i.test(name)) return inspectFile(bytes, name, virusScanner);
  const scan = await virusScanner.scan(bytes);
  if (!scan.clean) return { isFit: false, refusal: 'infected' };
  if (!/\.(csv|txt|tsv)$/i.test(name)) return { isFit: false, refusal: 'type_not_allowed' };
  if ((await fileTypeFromBuffer(bytes)) || bytes.includes(0))
    return { isFit: false, refusal: 'name_does_not_fit' };
  return { isFit: true, name, contentType: 'text/csv', bytes };
}
