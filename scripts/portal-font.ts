// Writes the part of the typeface that every page needs, and what PDFs are set in. npm run generate font
import { writeFile } from 'node:fs/promises';
import { makePdfFont, PDF_FONTS } from '../build/pdf-fonts.ts';
import { makePortalFont, PORTAL_FONT } from '../build/portal-font.ts';

await writeFile(PORTAL_FONT, await makePortalFont());
for (const { file, weight } of PDF_FONTS) await writeFile(file, await makePdfFont(weight));
