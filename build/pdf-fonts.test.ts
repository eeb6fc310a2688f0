import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makePdfFont, PDF_FONTS } from './pdf-fonts.ts';

test.each(PDF_FONTS)(
  'the font of PDFs is what the build command makes of the installed typeface: $weight',
  async ({ file, weight }) => {
    expect((await readFile(file)).equals(await makePdfFont(weight)), 'npm run generate font').toBe(true);
  },
);
