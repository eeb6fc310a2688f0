import type { Endpoint, Output } from '../../shared/contract/endpoint.ts';
import { type CallInput, requestText } from '../../shared/contract/wire-request.ts';
import { ApiError } from './api-error.ts';
import { readAnswer, requestPatiently } from './send.ts';

/** Whose answers are kept. */
interface Owner {
  readonly userId: bigint;
  readonly tenant: { readonly id: string };
}

interface KnownAnswer {
  readonly version: string;
  readonly answer: unknown;
}

/** The pages, deals and pay dates that somebody goes back and forth between. */
const MAX_KEPT = 40;

/**
 * The last answers of one user in one tenant, by the whole request: in this module's memory and nowhere else. The browser's own
 * cache has none of it, because every answer is `no-store`.
 */
let known = new Map<string, KnownAnswer>();
let owner = '';

/** Called when the session ends. An answer that is still on its way is not kept any more. */
export function forgetAnswers(): void {
  known = new Map();
}

/**
 * Sends a request. For a versioned endpoint it carries the version of the last answer, which is used again if the server says that
 * nothing has changed.
 */
export async function sendKnowing<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  headers: Readonly<Record<string, string>>,
  { userId, tenant }: Owner,
): Promise<Output<E>> {
  if (!endpoint.isVersioned) return readAnswer(endpoint, await requestPatiently(endpoint, input, headers));
  const asked = `${userId} ${tenant.id}`;
  if (owner !== asked) forgetAnswers();
  owner = asked;
  const answers = known;
  const key = requestText(endpoint, input);
  const last = answers.get(key);
  const response = await requestPatiently(endpoint, input, {
    ...headers,
    ...(last && { 'if-none-match': last.version }),
  });
  if (response.status === 304) {
    if (!last) throw ApiError.of('unexpected', response.status);
    keep(answers, key, last);
    return last.answer as Output<E>;
  }
  const answer = await readAnswer(endpoint, response);
  const version = response.headers.get('etag');
  if (version !== null) keep(answers, key, { version, answer });
  else answers.delete(key);
  return answer;
}

/** As the newest. The one that was not asked for the longest is dropped. */
function keep(answers: Map<string, KnownAnswer>, key: string, answer: KnownAnswer): void {
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > MAX_KEPT && oldest !== undefined) answers.delete(oldest);
}
