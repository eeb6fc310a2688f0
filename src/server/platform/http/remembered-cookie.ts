import type { FastifyRequest } from 'fastify';

/** Beside that of the session, and not gone with it: see identity/remembered-browsers.ts. */
export const REMEMBERED_COOKIE = '__Host-remembered';

export const rememberedTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[REMEMBERED_COOKIE];
