import * as z from 'zod/mini';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { scope } from './scopes.ts';

/** Calls for the funder's own systems. They do the same work as the operator's commands. */
export const operatorContract = {
  describeToken: endpoint({
    method: 'GET',
    path: '/api/operator/v1/token',
    access: 'service token',
    summary: 'The tenant, the scopes and the expiration of the token.',
    response: wireObject({
      id: ['id', id],
      name: ['name', z.string()],
      tenantSlug: ['tenant', z.string()],
      scopes: ['scopes', z.array(scope)],
      expiresAt: ['expires_at', z.iso.datetime()],
    }),
  }),
};
