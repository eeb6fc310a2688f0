import { UnfitFile } from './verdict.ts';

/** The number of bytes that browsers and mail programs read to decide what a file is. */
const SNIFFED_BYTES = 1024;
const LONGEST_ZIP_END = 22 + 65_535;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const MARKUP = /<(!doctype|html|head|body|script|svg|iframe|img|a|meta|title|table|style|\?xml|\?php)\b/i;
/** Embedded files and commands that start programs. Scripts of form fields are left to the PDF reader's own protection. */
const ACTIVE = /\/(EmbeddedFiles?|Launch|RichMedia)\b/;

/** Requires a file that is a PDF from its first byte to its last and that no other format could claim. */
export function requirePlainPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-')) throw new UnfitFile('more_than_one_kind');
  const end = text.lastIndexOf('%%EOF');
  if (end < 0) throw new UnfitFile('unreadable');
  if (!/^[\s\0]*$/.test(text.slice(end + 5))) throw new UnfitFile('more_than_one_kind');
  if (MARKUP.test(text.slice(0, SNIFFED_BYTES))) throw new UnfitFile('more_than_one_kind');
  // A zip file is read from its end, so one can hide before the PDF's last line.
  if (bytes.subarray(-LONGEST_ZIP_END).includes(ZIP_END)) throw new UnfitFile('more_than_one_kind');
  if (ACTIVE.test(withPlainNames(text))) throw new UnfitFile('has_active_content');
}

/** A name in a PDF may have its letters written as #hex. */
const withPlainNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
