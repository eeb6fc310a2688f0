import type { FastifyRequest } from 'fastify';

/** Outlives the session cookie: see identity/remembered-browsers.ts. */
export const REMEMBERED_COOKIE = '__Host-remembered';

export const rememberedTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[REMEMBERED_COOKIE];
