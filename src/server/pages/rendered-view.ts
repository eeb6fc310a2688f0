import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { deskPageAt } from '../../shared/desk-page-at.ts';
import type { DeskPageName } from '../../shared/desk-pages.ts';
import { pageAt } from '../../shared/page-at.ts';
import type { PageFile } from '../../shared/page-files.ts';
import { type PageRenderer, RENDERER } from '../../shared/page-renderer.ts';
import type { PageName } from '../../shared/pages.ts';
import type { PageAnswers } from './first-answers.ts';
import { Html } from './web-pages.ts';

/** The files of the pages that are rendered for their visitor. */
const VIEWS: Readonly<Partial<Record<PageName, PageFile>>> = {
  dashboard: 'dashboardView',
  fileControlSheet: 'fileControlSheetView',
  deal: 'dealView',
  cash: 'cashView',
  documents: 'documentsView',
  offer: 'offerView',
};

const DESK_VIEWS: Readonly<Partial<Record<DeskPageName, PageFile>>> = { board: 'boardView' };

function viewAt(url: string): PageFile | undefined {
  const [pathname = '', query] = url.split('?', 2);
  const name = pageAt(pathname);
  // This tab of the dashboard is rendered too, and has styles of its own.
  if (name === 'dashboard' && new URLSearchParams(query).get('view') === 'insights') return 'insightsView';
  const deskPage = deskPageAt(pathname);
  return (name && VIEWS[name]) ?? (deskPage && DESK_VIEWS[deskPage]);
}

/** Loads what renders pages, from beside the folder of the built app. Without it the browser renders all of them. */
export async function loadRenderer(webFolder: string, log: FastifyBaseLogger) {
  const file = path.join(webFolder, '..', RENDERER.folder, RENDERER.file);
  const renderer = await import(pathToFileURL(file).href).then(
    (module: PageRenderer) => module,
    (error: unknown) => {
      log.warn({ err: error, file }, 'pages are not rendered before they are sent');
      return null;
    },
  );

  /** Renders a page with its figures in it. Null where it is left to the browser: something is missing, or it cannot be rendered. */
  return async (request: FastifyRequest, answers: PageAnswers | null, nonce: string) => {
    const file = viewAt(request.url);
    if (!renderer || !file || !answers?.isComplete) return null;
    try {
      return { file, html: new Html(await renderer.renderPage(request.url, answers.sent, nonce)) };
    } catch (error) {
      request.log.warn({ err: error }, 'a page is sent without being rendered');
      return null;
    }
  };
}
