import type { FastifyRequest } from 'fastify';
import { type Endpoint, isReading } from '../../shared/contract/endpoint.ts';
import { presentServiceToken } from '../identity/service-tokens.ts';
import { inTransaction, withTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { readRows } from '../platform/http/row-bodies.ts';
import { type FileToSend, sendFile } from '../platform/http/stored-files.ts';
import { readsAs } from '../platform/http/stream-readers.ts';
import { type Download, sendDownload } from '../platform/http/streams.ts';
import { type AnyContext, contextOf } from './contexts.ts';
import { type Guard, type GuardNeeds, isMadeWhileSent, unlessBrokenOff } from './guard.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { setAsking } from './recorded-refusals.ts';
import { recordingUse } from './recorded-use.ts';

/** Finds the service token that a request presents and checks that it may call the endpoint, or refuses it. */
export const admittingServiceToken =
  (http: GuardNeeds, endpoint: Endpoint) => async (request: FastifyRequest) => {
    const presented = await present(http, request);
    if (!presented) {
      await http.guesses.linkGuessed(request.ip);
      throw new Refusal('token_not_valid');
    }
    const { token: operator, tenantId } = presented;
    setAsking(request, { tenantId, actorId: null, operator, sessionId: `service token ${operator.id}` });
    if (endpoint.scope && !operator.scopes.includes(endpoint.scope)) throw new Refusal('scope_missing');
    return { operator, tenantId };
  };

/** In a transaction of its own, because the last use is stored in the token's row and a long answer must not lock that row. */
const present = ({ db }: GuardNeeds, { headers }: FastifyRequest) =>
  inTransaction(db, (tx) => presentServiceToken(tx, headers.authorization));

export const asServiceToken: Guard = (http, endpoint, handle) => {
  const admit = admittingServiceToken(http, endpoint);
  const isDownload = isMadeWhileSent(endpoint);
  const options = { readOnly: isReading(endpoint), isSnapshot: isDownload };
  return async (request, reply) => {
    const key = endpoint.isCommand && readIdempotencyKey(request);
    const { operator, tenantId } = await admit(request);
    if (endpoint.takes === 'rows')
      return handle({ ...contextOf(request, reply), operator, tenantId, ...readRows(request) } as AnyContext);
    readsAs(request, {
      name: `service token ${operator.id}`,
      tenantId,
      async letInAgain() {
        if (!(await present(http, request))) throw new Refusal('token_not_valid');
      },
    });
    const answered = recordingUse(http.db, endpoint, (call) =>
      withTenant(
        http.db,
        tenantId,
        async (tx) => {
          const recordUse = call.recorder(tx, { tenantId, actorId: null, operator });
          const idempotencyKey = key && `service token ${operator.id} ${key}`;
          const answer = await handle({
            ...contextOf(request, reply),
            operator,
            tenantId,
            tx,
            idempotencyKey,
            recordUse,
          } as AnyContext);
          call.assertSaid();
          return isDownload ? sendDownload(tx, reply, answer as Download) : answer;
        },
        options,
      ),
    );
    if (endpoint.downloads === 'stored file') return sendFile(reply, (await answered) as FileToSend);
    return unlessBrokenOff(request, reply, answered);
  };
};
