import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FirstAnswers, firstAnswers } from '../../shared/contract/first-answers.ts';
import { isDeskAddress } from '../../shared/desk-start.ts';
import { pageAt } from '../../shared/page-at.ts';
import type { Http } from '../access/guard.ts';
import { type Answered, askAsCaller, askAsHolder, NobodyWaits } from '../access/page-answers.ts';
import { readSessionOfCookie } from '../identity/session-of-cookie.ts';
import { hashSessionToken } from '../identity/tokens.ts';
import { Refusal } from '../platform/errors.ts';
import { sessionTokenOf } from '../platform/http/session-cookie.ts';
import { encoderOf } from '../platform/http/wire-encoder.ts';
import { sayingSometimes } from '../platform/logger.ts';
import { firstCallsAtDesk } from './desk-first-calls.ts';
import { askForOffer, FIRST_CALLS } from './first-calls.ts';

/** A page that waits longer for its answers is sent without them: the browser can ask while it loads the script. */
const PATIENCE_MS = 1_000;

export interface PageAnswers {
  /** As it travels. */
  sent: unknown;
  /** Whether each call was answered, so that the page can be rendered before it is sent. */
  isComplete: boolean;
}

/**
 * Reads what a page arrives with. Null where there is nothing to tell: nobody is signed in, the user has several
 * tenants to choose from, or the request is not somebody opening the page. Nothing is renewed, issued or counted as activity.
 */
export async function readFirstAnswers(
  http: Http,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageAnswers | null> {
  // Beyond that many the pool is needed for calls, with which the browsers get the same.
  if (!isOpeningPage(request) || atOnce >= MOST_AT_ONCE) return null;
  atOnce += 1;
  try {
    return await readAnswers(http, request, reply);
  } catch (error) {
    sayFailure(request, error);
    return null;
  } finally {
    atOnce -= 1;
  }
}

const MOST_AT_ONCE = 8;
let atOnce = 0;

async function readAnswers(
  http: Http,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageAnswers | null> {
  const [pathname = '', query] = request.url.split('?', 2);
  const page = pageAt(pathname);
  const asked = {
    params: (request.params ?? {}) as Record<string, string>,
    search: new URLSearchParams(query),
  };
  const answered: Answered = { answers: {}, refusals: {} };
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const exchange = { request, reply, answered, patience };
  if (page === 'offer') {
    const ask = askAsHolder(http, exchange, asked.params['token'] ?? '');
    const isComplete = await inTime(request, patience, askForOffer(ask, asked));
    return { sent: written({ session: null, ...answered }), isComplete: isComplete === true };
  }
  const isAtDesk = isDeskAddress(pathname);
  const askFirst = isAtDesk ? firstCallsAtDesk(pathname) : page && FIRST_CALLS[page];
  const token = sessionTokenOf(request);
  if (!askFirst || !token || !isFromHere(request)) return null;
  const session = await inTime(request, patience, readSessionOfCookie(http.db, token, request.site));
  const [tenant, ...others] = session?.tenants ?? [];
  // Who works for the funder is led to its desk and who invests away from it, and a guest's page asks first what is open.
  if (!session || !tenant || tenant.isDesk !== isAtDesk || tenant.isGuest || others.length > 0) return null;
  const { userId, mustChangePassword } = session;
  const tokenHash = hashSessionToken(token, request.site);
  const credential = { tenantId: tenant.id, tokenHash, tokenKind: 'refresh' } as const;
  const ask = askAsCaller(http, exchange, isAtDesk ? 'staff' : 'investor', credential);
  const isComplete = await inTime(request, patience, askFirst(ask, asked, userId));
  const { id, name, isDesk } = tenant;
  const known = { userId, tenant: { id, name, isDesk }, mustChangePassword };
  return {
    sent: written({ session: known, ...answered }),
    isComplete: isComplete === true && !mustChangePassword,
  };
}

/** Waits for it unless it takes too long or fails. The browser asks for what is missing, and shows what is wrong with it. */
async function inTime<T>(request: FastifyRequest, patience: AbortSignal, work: Promise<T>) {
  const late = new Promise<undefined>((resolve) => {
    patience.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const done = work.catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof NobodyWaits)) sayFailure(request, error);
    return undefined;
  });
  return patience.aborted ? undefined : Promise.race([done, late]);
}

/** An outage fails every page in the same way, so it is not said for each of them. */
const saySometimes = sayingSometimes(30_000);

function sayFailure(request: FastifyRequest, error: unknown): void {
  saySometimes((unsaid) => request.log.warn({ err: error, unsaid }, 'pages are sent without their answers'));
}

/** Not a copy that a later answer could still be added to. */
const written = (value: FirstAnswers) => structuredClone(encode(value));

const encode = encoderOf(firstAnswers);

/**
 * A person opens the page in a window: not a script that reads it, a frame, a program that follows links, or a browser that loads it in
 * advance, which nobody may ever look at.
 */
const isOpeningPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined;

/** The address was typed, or is followed from one of our own pages. A page of another site, or of another tenant, cannot cause it. */
const isFromHere = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin';
