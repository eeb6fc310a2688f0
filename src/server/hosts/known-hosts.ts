import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';
import type { HostDirectory } from './host-directory.ts';
import type { Site } from './site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The site that was requested. It is found by the host name, which must be a known one. */
    site: Site;
  }
  interface FastifyContextConfig {
    /** Paths that are answered at any host name: for monitoring, and for checking where a host name leads. */
    isForAnyHost?: true;
  }
}

/**
 * Requests for unknown host names get 404. A service token determines its tenant by itself, so it works at any host name.
 */
export function requireKnownHost(app: FastifyInstance, hosts: HostDirectory): void {
  app.decorateRequest('site', null as unknown as Site);
  app.addHook('onRequest', async (request) => {
    if (!HOST.test(request.host)) throw new Refusal('invalid_request');
    const { isForAnyHost, endpoint } = request.routeOptions.config;
    if (isForAnyHost || endpoint?.access === 'service token') return;
    const site = await hosts.siteAt(nameOf(request));
    if (!site) throw new Refusal('host_unknown');
    request.site = site;
  });
}

/** A name or an address, and a port. Whatever else stands there is read in one way here and in another one elsewhere. */
const HOST = /^([\w.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Behind a trusted proxy, the host name that the proxy was asked for. A trailing dot does not make it another name. */
const nameOf = (request: FastifyRequest): string => request.hostname.toLowerCase().replace(/\.$/, '');
