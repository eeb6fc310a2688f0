import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { browserContract } from './build/browser-contract.ts';
import { checkChunks } from './build/check-chunks.ts';
import { findPageChunks } from './build/page-chunks.ts';
import { precompress } from './build/precompress.ts';
import { prerenderPages } from './build/prerender-pages.ts';
import { startChunk } from './build/start-chunks.ts';
import { BUNDLED_LICENSES, thirdPartyNotices } from './build/third-party-notices.ts';
import { versionOfPage } from './build/version-of-page.ts';

const root = path.resolve(import.meta.dirname, 'src/web');
const outDir = path.resolve(import.meta.dirname, 'dist/web');
// The host name stays the browser's own, because the api answers no other.
const api = { target: `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`, changeOrigin: false };

const START: Rolldown.CodeSplittingGroup = {
  name: startChunk,
  debugName: 'start chunks',
  tags: ['$initial'],
  includeDependenciesRecursively: false,
};

const rolldownOptions = (groups: Rolldown.CodeSplittingGroup[]) => ({
  // The app is an entry of its own: main.ts imports it dynamically, and every page needs it.
  input: [path.join(root, 'index.html'), path.join(root, 'app/open-portal.ts')],
  // Modules that are needed anyway are still imported dynamically, so that each runs in a task of its own (see main.ts).
  checks: { ineffectiveDynamicImport: false },
  output: { codeSplitting: { groups } },
});

export default defineConfig(async ({ command }) => ({
  root,
  plugins: [
    react(),
    browserContract(),
    checkChunks(),
    versionOfPage(import.meta.dirname),
    prerenderPages(root, outDir),
    precompress(outDir),
    thirdPartyNotices(import.meta.dirname, outDir),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content security policy allows no data: fonts or scripts, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: BUNDLED_LICENSES },
    rolldownOptions: rolldownOptions(command === 'build' ? [START, await pagesGroup()] : []),
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': api, '/user': api, '/get_deal_for_iso': api, '/receive_accounting': api },
  },
}));

/** The modules of the pages, in few files. */
async function pagesGroup(): Promise<Rolldown.CodeSplittingGroup> {
  const names = await findPageChunks({
    root,
    plugins: [react()],
    // Otherwise the bundler puts what two pages need into one of them, where one is always opened from the other.
    build: { rolldownOptions: { ...rolldownOptions([START]), experimental: { chunkOptimization: false } } },
  });
  return { name: (id) => names.get(id) ?? null, debugName: 'pages', includeDependenciesRecursively: false };
}
