import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** A browser names the page a request comes from, and no page can make it lie. Asked for wherever the cookie could act. */
export function requireSameOrigin(request: FastifyRequest, publicOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== publicOrigin) throw new Refusal('foreign_origin');
  if (site !== undefined && site !== 'same-origin') throw new Refusal('foreign_origin');
}
