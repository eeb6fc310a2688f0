import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/**
 * Browsers send an Origin with every POST. A request without one was sent by a program, and its cookies are ignored: only
 * somebody who already has them could have put them there.
 */
export const isFromProgram = ({ headers }: FastifyRequest): boolean =>
  headers.origin === undefined && headers['sec-fetch-site'] === undefined;

/**
 * The Origin header names the page that sent a request, and a page cannot forge it. It has to be the site's own wherever a
 * cookie authenticates.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // A navigation has no Origin header; Sec-Fetch-Site says where it came from.
  const isOpened = request.method === 'GET' && origin === undefined && site === 'same-origin';
  if (origin !== request.site.origin && !isOpened) throw new Refusal('foreign_origin');
  if (site !== undefined && site !== 'same-origin') throw new Refusal('foreign_origin');
}

/** Whether a page of another site, or of another name, led the browser here. An address that is typed or kept is its own; browsers of before 2023 do not say. */
export const isLedByOthers = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  site !== undefined && site !== 'same-origin' && site !== 'none';
