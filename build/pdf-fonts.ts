import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { withTabularFigures } from './tabular-figures.ts';

const LATIN = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const FOLDER = path.resolve(import.meta.dirname, '../src/server/platform/pdf/fonts');

/** Latin-1 and the marks of English text. A PDF shows any other character without its accent, or as a question mark. */
const CHARACTERS: readonly string[] = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index)),
  ...'–—‘’“”•…€−™Œœ',
];

/** The weights of Inter that PDFs are set in. PDFs cannot hold a typeface of variable weight. */
export const PDF_FONTS = [
  { file: path.join(FOLDER, 'inter-regular.ttf'), weight: 400 },
  { file: path.join(FOLDER, 'inter-semibold.ttf'), weight: 600 },
] as const;

/** Without the rules for pairs of letters, which would take most of the time that a PDF takes to make. */
export async function makePdfFont(weight: number): Promise<Buffer> {
  const latin = await readFile(createRequire(import.meta.url).resolve(LATIN));
  const options = {
    targetFormat: 'truetype' as const,
    keepFeatures: ['tnum'],
    variationAxes: { wght: weight },
  };
  return withTabularFigures(await subsetFont(latin, CHARACTERS.join(''), options), CHARACTERS);
}
