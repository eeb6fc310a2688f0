import type { FastifyRequest } from 'fastify';

/** The __Host- prefix makes the browser insist on Secure, Path=/ and this host alone. */
export const SESSION_COOKIE = '__Host-session';

export const sessionTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[SESSION_COOKIE];
