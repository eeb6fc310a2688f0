import path from 'node:path';
import { inCharacters } from './font-characters.ts';
import type { PdfDocument } from './pdf-document.ts';

const FONTS = path.join(import.meta.dirname, 'fonts');
const FILES = {
  regular: path.join(FONTS, 'inter-regular.ttf'),
  semibold: path.join(FONTS, 'inter-semibold.ttf'),
} as const;

const SMALLEST = 5;

export const INK = '#14181d';
export const QUIET = '#55606b';

export interface Look {
  weight?: keyof typeof FILES;
  size?: number;
  color?: string;
  align?: 'left' | 'right';
}

interface Place {
  x: number;
  y: number;
  width: number;
}

/** Inter, as on the pages of the portal. */
export function registerInter(document: PdfDocument): void {
  for (const [weight, file] of Object.entries(FILES)) document.registerFont(weight, file);
}

// The printable part of Latin-1 and the marks that the font files were made with (build/pdf-fonts.ts).
const isInInter = (character: string): boolean => /[\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€−™Œœ]/.test(character);

export const inInter = (text: string): string => inCharacters(text, isInInter);

function setFont(document: PdfDocument, { weight = 'regular', size = 8 }: Look): PdfDocument {
  return document.font(weight).fontSize(size);
}

const SIZE_OF_MEASURE = 1000;
const known = new Map<string, number>();

/** The font has no rules for characters beside each other, so a text is as wide as its characters. */
export function widthOf(document: PdfDocument, text: string, { weight = 'regular', size = 8 }: Look): number {
  let sum = 0;
  for (const character of inInter(text)) {
    const name = `${weight}${character}`;
    let width = known.get(name);
    if (width === undefined) {
      width = document.font(weight).fontSize(SIZE_OF_MEASURE).widthOfString(character);
      known.set(name, width);
    }
    sum += width;
  }
  return (sum * size) / SIZE_OF_MEASURE;
}

/** One line, which ends with … where it would be wider than its place. */
export function putText(document: PdfDocument, text: string, place: Place, look: Look = {}): void {
  const shown = cut(document, inInter(text), place.width, look);
  const room = look.align === 'right' ? place.width - widthOf(document, shown, look) : 0;
  setFont(document, look)
    .fillColor(look.color ?? INK)
    .text(shown, place.x + room, place.y, { lineBreak: false });
}

/** An amount is never cut: it becomes smaller instead. */
export function putAmount(document: PdfDocument, text: string, place: Place, look: Look): void {
  const { size = 8 } = look;
  const natural = widthOf(document, text, look);
  const fitting = Math.max(SMALLEST, Math.min(size, (size * place.width) / natural));
  putText(document, text, { ...place, y: place.y + (size - fitting) * 0.6 }, { ...look, size: fitting });
}

function cut(document: PdfDocument, text: string, width: number, look: Look): string {
  // The tolerance keeps a text whole that was measured to fit exactly.
  const fits = (words: string) => widthOf(document, words, look) <= width + 0.01;
  if (fits(text)) return text;
  let [kept, tooMany] = [0, text.length];
  while (tooMany - kept > 1) {
    const middle = Math.floor((kept + tooMany) / 2);
    if (fits(`${text.slice(0, middle).trimEnd()}…`)) kept = middle;
    else tooMany = middle;
  }
  return `${text.slice(0, kept).trimEnd()}…`;
}

/** The words in lines of at most the given width; what the last one has no room for is cut. */
export function linesOf(
  document: PdfDocument,
  text: string,
  { width, most, ...look }: Look & { width: number; most: number },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of inInter(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || lines.length === most - 1 || widthOf(document, longer, look) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((each) => cut(document, each, width, look));
}
