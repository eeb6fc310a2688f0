import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../errors.ts';
import type { PageSources } from '../integrations/captcha.ts';
import { sendRefusal } from './error-handler.ts';
import { newNonce, pagePolicy } from './security-headers.ts';

const NONCE_PLACEHOLDER = '__NONCE__';
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Serves the built browser app: its files, and the page itself for every address that is not a call or a file. */
export async function serveWebApp(app: FastifyInstance, folder: string, sources: PageSources): Promise<void> {
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
  const sendPage = (reply: FastifyReply) => {
    const nonce = newNonce();
    return reply
      .header('content-security-policy', pagePolicy(nonce, sources))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  };
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && request.headers.accept?.includes('text/html') && !isCall(request.url);
    return isPage ? sendPage(reply) : sendRefusal(request, reply, new Refusal('not_found'));
  });
}

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/user/');
