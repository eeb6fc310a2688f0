import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type IndexHtmlTransformContext, type Plugin } from 'vite';
import { PAGE_FILES, type PageFile } from '../src/shared/page-files.ts';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** What app/painted/paint.tsx exports: a page as text, with these placeholders in it. */
interface Painter {
  paintSignIn(slots: typeof SLOTS): string;
  paintRememberedSignIn(slots: typeof SLOTS): string;
  paintShell(slots: typeof SLOTS): string;
}

interface PaintedPage {
  content: string;
  /** What it needs besides the start. */
  modules?: string[];
  head?: string[];
  title?: string;
}

/** Filled in by src/server/http/web-app.ts. */
const SLOTS = { nonce: '__NONCE__', portalName: '__PORTAL_NAME__', maskedEmail: '__MASKED_EMAIL__' };

const NEEDS_SCRIPTS = '<noscript><style nonce="__NONCE__">#painted { display: none; }</style></noscript>';

const SIGN_IN_PAGE = '<meta name="sign-in-page" content="__SIGN_IN_PAGE__" />';

/**
 * Whoever comes from another site brings no cookies, so the page does not know whom the browser remembers. It waits for the
 * app then, as public/before-app.js says: nobody is to begin with a field that goes away.
 */
const UNLESS_REMEMBERED =
  '<style nonce="__NONCE__">[data-may-be-remembered] #painted { visibility: hidden; }</style>';

/** Last, so that a tenant's color takes the place of the tokens. */
const BRAND_STYLE = '<style nonce="__NONCE__">__BRAND_STYLE__</style>';

/** As main.ts imports them. */
const START = ['react-dom/client.js', 'web/app/theme.ts', 'web/app/show-app.tsx'];
const SHELL = 'web/app/shell/app-shell.tsx';
const DASHBOARD = ['web/app/dashboard-screen.tsx', 'web/features/portfolio/table/simple-view.tsx'];

/**
 * Writes, beside the empty page, those that arrive painted, drawn by the app's own components. And names in each the files
 * that its visitor needs, so that they come at once and not each when the one before it has run.
 */
export function paintPages(root: string, outDir: string): Plugin {
  let bundle: Bundle = {};
  return {
    name: 'paint-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_page, context) {
        bundle = context.bundle ?? {};
      },
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const painter = await loadPainter(root);
        const bare = await readFile(path.join(outDir, PAGE_FILES.empty), 'utf8');
        const { scripts, styles } = filesOf(bundle, START);
        const look = tagsOf(styles, 'rel="stylesheet"');
        const write = (name: PageFile, head: string[], content = '', title = '$&') =>
          writeFile(
            path.join(outDir, PAGE_FILES[name]),
            bare
              .replace('</head>', `  ${[look, ...head, BRAND_STYLE].flat().join('\n    ')}\n  $&`)
              .replace('<div id="root">', `${content}$&`)
              .replace(/(?<=<title>).*(?=<\/title>)/, title),
          );
        const writePainted = (name: PageFile, { content, modules = [], head = [], title }: PaintedPage) => {
          const needed = filesOf(bundle, [...START, ...modules]);
          const files = [
            ...tagsOf(needed.scripts, AFTER_PAINT),
            ...tagsOf(without(needed.styles, styles), `${AFTER_PAINT} as="style"`),
          ];
          return write(name, [NEEDS_SCRIPTS, ...head, ...files], `<div id="painted">${content}</div>`, title);
        };
        await write('empty', tagsOf(scripts, 'rel="modulepreload"'));
        const title = `Sign in · ${SLOTS.portalName}`;
        await writePainted('signIn', {
          content: painter.paintSignIn(SLOTS),
          head: [SIGN_IN_PAGE, UNLESS_REMEMBERED],
          title,
        });
        await writePainted('rememberedSignIn', {
          content: painter.paintRememberedSignIn(SLOTS),
          head: [SIGN_IN_PAGE, `<meta name="remembered" content="${SLOTS.maskedEmail}" />`],
          title,
        });
        const content = painter.paintShell(SLOTS);
        await writePainted('signedIn', { content, modules: [SHELL] });
        await writePainted('dashboard', { content, modules: [SHELL, ...DASHBOARD] });
      },
    },
  };
}

/** The app's own components, built to run here. Styles get the names that they have in the browser. */
async function loadPainter(root: string): Promise<Painter> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'painter-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ssr: path.join(root, 'app/painted/paint.tsx'),
        outDir,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: 'paint.mjs' } },
      },
    });
    return await import(path.join(outDir, 'paint.mjs'));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The files in which these modules are, and what those import. */
function filesOf(bundle: Bundle, modules: readonly string[]) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: (typeof chunks)[number] | undefined) => {
    if (!chunk || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const isIt = (id: string | null) => id?.endsWith(`/${module}`) ?? false;
    const chunk =
      chunks.find(({ facadeModuleId }) => isIt(facadeModuleId)) ??
      chunks.find(({ moduleIds }) => moduleIds.some(isIt));
    if (!chunk) throw new Error(`No file has ${module}.`);
    add(chunk);
  }
  return { scripts, styles };
}

const without = (all: Set<string>, known: Set<string>) =>
  new Set([...all].filter((name) => !known.has(name)));

/** Nothing competes with what is painted: main.ts asks for these when it can be seen. */
const AFTER_PAINT = 'rel="after-paint"';

const tagsOf = (files: Set<string>, rel: string): string[] =>
  [...files].map((name) => `<link ${rel} crossorigin href="/${name}" />`);
