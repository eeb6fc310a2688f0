import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, type Input, isReading, type Output } from '../../shared/contract/endpoint.ts';
import type { FirstAnswers } from '../../shared/contract/first-answers.ts';
import { type CallInput, requestText } from '../../shared/contract/wire-request.ts';
import { Refusal } from '../platform/errors.ts';
import { encoderOf } from '../platform/http/wire-encoder.ts';
import type { AnyContext, AnyHandler, RequestContext } from './contexts.ts';
import type { Http } from './guard.ts';
import type { SessionCredential } from './identify-caller.ts';
import { answeringHolder } from './link-holder.ts';
import { recordingRefusals } from './recorded-refusals.ts';
import { answeringCaller } from './session.ts';

/** Answers a call on behalf of a page that is being sent. */
export type Ask = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Output<E>>;

/** The answers of a page's calls as they would have been sent, by the text of their requests. */
export type Answered = Pick<FirstAnswers, 'answers' | 'refusals'>;

interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  answered: Answered;
  /** Aborted when the page is no longer waited for. */
  patience: AbortSignal;
}

/** Nobody waits for further answers: the page was sent, or whoever asked for it has gone. */
export class NobodyWaits extends Error {}

/** Asks as the user of a session, on a page of investors or of staff. Each call is checked and recorded as if the browser had sent it. */
export const askAsCaller = (
  http: Http,
  page: PageRequest,
  access: 'investor' | 'staff',
  credential: SessionCredential,
): Ask =>
  asking(
    page,
    (endpoint, handle, context) => {
      if (endpoint.access !== access) throw notForPages(endpoint);
      return answeringCaller(endpoint.access, http, endpoint, handle)(credential, context);
    },
    http,
  );

/**
 * Asks as the holder of a link. A refusal is told with the page, so that the browser does not ask again: a link that is not known
 * counts as one guess, and a refused look is recorded once.
 */
export function askAsHolder(http: Http, page: PageRequest, token: string): Ask {
  const ask = asking(
    page,
    (endpoint, handle, context) => {
      if (endpoint.access === 'anyone') return handle(context as AnyContext);
      if (endpoint.access !== 'offer link') throw notForPages(endpoint);
      const answer = answeringHolder('offer', http, endpoint, handle);
      return recordingRefusals(http, () => answer(token, context))(page.request, page.reply);
    },
    http,
  );
  return async (endpoint, input) => {
    try {
      return await ask(endpoint, input);
    } catch (error) {
      // One that holds only for a while is found out anew.
      if (error instanceof Refusal && error.retryAfterSeconds === undefined)
        page.answered.refusals[requestText(endpoint, input)] = {
          code: error.code,
          status: error.status,
          message: error.message,
        };
      throw error;
    }
  };
}

type Answering = (endpoint: Endpoint, handle: AnyHandler, context: RequestContext) => Promise<unknown>;

const asking =
  ({ request, reply, answered, patience }: PageRequest, answering: Answering, { handlers }: Http): Ask =>
  async (endpoint, input) => {
    if (patience.aborted || request.raw.socket.destroyed) throw new NobodyWaits();
    const handle = handlers.get(endpoint);
    if (!handle || !isForPages(endpoint)) throw notForPages(endpoint);
    const { params, query, body }: Partial<Input<Endpoint>> = input;
    const answer = await answering(endpoint, handle, {
      params,
      query,
      body,
      request,
      reply,
    } as RequestContext);
    answered.answers[requestText(endpoint, input)] = encoderOf(endpoint.response)(answer);
    return answer as Output<typeof endpoint>;
  };

/** A page only reads, in transactions that cannot write, and sends no files. */
const isForPages = (endpoint: Endpoint): boolean =>
  isReading(endpoint) && !endpoint.downloads && !endpoint.opensTransactions && !endpoint.isCommand;

const notForPages = ({ path }: Endpoint) => new Error(`${path} does not answer for a page.`);
