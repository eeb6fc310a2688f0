import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { paintPages } from './build/paint-pages.ts';
import { precompress } from './build/precompress.ts';
import { startPart } from './build/start-parts.ts';
import { BUNDLED_LICENSES, thirdPartyNotices } from './build/third-party-notices.ts';

const root = path.resolve(import.meta.dirname, 'src/web');
const outDir = path.resolve(import.meta.dirname, 'dist/web');
// Under the name that the browser has asked for: the api answers to that one alone.
const api = { target: `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`, changeOrigin: false };

export default defineConfig({
  root,
  plugins: [
    react(),
    paintPages(root, outDir),
    precompress(outDir),
    thirdPartyNotices(import.meta.dirname, outDir),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: 'assets',
    // The page's policy allows no data: fonts or scripts, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: BUNDLED_LICENSES },
    rolldownOptions: {
      // The app is loaded by the page's first lines, not with them, and is needed at once all the same.
      input: [path.join(root, 'index.html'), path.join(root, 'app/show-app.tsx')],
      // A module that is needed soon anyway is imported by itself, so that it runs in a task of its own (see main.ts).
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: startPart,
              debugName: 'parts of the start',
              tags: ['$initial'],
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': api, '/user': api, '/get_deal_for_iso': api, '/receive_accounting': api },
  },
});
