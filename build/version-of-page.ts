import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Writes the version into the page, for whoever asks a user on the phone which one they have. */
export function versionOfPage(root: string): Plugin {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    name: 'version of the page',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'version', content: version }, injectTo: 'head' },
    ],
  };
}
