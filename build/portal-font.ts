import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/** What the portal itself writes besides ASCII. A name may hold any character: the full files of the typeface have the others. */
const MARKS = '\u00a0·×÷–—‘’“”•…€−';

/**
 * The features that are in use: figures of one width, and what browsers turn on themselves. Without calt, a colon between digits
 * and a bracket beside capitals would be placed differently.
 */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];

/** The weights that the styles use. */
const WEIGHTS = { min: 400, max: 700 };

const LATIN = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

export const PORTAL_FONT = path.resolve(import.meta.dirname, '../src/web/app/fonts/inter-portal.woff2');

export const FONT_CHARACTERS: readonly string[] = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...MARKS,
];

/** The part of Inter that every page needs: the same drawings in two fifths of the bytes. */
export async function makePortalFont(): Promise<Buffer> {
  const latin = await readFile(createRequire(import.meta.url).resolve(LATIN));
  const options = {
    targetFormat: 'woff2' as const,
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  };
  return subsetFont(latin, FONT_CHARACTERS.join(''), options);
}
