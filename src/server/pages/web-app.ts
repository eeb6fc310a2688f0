import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { authContract } from '../../shared/contract/auth.ts';
import type { Output } from '../../shared/contract/endpoint.ts';
import { isDeskAddress } from '../../shared/desk-start.ts';
import { shortenMask } from '../../shared/domain/masked-email.ts';
import { pageAt } from '../../shared/page-at.ts';
import { pathOf, pathWithToken } from '../../shared/pages.ts';
import type { Site } from '../hosts/site.ts';
import { tenantOfLink } from '../identity/capabilities.ts';
import { refuseUnknown } from '../platform/http/error-handler.ts';
import { FORMER_LINKS, ROUTE_PATHS } from '../platform/http/page-paths.ts';
import { rememberedTokenOf } from '../platform/http/remembered-cookie.ts';
import { newNonce, pagePolicy } from '../platform/http/security-headers.ts';
import { sessionTokenOf } from '../platform/http/session-cookie.ts';
import type { PageSources } from '../platform/integrations/captcha.ts';
import { brandStyle } from './brand-style.ts';
import type { PageAnswers } from './first-answers.ts';
import { loadRenderer } from './rendered-view.ts';
import { bringsName, type Html, jsonForPage, pageFileAt, readPages } from './web-pages.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';

interface PageNeeds {
  captchaSources: PageSources;
  /** The sources of the page that connects a bank; undefined when no provider is set up. */
  bankSources: PageSources | undefined;
  /** The origin that the broker's page uploads files to. */
  uploadOrigin: string;
  /** Reads the content of the sign-in page. */
  readSignInPage: (site: Site) => Promise<Output<typeof authContract.signInPage>>;
  /** Reads whom this browser remembers. */
  readRemembered: (request: FastifyRequest) => Promise<Output<typeof authContract.rememberedUser>>;
  /** Reads who is signed in and the answers of the page's first calls; null where there are none. */
  readFirstAnswers: (request: FastifyRequest, reply: FastifyReply) => Promise<PageAnswers | null>;
  /** Reads a file of the pages of another release; null if there is none. */
  readFile: (name: string) => Promise<Buffer | null>;
}

/** What the build writes into assets/. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built browser app: its files and its pages. The app's own addresses answer with a page to every client, such as a
 * mail scanner that follows a link. Any other address that is neither a call nor a file answers with a page only to a browser,
 * and the page says what is wrong.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  {
    captchaSources,
    bankSources,
    uploadOrigin,
    readSignInPage,
    readRemembered,
    readFirstAnswers,
    readFile,
  }: PageNeeds,
): Promise<void> {
  const filledIn = await readPages(folder);
  const renderView = await loadRenderer(folder, app.log);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // Pages are filled in and sent by the routes below.
    allowedPath: (pathName) => !pathName.endsWith('.html'),
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? ONE_YEAR : 'no-cache');
    },
  });
  // A page that was loaded before an upgrade, or from a process that is upgraded already, asks for files of its own release.
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      const body = await readFile(name);
      if (!body) return refuseUnknown(request, reply);
      return reply
        .header('cache-control', ONE_YEAR)
        .type(TYPES[path.extname(name)] ?? 'application/octet-stream')
        .send(body);
    },
  );
  // The broker's page uploads files, and it previews the pictures before that. Investors and the staff send files with their messages;
  // their pages may lead to the sign-in page first.
  const offerSources: PageSources = { scripts: [], frames: [], calls: [uploadOrigin], pictures: ['blob:'] };
  const threadSources: PageSources = { ...captchaSources, calls: [...captchaSources.calls, uploadOrigin] };
  const sourcesOf = (url: string): PageSources => {
    const page = pageAt(url.split('?', 1)[0] ?? '');
    if (page === 'offer') return offerSources;
    if (page === 'adjustment' || isDeskAddress(url)) return threadSources;
    return page === 'bankLink' && bankSources ? bankSources : captchaSources;
  };
  const whoIsRemembered = async (request: FastifyRequest) =>
    rememberedTokenOf(request) !== undefined && !bringsName(request.url)
      ? readRemembered(request)
      : { maskedEmail: null, retryAfterSeconds: 0 };
  const signInPage = async (request: FastifyRequest, look: Look): Promise<string> => {
    const asked = [readSignInPage(request.site), whoIsRemembered(request)] as const;
    const known = await Promise.all(asked).catch(() => null);
    // The app asks again and reports it if there is still no answer. It also shows the countdown while sign-in is locked.
    if (!known || known[1].retryAfterSeconds > 0) return filledIn('empty', look);
    const [facts, { maskedEmail }] = known;
    const told = JSON.stringify(z.encode(authContract.signInPage.response, facts));
    const fill = { ...look, __PORTAL_NAME__: facts.name, __SIGN_IN_PAGE__: told };
    if (maskedEmail === null) return filledIn('signIn', fill);
    return filledIn('rememberedSignIn', { ...fill, __MASKED_EMAIL__: shortenMask(maskedEmail) });
  };
  const pageFor = async (request: FastifyRequest, answers: PageAnswers | null, look: Look) => {
    const view = await renderView(request, answers, look.__NONCE__);
    if (view) return filledIn(view.file, { ...look, __PAGE__: view.html });
    const file = pageFileAt(request.url, sessionTokenOf(request) !== undefined);
    return file === 'signIn' ? signInPage(request, look) : filledIn(file, look);
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce();
    const answers = await readFirstAnswers(request, reply);
    const look: Look = {
      __NONCE__: nonce,
      __BRAND_STYLE__: brandStyle(request.site.brandColor),
      __FIRST_ANSWERS__: jsonForPage(answers?.sent ?? null),
    };
    const html = await pageFor(request, answers, look);
    reply
      .header('content-security-policy', pagePolicy(nonce, sourcesOf(request.url)))
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(html));
  };
  for (const address of ROUTE_PATHS) app.get(address, { schema: { hide: true } }, sendPage);
  // The form of the links in old mails. Its user says nothing about who opens the link. It is redirected here, so that the page
  // gets the content policy of its new address. A link that is not ours came from the former portal, and the page says so.
  app.get<{ Params: Record<'lender' | 'token', string> }>(
    '/iso-potal/:token/:user/:lender',
    { schema: { hide: true } },
    (request, reply) => {
      const { lender, token } = request.params;
      const page = pathOf('offer', { offerId: lender, token });
      return reply.redirect(tenantOfLink(token) ? page : `${page}?from=former_portal`, 308);
    },
  );
  for (const { page, path: former } of FORMER_LINKS)
    app.get<{ Params: { token: string } }>(former, { schema: { hide: true } }, ({ params }, reply) =>
      reply.redirect(pathWithToken(page, params.token), 308),
    );
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && request.headers.accept?.includes('text/html') && !isCall(request.url);
    return isPage ? sendPage(request, reply) : refuseUnknown(request, reply);
  });
}

type Look = Record<'__NONCE__' | '__BRAND_STYLE__', string> & { __FIRST_ANSWERS__: Html };

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/user/');
