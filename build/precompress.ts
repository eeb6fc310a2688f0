import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

// HTML is not compressed here: the server fills it in for each request.
const TEXT = /\.(js|css|svg)$/;
const WORTH_COMPRESSING = 1024;

/** Writes .br and .gz files beside the text files at build time, and the server sends them as they are. */
export function precompress(outDir: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        const names = await readdir(outDir, { recursive: true });
        const files = names.filter((name) => TEXT.test(name));
        await Promise.all(files.map((name) => compressFile(path.join(outDir, name))));
      },
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_COMPRESSING) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
