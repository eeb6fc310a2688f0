import type { RouteOptions } from 'fastify';
import { type Endpoint, isForSession } from '../../shared/contract/endpoint.ts';
import { asAnyone } from './anyone.ts';
import type { AnyHandler, Handler } from './contexts.ts';
import type { Guard, Http } from './guard.ts';
import { asHolderOf, takeFileOf } from './link-holder.ts';
import { recordingRefusals } from './recorded-refusals.ts';
import { asServiceToken } from './service-token.ts';
import { asCaller } from './session.ts';

/** Exactly one handler for each endpoint of a feature's contract. */
export type Handlers<C extends Record<string, Endpoint>> = { [K in keyof C]: Handler<C[K]> };

const GUARDS: Readonly<Record<Endpoint['access'], Guard>> = {
  anyone: asAnyone,
  cookie: asAnyone,
  investor: asCaller('investor'),
  staff: asCaller('staff'),
  'investor or staff': asCaller('investor or staff'),
  guest: asCaller('guest'),
  'offer link': asHolderOf('offer'),
  'bank link': asHolderOf('bank link'),
  'service token': asServiceToken,
};

export function registerEndpoints<C extends Record<string, Endpoint>>(
  http: Http,
  endpoints: C,
  handlers: Handlers<C>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handle = handlers[name] as AnyHandler;
    requireKnownWay(endpoint);
    http.handlers.set(endpoint, handle);
    http.app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
      ...(endpoint.takesFile && { preValidation: takeFileOf(http, endpoint) }),
      config: { endpoint },
      handler: recordingRefusals(http, GUARDS[endpoint.access](http, endpoint, handle)),
    } satisfies RouteOptions);
  }
}

/** A handler that opens its own transactions has no way to record a use and gets no idempotency key, so it may need neither. */
function requireKnownWay(endpoint: Endpoint): void {
  const { opensTransactions, access, recordsUse, isCommand, path } = endpoint;
  const isKnown =
    (isForSession(access) || ['offer link', 'bank link'].includes(access)) && !recordsUse && !isCommand;
  if (opensTransactions && !isKnown) throw new Error(`${path} cannot open its transactions itself.`);
}
