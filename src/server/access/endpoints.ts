import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Endpoint, isForSession } from '../../shared/contract/endpoint.ts';
import { asAnyone } from './anyone.ts';
import type { AnyHandler, Handler } from './contexts.ts';
import type { Admission, Guard, Http } from './guard.ts';
import { admittingHolderOf, asHolderOf, takeFileOf } from './link-holder.ts';
import { recordingRefusals } from './recorded-refusals.ts';
import { admittingServiceToken, asServiceToken } from './service-token.ts';
import { admittingCaller, asCaller } from './session.ts';

/** Exactly one handler for each endpoint of a feature's contract. */
export type Handlers<C extends Record<string, Endpoint>> = { [K in keyof C]: Handler<C[K]> };

/** A larger body is read once its sender is known. */
export const USUAL_BODY_BYTES = 64 * 1024;

const ADMISSIONS: Readonly<Partial<Record<Endpoint['access'], Admission>>> = {
  investor: admittingCaller('investor'),
  staff: admittingCaller('staff'),
  'investor or staff': admittingCaller('investor or staff'),
  guest: admittingCaller('guest'),
  'offer link': admittingHolderOf('offer'),
  'bank link': admittingHolderOf('bank link'),
  'service token': admittingServiceToken,
};

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
      ...(endpoint.maxBodyBytes && {
        bodyLimit: endpoint.maxBodyBytes,
        onRequest: admittingLargeBodies(http, endpoint),
      }),
      ...(endpoint.takesFile && { preValidation: takeFileOf(http, endpoint) }),
      config: { endpoint },
      handler: recordingRefusals(http, GUARDS[endpoint.access](http, endpoint, handle)),
    } satisfies RouteOptions);
  }
}

/** Reading a large body takes memory and time, which a stranger does not get. */
function admittingLargeBodies(http: Http, endpoint: Endpoint) {
  const admission = ADMISSIONS[endpoint.access];
  if (!admission || endpoint.linkTokenIn === 'body')
    throw new Error(`${endpoint.path} cannot know who sends a large body.`);
  const admit = recordingRefusals(http, admission(http, endpoint));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A body without a length is sent in pieces.
    const { 'content-length': length = Number.POSITIVE_INFINITY } = request.headers;
    if (Number(length) > USUAL_BODY_BYTES) await admit(request, reply);
  };
}

/** A handler that opens its own transactions has no way to record a use and gets no idempotency key, so it may need neither. */
function requireKnownWay(endpoint: Endpoint): void {
  const { opensTransactions, access, recordsUse, isCommand, path } = endpoint;
  const isKnown =
    (isForSession(access) || ['offer link', 'bank link'].includes(access)) && !recordsUse && !isCommand;
  if (opensTransactions && !isKnown) throw new Error(`${path} cannot open its transactions itself.`);
}
