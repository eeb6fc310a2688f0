import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageSources } from '../integrations/captcha.ts';
import { refuseUnknown } from './error-handler.ts';
import { newNonce, pagePolicy } from './security-headers.ts';

const NONCE_PLACEHOLDER = '__NONCE__';
const ONE_YEAR = 'public, max-age=31536000, immutable';

interface PageNeeds {
  captchaSources: PageSources;
  /** Of the page on which a bank is connected; none where that is not set up. */
  bankSources: PageSources | undefined;
  /** Where the broker's page puts files. */
  uploadOrigin: string;
}

/** Serves the built browser app: its files, and the page itself for every address that is not a call or a file. */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  { captchaSources, bankSources, uploadOrigin }: PageNeeds,
): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The page is sent filled in, by the routes below.
    allowedPath: (pathName) => pathName !== '/index.html',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? ONE_YEAR : 'no-cache');
    },
  });
  // The broker's page alone uploads, and shows the pictures that are about to be.
  const offerSources: PageSources = { scripts: [], frames: [], calls: [uploadOrigin], pictures: ['blob:'] };
  const sourcesOf = (url: string): PageSources => {
    if (url.startsWith('/offer/')) return offerSources;
    if (bankSources && /^\/plaid(\?|$)/.test(url)) return bankSources;
    return captchaSources;
  };
  const sendPage = (reply: FastifyReply, url = '/') => {
    const nonce = newNonce();
    return reply
      .header('content-security-policy', pagePolicy(nonce, sourcesOf(url)))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  };
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  // As old mails write it. Whom the link was sent to says nothing about who opens it. Answered here, so that the page comes
  // with the policy of the address it leads to.
  app.get<{ Params: Record<'lender' | 'token', string> }>(
    '/iso-potal/:token/:user/:lender',
    { schema: { hide: true } },
    (request, reply) => {
      const { lender, token } = request.params;
      return reply.redirect(`/offer/${encodeURIComponent(lender)}/${encodeURIComponent(token)}`, 308);
    },
  );
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && request.headers.accept?.includes('text/html') && !isCall(request.url);
    return isPage ? sendPage(reply, request.url) : refuseUnknown(request, reply);
  });
}

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/user/');
