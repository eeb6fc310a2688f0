import { requireCalmObjects } from './pdf-actions.ts';
import { readPdfObjects } from './pdf-objects.ts';
import { UnfitFile } from './verdict.ts';

/** The number of bytes that browsers and mail programs read to decide what a file is. */
const SNIFFED_BYTES = 1024;
const LONGEST_ZIP_END = 22 + 65_535;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const MARKUP = /<(!doctype|html|head|body|script|svg|iframe|img|a|meta|title|table|style|\?xml|\?php)\b/i;

/**
 * Requires a file that is a PDF from its first byte to its last, that no other format could claim, and that does nothing by itself. It is
 * kept as it came: a statement that was written anew would no longer show whether somebody has edited it.
 */
export async function requirePlainPdf(bytes: Buffer, path: string): Promise<void> {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-')) throw new UnfitFile('more_than_one_kind');
  const end = text.lastIndexOf('%%EOF');
  if (end < 0) throw new UnfitFile('unreadable');
  if (!/^[\s\0]*$/.test(text.slice(end + 5))) throw new UnfitFile('more_than_one_kind');
  if (MARKUP.test(text.slice(0, SNIFFED_BYTES))) throw new UnfitFile('more_than_one_kind');
  // A zip file is read from its end, so one can hide before the PDF's last line.
  if (bytes.subarray(-LONGEST_ZIP_END).includes(ZIP_END)) throw new UnfitFile('more_than_one_kind');
  requireCalmObjects(await readPdfObjects(path));
}
