import { inflateSync } from 'node:zlib';

/** The lines of text of a PDF in their order: one string for each time that text is shown. */
export function textOfPdf(pdf: Buffer): string[] {
  const lines: string[] = [];
  const fonts = embeddedFontsOf(pdf);
  for (const content of streamsOf(pdf)) {
    let font = '';
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\]\s*TJ/gs)) {
      if (shown === undefined) font = name ?? '';
      else lines.push(decoded(shown, fonts.get(font)));
    }
  }
  return lines;
}

/** For each embedded font by its name on the pages, the character of each of its glyphs. */
function embeddedFontsOf(pdf: Buffer): Map<string, string[]> {
  const raw = pdf.toString('latin1');
  const objectAt = (number: string) => raw.indexOf(`\n${number} 0 obj\n`);
  const fonts = new Map<string, string[]>();
  for (const [, name = '', font = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const begin = objectAt(font);
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(raw.slice(begin, raw.indexOf('endobj', begin))) ?? [];
    if (map === undefined) continue;
    const [content = ''] = streamsOf(pdf.subarray(objectAt(map)));
    const lists = [...content.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[(.*?)\]/gis)];
    fonts.set(
      name,
      lists.flatMap(([, list = '']) =>
        [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
          Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
        ),
      ),
    );
  }
  return fonts;
}

/** How often an element of that kind is in the structure that screen readers follow. */
export const countOfElements = (pdf: Buffer, kind: string): number =>
  [...pdf.toString('latin1').matchAll(new RegExp(`/S /${kind}\\b`, 'g'))].length;

export const pageCountOf = (pdf: Buffer): number =>
  [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length;

function* streamsOf(pdf: Buffer): Generator<string> {
  let at = 0;
  for (;;) {
    const begin = pdf.indexOf('stream\n', at, 'latin1');
    if (begin < 0) return;
    const end = pdf.indexOf('\nendstream', begin, 'latin1');
    const bytes = pdf.subarray(begin + 'stream\n'.length, end);
    // What describes the file is not compressed; what is on the page is.
    if (bytes[0] === 0x78) yield inflateSync(bytes).toString('latin1');
    at = end + '\nendstream'.length;
  }
}

const WINDOWS = new TextDecoder('windows-1252');

/** The standard fonts write characters, and embedded ones the numbers of their glyphs. */
const decoded = (shown: string, glyphs: readonly string[] | undefined): string =>
  [...shown.matchAll(/<([0-9a-f]*)>/gi)]
    .map(([, hex = '']) =>
      glyphs
        ? (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs[Number.parseInt(glyph, 16)] ?? '').join('')
        : WINDOWS.decode(Buffer.from(hex, 'hex')),
    )
    .join('');
