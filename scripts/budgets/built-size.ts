import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/web');
const IS_COMPRESSED = /\.woff2$/;

/** The size of a built file in kB, gzipped. Brotli, which most browsers get, is smaller. */
export async function builtSize(pathname: string): Promise<number> {
  const content = await readFile(path.join(FOLDER, pathname));
  return (IS_COMPRESSED.test(pathname) ? content : gzipSync(content)).length / 1000;
}

export async function builtSizes(pathnames: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(pathnames)].map(builtSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}
