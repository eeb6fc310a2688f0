// Writes the part of the typeface that every page needs. npm run font
import { writeFile } from 'node:fs/promises';
import { makePortalFont, PORTAL_FONT } from '../build/portal-font.ts';

await writeFile(PORTAL_FONT, await makePortalFont());
