import type { FastifyRequest } from 'fastify';

/**
 * Whether a request shows that somebody looks at what it asks for. A mail program that makes a preview, and a scanner that checks the
 * links of a mail, get the page with the answers in it like a browser does; but only a browser says that somebody has gone to the
 * page, and whether it only fetches it in advance. A call that is made for itself comes from the script of a page or from a program
 * that was written for it.
 */
export function isOpenedBySomebody({ headers, routeOptions }: FastifyRequest): boolean {
  const isCall = routeOptions.config.endpoint !== undefined;
  return isCall || (headers['sec-fetch-mode'] === 'navigate' && headers['sec-purpose'] === undefined);
}
