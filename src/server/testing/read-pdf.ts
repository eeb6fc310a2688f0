import { inflateSync } from 'node:zlib';

/** The lines of text of a PDF in their order, as far as its standard fonts write them: one string for each time that text is shown. */
export function textOfPdf(pdf: Buffer): string[] {
  const lines: string[] = [];
  for (const content of streamsOf(pdf))
    for (const [, shown = ''] of content.matchAll(/\[(.*?)\]\s*TJ/gs)) lines.push(decoded(shown));
  return lines;
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

const decoded = (shown: string): string =>
  [...shown.matchAll(/<([0-9a-f]*)>/gi)]
    .map(([, hex = '']) => WINDOWS.decode(Buffer.from(hex, 'hex')))
    .join('');
