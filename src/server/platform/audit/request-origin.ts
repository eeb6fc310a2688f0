import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where a request came from. */
interface RequestOrigin {
  /** The network address of the client. */
  address: string | null;
  /** The tenant at whose own host name the request arrived. */
  siteTenantId: string | null;
  /** Who issued the ticket that opened the session of the request; null for any other session. */
  ticketIssuedBy: string | null;
}

const NO_REQUEST: Readonly<RequestOrigin> = { address: null, siteTenantId: null, ticketIssuedBy: null };

const origins = new AsyncLocalStorage<RequestOrigin>();

/**
 * Lets everything that a request does know where it came from, so that each of its audit events says so. It begins after the body
 * has been read, because what is awaited before is not part of the same asynchronous context.
 */
export function rememberOrigins(
  app: FastifyInstance,
  tenantOfSite: (request: FastifyRequest) => string | null,
): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const origin = { address: request.ip, siteTenantId: tenantOfSite(request), ticketIssuedBy: null };
    origins.run(origin, done);
  });
}

/** Jobs and commands come from no request. */
export const originOfRequest = (): Readonly<RequestOrigin> => origins.getStore() ?? NO_REQUEST;

/** Called as soon as the session of a request is known, so that every event of the request says so. */
export function noteTicketIssuer(issuer: string | null): void {
  const origin = origins.getStore();
  if (origin) origin.ticketIssuedBy = issuer;
}

/** An address as the database stores it, without the zone that a link-local one may have; null if it is none. */
export function networkAddress(text: string): string | null {
  const [address = ''] = text.split('%');
  return isIP(address) === 0 ? null : address;
}
