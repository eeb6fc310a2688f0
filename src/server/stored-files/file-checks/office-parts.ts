import { UnfitFile } from './verdict.ts';

/** What each part of a .docx or .xlsx may be, by its name. A part of any other name does not belong in a document. */
const KINDS = {
  relationships: /^(.+\/)?_rels\/[^/]*\.rels$/i,
  types: /^\[Content_Types\]\.xml$/i,
  text: /^(word|xl|docProps|docMetadata|customXml|_xmlsignatures)\/.+\.(xml|vml)$/i,
  picture: /^((word|xl)\/media\/[^/]+|docProps\/thumbnail)\.(png|jpe?g|gif|bmp|tiff?|emf|wmf|wdp)$/i,
  // An embedded font, the settings of a printer, the mark of a signature.
  plain:
    /^((word|xl)\/fonts\/[^/]+\.odttf|(word|xl)\/printerSettings\/[^/]+\.bin|_xmlsignatures\/[^/]+\.sigs)$/i,
  book: /^(word|xl)\/embeddings\/[^/]+\.xlsx$/i,
} as const;

export type PartKind = keyof typeof KINDS;

/** Controls, sheets of macros, and connections through which data is loaded when the file is opened. */
const NEVER = /(^|\/)(activeX|macrosheets|dialogsheets|customUI)\/|^xl\/connections\.xml$/i;
const UNUSUAL_SEGMENT = /(^|\/)(\.{0,2})(\/|$)|[\\\p{Cc}]/u;

export function kindOfPart(name: string): PartKind {
  if (NEVER.test(name) || UNUSUAL_SEGMENT.test(name)) throw new UnfitFile('has_active_content');
  const found = Object.entries(KINDS).find(([, pattern]) => pattern.test(name));
  if (!found) throw new UnfitFile('has_active_content');
  return found[0] as PartKind;
}

const signs = (...hex: string[]) => hex.map((sign) => Buffer.from(sign, 'hex'));
/** The first bytes of OLE objects, archives (zip, rar, 7z, gzip) and programs (Windows, Linux), and of a script. */
const FOREIGN = signs('d0cf11e0', '504b', '526172', '377abcaf', '1f8b', '4d5a', '7f454c46', '2321');
const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex');
const FIRST_BYTES_OF_TEXT = /^\s*</;

/** The bytes decide, whatever a part is called. */
export function requireContentOf(kind: PartKind, first: Buffer): void {
  if (FOREIGN.some((sign) => first.subarray(0, sign.length).equals(sign)))
    throw new UnfitFile('has_active_content');
  if (kind !== 'text') return;
  const isMarked = first.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const text = isMarked ? first.subarray(BYTE_ORDER_MARK.length) : first;
  const isWide = signs('fffe', 'feff').some((mark) => text.subarray(0, 2).equals(mark));
  if (!isWide && text.length > 0 && !FIRST_BYTES_OF_TEXT.test(text.toString('latin1')))
    throw new UnfitFile('has_active_content');
}

/** Types of parts that are programs. The list of types says what a part is, whatever its name. */
const ACTIVE_TYPES =
  /macroEnabled|vbaProject|activeX|oleObject|macrosheet|intlmacrosheet|dialogsheet|ms-office\.classificationlabels\+bin/i;

export function requireTypes(text: string): void {
  if (ACTIVE_TYPES.test(text)) throw new UnfitFile('has_active_content');
}
