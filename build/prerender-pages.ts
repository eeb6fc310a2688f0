import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type IndexHtmlTransformContext, type Plugin } from 'vite';
import { FIRST_ANSWERS_ID } from '../src/shared/contract/first-answers.ts';
import { PAGE_FILES, type PageFile } from '../src/shared/page-files.ts';
import { RENDERER } from '../src/shared/page-renderer.ts';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** What app/prerendered/prerender.tsx exports: functions that return a page's HTML with these placeholders in it. */
interface Prerenderer {
  prerenderSignIn(slots: typeof SLOTS): string;
  prerenderRememberedSignIn(slots: typeof SLOTS): string;
  prerenderShell(slots: typeof SLOTS): string;
  prerenderDesk(slots: typeof SLOTS): string;
}

interface PrerenderedPage {
  content: string;
  /** The modules of the prerendered content besides those of every page. It needs their styles to be painted. */
  shows?: string[];
  /** The modules that the page needs next. */
  modules?: string[];
  head?: string[];
  title?: string;
}

/** The server replaces these in each response. */
const SLOTS = { nonce: '__NONCE__', portalName: '__PORTAL_NAME__', maskedEmail: '__MASKED_EMAIL__' };

const NEEDS_SCRIPTS = '<noscript><style nonce="__NONCE__">#prerendered { display: none; }</style></noscript>';

const FIRST_ANSWERS = `<script type="application/json" id="${FIRST_ANSWERS_ID}">__FIRST_ANSWERS__</script>`;

const SIGN_IN_PAGE = '<meta name="sign-in-page" content="__SIGN_IN_PAGE__" />';

/**
 * A visitor who follows a link from another site sends no cookies, so the server cannot tell whom the browser remembers. The form is
 * then hidden until the app has asked (see public/before-app.js), because the field for the name might be replaced.
 */
const UNLESS_REMEMBERED =
  '<style nonce="__NONCE__">[data-may-be-remembered] #prerendered { visibility: hidden; }</style>';

/** Where only the app can tell whether the figures may be shown (see public/before-app.js). */
const UNLESS_APP_DECIDES =
  '<style nonce="__NONCE__">[data-app-decides] #prerendered { visibility: hidden; }</style>';

/** Comes last, so that a tenant's color overrides the color tokens. */
const BRAND_STYLE = '<style nonce="__NONCE__">__BRAND_STYLE__</style>';

/** The modules of every page, in the order in which main.ts imports them. */
const START = ['react-dom/client.js', 'web/app/theme.ts', 'web/app/open-portal.ts'];
const DESK = ['web/desk/open-desk.ts', 'web/desk/shell/desk-shell.tsx'];
const BOARD = 'web/desk/features/board/board-page.tsx';
const SIGN_IN = 'web/app/sign-in-screen.tsx';
const SHELL = 'web/app/shell/app-shell.tsx';
const DASHBOARD_SCREEN = 'web/app/dashboard-screen.tsx';
const DASHBOARD = [DASHBOARD_SCREEN, 'web/features/portfolio/table/simple-view.tsx'];
const FILE_CONTROL_SHEET = 'web/features/fcs/fcs-page.tsx';
const INSIGHTS = 'web/app/insights-view.tsx';
const DEAL = 'web/app/deal-screen.tsx';
const CASH = 'web/features/cash/cash-page.tsx';
const DOCUMENTS = 'web/app/documents-screen.tsx';
const OFFER = ['web/app/under-link.tsx', 'web/features/offers/offer-page.tsx'];

/** The typeface is named in the style sheet only, so it would come after the first paint, and the text would be laid out once more. */
const FONT = 'rel="preload" as="font" type="font/woff2"';

const fontsOf = (bundle: Bundle): Set<string> =>
  new Set(Object.keys(bundle).filter((file) => /inter-portal[^/]*\.woff2$/.test(file)));

/**
 * Writes the prerendered pages beside the empty one, rendered by the app's own components. Each page lists the files that it
 * needs, so that the browser requests all of them at once and not one after the other.
 */
export function prerenderPages(root: string, outDir: string): Plugin {
  let bundle: Bundle = {};
  return {
    name: 'prerender-pages',
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
        const prerenderer = await buildRenderers(root, path.join(outDir, '..', RENDERER.folder));
        const bare = await readFile(path.join(outDir, PAGE_FILES.empty), 'utf8');
        const { scripts, styles } = filesOf(bundle, START);
        const write = (name: PageFile, head: string[], content = '', title = '$&') =>
          writeFile(
            path.join(outDir, PAGE_FILES[name]),
            bare
              .replace('</head>', `  ${[...head, BRAND_STYLE].join('\n    ')}\n  $&`)
              .replace('<div id="root">', `${content}$&`)
              .replace('</body>', `  ${FIRST_ANSWERS}\n  $&`)
              .replace(/(?<=<title>).*(?=<\/title>)/, title),
          );
        const writePrerendered = (
          name: PageFile,
          { content, shows = [], modules = [], head = [], title }: PrerenderedPage,
        ) => {
          const look = filesOf(bundle, [...START, ...shows]).styles;
          const needed = filesOf(bundle, [...START, ...shows, ...modules]);
          const files = [
            ...tagsOf(fontsOf(bundle), FONT),
            ...tagsOf(look, STYLESHEET),
            NEEDS_SCRIPTS,
            ...head,
            ...tagsOf(needed.scripts, AFTER_PAINT),
            ...tagsOf(without(needed.styles, look), `${AFTER_PAINT} as="style"`),
          ];
          return write(name, files, `<div id="prerendered">${content}</div>`, title);
        };
        await write('empty', [...tagsOf(styles, STYLESHEET), ...tagsOf(scripts, 'rel="modulepreload"')]);
        const title = `Sign in · ${SLOTS.portalName}`;
        await writePrerendered('signIn', {
          content: prerenderer.prerenderSignIn(SLOTS),
          shows: [SIGN_IN],
          head: [SIGN_IN_PAGE, UNLESS_REMEMBERED],
          title,
        });
        await writePrerendered('rememberedSignIn', {
          content: prerenderer.prerenderRememberedSignIn(SLOTS),
          shows: [SIGN_IN],
          head: [SIGN_IN_PAGE, `<meta name="remembered" content="${SLOTS.maskedEmail}" />`],
          title,
        });
        const content = prerenderer.prerenderShell(SLOTS);
        await writePrerendered('signedIn', { content, modules: [SHELL] });
        await writePrerendered('desk', { content: prerenderer.prerenderDesk(SLOTS), shows: DESK });
        await writePrerendered('dashboard', { content, modules: [SHELL, ...DASHBOARD] });
        const view = { content: '__PAGE__', head: [UNLESS_APP_DECIDES] };
        await writePrerendered('dashboardView', { ...view, shows: [SHELL, ...DASHBOARD] });
        await writePrerendered('fileControlSheetView', { ...view, shows: [SHELL, FILE_CONTROL_SHEET] });
        await writePrerendered('insightsView', { ...view, shows: [SHELL, DASHBOARD_SCREEN, INSIGHTS] });
        await writePrerendered('dealView', { ...view, shows: [SHELL, DEAL] });
        await writePrerendered('cashView', { ...view, shows: [SHELL, CASH] });
        await writePrerendered('documentsView', { ...view, shows: [SHELL, DOCUMENTS] });
        await writePrerendered('offerView', { ...view, shows: OFFER });
        await writePrerendered('boardView', { ...view, shows: [...DESK, BOARD] });
      },
    },
  };
}

/**
 * Builds the app's components so that they run in Node, with the same class names as in the browser: for this build, and for the
 * server, which renders pages for their visitors.
 */
async function buildRenderers(root: string, outDir: string): Promise<Prerenderer> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        // The server has at once what the browser loads later.
        checks: { ineffectiveDynamicImport: false },
        input: {
          prerender: path.join(root, 'app/prerendered/prerender.tsx'),
          'page-renderer': path.join(root, 'app/prerendered/render-page.tsx'),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  return import(path.join(outDir, 'prerender.mjs'));
}

/** The built files that contain these modules, and the files that those import. */
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

/** A rel of our own: the browser ignores it until main.ts turns it into a preload after the first paint, so that nothing competes with that. */
const AFTER_PAINT = 'rel="after-paint"';

const STYLESHEET = 'rel="stylesheet"';

const tagsOf = (files: Set<string>, rel: string): string[] =>
  [...files].map((name) => `<link ${rel} crossorigin href="/${name}" />`);
