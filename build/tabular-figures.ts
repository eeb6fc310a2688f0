import PDFDocument from 'pdfkit';

/** The rules that a font has for its characters beside each other. */
const RULES = ['GDEF', 'GPOS', 'GSUB'];

interface Glyphs {
  layout(text: string, features: string[]): { glyphs: { id: number }[] };
}

/**
 * A TrueType font that draws its figures at one width without being asked to, and has no rules for characters beside each other:
 * the table of its characters points to the figures of one width.
 */
export function withTabularFigures(font: Buffer, characters: readonly string[]): Buffer {
  const document = new PDFDocument();
  document.registerFont('font', font);
  const { font: glyphs } = (document.font('font') as unknown as { _font: { font: Glyphs } })._font;
  const ids = characters.map((character) => ({
    code: character.codePointAt(0) ?? 0,
    glyph: glyphs.layout(character, ['tnum']).glyphs[0]?.id ?? 0,
  }));
  const tables = tablesOf(font).filter(({ tag }) => !RULES.includes(tag));
  return fontOf(
    tables.map((table) => (table.tag === 'cmap' ? { tag: 'cmap', bytes: characterMap(ids) } : table)),
  );
}

interface Table {
  tag: string;
  bytes: Buffer;
}

function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16;
    const offset = font.readUInt32BE(entry + 8);
    return {
      tag: font.toString('latin1', entry, entry + 4),
      bytes: font.subarray(offset, offset + font.readUInt32BE(entry + 12)),
    };
  });
}

/** A cmap with one subtable of format 12, in which each character is a group of its own. */
function characterMap(ids: readonly { code: number; glyph: number }[]): Buffer {
  const groups = ids.toSorted((one, other) => one.code - other.code);
  const bytes = Buffer.alloc(12 + 16 + groups.length * 12);
  bytes.writeUInt16BE(1, 2);
  bytes.writeUInt16BE(3, 4);
  bytes.writeUInt16BE(10, 6);
  bytes.writeUInt32BE(12, 8);
  bytes.writeUInt16BE(12, 12);
  bytes.writeUInt32BE(bytes.length - 12, 16);
  bytes.writeUInt32BE(groups.length, 24);
  for (const [index, { code, glyph }] of groups.entries()) {
    bytes.writeUInt32BE(code, 28 + index * 12);
    bytes.writeUInt32BE(code, 32 + index * 12);
    bytes.writeUInt32BE(glyph, 36 + index * 12);
  }
  return bytes;
}

function fontOf(tables: readonly Table[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(tables.length * 16 - power * 16, 10);
  const parts = [head];
  let offset = head.length;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    const entry = 12 + index * 16;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(sumOf(padded), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
