import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/**
 * No browser posts without saying where from: what names no page at all was sent by a program, which has no cookies but those that
 * it was told to send. They count for nothing there.
 */
export const isFromProgram = ({ headers }: FastifyRequest): boolean =>
  headers.origin === undefined && headers['sec-fetch-site'] === undefined;

/**
 * A browser names the page a request comes from, and no page can make it lie: it has to be one of the site that was asked.
 * Asked for wherever the cookie could act.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // What a browser opens in a tab comes without an origin; from where it was opened stands in the other header.
  const isOpened = request.method === 'GET' && origin === undefined && site === 'same-origin';
  if (origin !== request.site.origin && !isOpened) throw new Refusal('foreign_origin');
  if (site !== undefined && site !== 'same-origin') throw new Refusal('foreign_origin');
}
