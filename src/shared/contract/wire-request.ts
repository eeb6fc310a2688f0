import * as z from 'zod/mini';
import type { Endpoint, Input } from './endpoint.ts';

/** The input of a call: only those of params, query and body that its endpoint has. */
export type CallInput<E extends Endpoint> = Pick<Input<E>, keyof E & keyof Input<E>>;

interface WireRequest {
  /** With the query. */
  address: string;
  body: string | undefined;
}

/** A call as it travels: under wire names and in the order of the contract, so that the same call is always the same text. */
export function wireRequest<E extends Endpoint>(endpoint: E, input: CallInput<E>): WireRequest {
  const parts: Partial<Record<'params' | 'query' | 'body', unknown>> = input;
  const query = endpoint.query ? `?${queryOf(encode(endpoint.query, parts.query))}` : '';
  return {
    address: fillPath(endpoint, parts.params) + query,
    body: endpoint.body && JSON.stringify(encode(endpoint.body, parts.body)),
  };
}

/** The text by which an answer that came with a page is found again. */
export function requestText<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { address, body = '' } = wireRequest(endpoint, input);
  return `${endpoint.method} ${address} ${body}`;
}

function fillPath(endpoint: Endpoint, params: unknown): string {
  if (!endpoint.params) return endpoint.path;
  const values = encode(endpoint.params, params);
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Undefined parameters are left out; as text they would be the word "undefined". */
const queryOf = (values: Record<string, string | undefined>): string =>
  Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');

const encode = (schema: z.ZodMiniType, value: unknown) => z.encode(schema, value) as Record<string, string>;
