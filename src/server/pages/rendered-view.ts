import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { pageAt } from '../../shared/page-at.ts';
import type { PageFile } from '../../shared/page-files.ts';
import { type PageRenderer, RENDERER } from '../../shared/page-renderer.ts';
import type { PageAnswers } from './first-answers.ts';
import { Html } from './web-pages.ts';

/** The files of the pages that are rendered for their visitor. */
const VIEWS: Readonly<Record<string, PageFile>> = {
  dashboard: 'dashboardView',
  fileControlSheet: 'fileControlSheetView',
  offer: 'offerView',
};

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
    const name = pageAt(request.url.split('?', 1)[0] ?? '');
    const file = name && VIEWS[name];
    if (!renderer || !file || !answers?.isComplete) return null;
    try {
      return { file, html: new Html(await renderer.renderPage(request.url, answers.sent, nonce)) };
    } catch (error) {
      request.log.warn({ err: error }, 'a page is sent without being rendered');
      return null;
    }
  };
}
