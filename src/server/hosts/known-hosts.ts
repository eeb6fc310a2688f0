import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';
import type { HostDirectory } from './host-directory.ts';
import type { Site } from './site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Which site was asked for. Found by the host name, which has to be one of ours. */
    site: Site;
  }
  interface FastifyContextConfig {
    /** Answered whatever the name: to who watches the process, or asks whether a name leads here. */
    isForAnyHost?: true;
  }
}

/** A name that is not ours leads nowhere. A system's token says itself whose it is, and is asked for under whatever name reaches us. */
export function requireKnownHost(app: FastifyInstance, hosts: HostDirectory): void {
  app.decorateRequest('site', null as unknown as Site);
  app.addHook('onRequest', async (request) => {
    const { isForAnyHost, endpoint } = request.routeOptions.config;
    if (isForAnyHost || endpoint?.access === 'service token') return;
    const site = await hosts.siteAt(nameOf(request));
    if (!site) throw new Refusal('host_unknown');
    request.site = site;
  });
}

/** Behind a proxy that we trust, the name that it was asked for. A full stop at the end is the same name. */
const nameOf = (request: FastifyRequest): string => request.hostname.toLowerCase().replace(/\.$/, '');
