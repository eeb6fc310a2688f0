import type { FastifyRequest } from 'fastify';
import { type Endpoint, isReading, type SessionAccess } from '../../shared/contract/endpoint.ts';
import { belongsToSite } from '../hosts/site.ts';
import { lockUser } from '../identity/credential-version.ts';
import { hashSessionToken } from '../identity/tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { inTransaction, isTenantId } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { type FileToSend, sendFile } from '../platform/http/stored-files.ts';
import { readsAs } from '../platform/http/stream-readers.ts';
import { type Download, sendDownload } from '../platform/http/streams.ts';
import type { SignedIn } from './caller.ts';
import { type AnyContext, type AnyHandler, contextOf, type RequestContext } from './contexts.ts';
import { type Admission, type Guard, type GuardNeeds, isMadeWhileSent, unlessBrokenOff } from './guard.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { identifyCaller, identifyCallers, type SessionCredential } from './identify-caller.ts';
import { lookAsInvestor, syndicateLookedAt, TO_LOOK } from './look-as-investor.ts';
import { openingTransactions } from './own-transactions.ts';
import { setAsking } from './recorded-refusals.ts';
import { recordingUse } from './recorded-use.ts';
import {
  refuseAccountChange,
  refuseBeforeDuties,
  requireAdmitted,
  requireFactorOf,
  requirePermissions,
} from './requirements.ts';
import { requireStillLetIn, requireStillOpened } from './still-let-in.ts';

const BEARER = /^Bearer ([\w-]{43})$/;

export const asCaller =
  (access: SessionAccess): Guard =>
  (http, endpoint, handle) => {
    const answer = answeringCaller(access, http, endpoint, handle);
    return async (request, reply) => answer(readCredential(request), contextOf(request, reply));
  };

export const admittingCaller =
  (access: SessionAccess): Admission =>
  (http, endpoint) => {
    const lettingIn = lettingInCaller(access, endpoint);
    return async (request) =>
      inTransaction(http.db, lettingIn(readCredential(request), request), { readOnly: true });
  };

function readCredential(request: FastifyRequest): SessionCredential {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new Refusal('not_signed_in');
  const tenantId = String(request.headers['x-tenant']).toLowerCase();
  if (!isTenantId(tenantId)) throw new Refusal('tenant_not_allowed');
  if (!belongsToSite(request.site, tenantId)) throw new Refusal('tenant_not_allowed');
  return { tenantId, tokenHash: hashSessionToken(token, request.site), tokenKind: 'access' };
}

/** Answers an endpoint for whoever holds a token of a session: checks the caller, records the use, runs the handler. */
export function answeringCaller(
  access: SessionAccess,
  http: GuardNeeds,
  endpoint: Endpoint,
  handle: AnyHandler,
) {
  const isDownload = isMadeWhileSent(endpoint);
  const options = {
    readOnly: isReading(endpoint),
    isSnapshot: isDownload || endpoint.readsOneMoment === true,
  };
  const lettingIn = lettingInCaller(access, endpoint);
  return async (credential: SessionCredential, context: RequestContext): Promise<unknown> => {
    const { request, reply } = context;
    const { tenantId } = credential;
    const key = endpoint.isCommand && readIdempotencyKey(request);
    const letIn = lettingIn(credential, request);
    if (endpoint.opensTransactions) {
      const lock = (tx: Tx, { userId }: SignedIn) => lockUser(tx, userId);
      const { who: caller, inTransaction } = await openingTransactions(
        http.db,
        { letIn, lock },
        options.readOnly,
      );
      return handle({ ...context, caller, inTransaction } as AnyContext);
    }
    const answered = recordingUse(http.db, endpoint, (call) =>
      inTransaction(
        http.db,
        async (tx) => {
          const caller = await letIn(tx);
          const { userId: actorId, sessionId } = caller;
          const needs = lookedAt(access, request) !== null ? TO_LOOK : (endpoint.needs ?? []);
          readsAs(request, {
            name: `session ${sessionId}`,
            tenantId,
            letInAgain: () =>
              inTransaction(
                http.db,
                (other) =>
                  caller.kind === 'guest'
                    ? requireStillOpened(other, caller, endpoint.guests)
                    : requireStillLetIn(other, caller, needs),
                { readOnly: true },
              ),
          });
          const recordUse = call.recorder(tx, { tenantId, actorId, sessionId });
          // With the user in it, so that two people may choose the same key.
          const idempotencyKey = key && `user ${actorId} ${key}`;
          const answer = await handle({ ...context, caller, tx, idempotencyKey, recordUse } as AnyContext);
          call.assertSaid();
          return isDownload ? sendDownload(tx, reply, answer as Download) : answer;
        },
        options,
      ),
    );
    if (endpoint.downloads === 'stored file') return sendFile(reply, (await answered) as FileToSend);
    return unlessBrokenOff(request, reply, answered);
  };
}

const lookedAt = (access: SessionAccess, request: FastifyRequest) =>
  access === 'investor' ? syndicateLookedAt(request) : null;

/** Finds the caller of an endpoint and checks that they may call it, or refuses it. */
const lettingInCaller =
  (access: SessionAccess, endpoint: Endpoint) =>
  (credential: SessionCredential, request: FastifyRequest) =>
  async (tx: Tx) => {
    const { tenantId } = credential;
    const onSession = ({ userId: actorId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>) =>
      setAsking(request, { tenantId, actorId, sessionId });
    const looked = lookedAt(access, request);
    if (looked !== null) {
      const staff = await identifyCaller(tx, 'staff', credential, onSession);
      return lookAsInvestor(tx, staff, { endpoint, request, syndicateId: looked });
    }
    const callers = await identifyCallers(tx, credential, onSession);
    const caller = requireAdmitted(callers, access, endpoint);
    refuseAccountChange(caller, endpoint);
    refuseBeforeDuties(caller, endpoint);
    requirePermissions(caller, endpoint);
    await requireFactorOf(tx, caller, endpoint);
    return caller;
  };
