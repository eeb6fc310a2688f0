import { existsSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../dist/web');

/** The folder of the built browser app; undefined on a development machine where nothing is built. */
export const builtWebFolder = (): string | undefined =>
  existsSync(path.join(folder, 'index.html')) ? folder : undefined;
