import * as z from 'zod/mini';
import type { Endpoint, Output } from '../../shared/contract/endpoint.ts';
import { refusalBody } from '../../shared/contract/refusal-body.ts';
import { type CallInput, wireRequest } from '../../shared/contract/wire-request.ts';
import { ApiError } from './api-error.ts';

const PATIENCE_MS = 30_000;

type Headers = Readonly<Record<string, string>>;

/** Sends one request with wire names and returns the response with the code's names. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  headers: Headers = {},
): Promise<Output<E>> {
  return readAnswer(endpoint, await requestPatiently(endpoint, input, headers));
}

/** Gives up when there is no answer for as long as any call waits. */
export const requestPatiently = <E extends Endpoint>(endpoint: E, input: CallInput<E>, headers: Headers) =>
  request(endpoint, input, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });

export async function readAnswer<E extends Endpoint>(endpoint: E, response: Response): Promise<Output<E>> {
  const answer: unknown = await response.json().catch(() => undefined);
  return z.decode(endpoint.response, answer) as Output<E>;
}

interface Request {
  headers: Headers;
  signal: AbortSignal;
}

/** Returns the raw response of a request that succeeded. Throws an ApiError otherwise. */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { headers, signal }: Request,
): Promise<Response> {
  const { address, body } = wireRequest(endpoint, input);
  const response = await reach(address, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal,
  });
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  const refusal = refusalBody.safeParse(answer);
  if (!refusal.success) throw notOurs(response);
  const { code, message, ...details } = refusal.data;
  throw new ApiError(code, response.status, message, details);
}

/** A refusal that does not come from the portal: a proxy has answered for it. */
function notOurs({ status, headers }: Response): ApiError {
  if (status < 502 || status > 504) return ApiError.of('unexpected', status);
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return ApiError.notAnswering(status, Number.isNaN(seconds) ? undefined : seconds);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw ApiError.unreachable();
  }
}
