import {
  type Endpoint,
  isForSession,
  isReading,
  mayRepeat,
  type Output,
} from '../../shared/contract/endpoint.ts';
import type { CallInput } from '../../shared/contract/wire-request.ts';
import { type AccessToken, accessTokenInsteadOf, freshAccessToken, type Renewing } from './access-token.ts';
import { ApiError, isApiError, isOutage } from './api-error.ts';
import { confirmFactor } from './confirm-factor.ts';
import { lookingAs } from './looking-as.ts';
import { newBudget, throughOutage } from './outage.ts';
import { send } from './send.ts';

const COUNTS_ONCE =
  'The portal is still not answering. What you entered is still here: you can send it again, and it counts once.';
const NOT_KNOWN =
  'The portal did not answer, so we cannot tell whether this was done. What you entered is still here. Please look whether it was done before you send it again.';

const NOT_SENT =
  'The portal did not answer, so this was not sent. What you entered is still here: you can send it again.';

export interface Sending {
  /** True for content that must not be repeated although the endpoint's may: a wrong password would be counted again. */
  isSentOnce?: boolean;
  /** For a call that is not repeated: what is known when nobody answered, and how the user finds out the rest. */
  whenUnanswered?: string;
  /** Of a command: the same key again gets the same answer and changes nothing. */
  idempotencyKey?: string;
  /** Another tenant of the session than the one that is open. */
  tenantId?: string;
}

/**
 * Calls an endpoint of the contract. A member's call carries the token and the tenant; the token is renewed when needed. A call
 * that needs the user's second factor asks for it and is sent again, so no form has to know of it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  sending: Sending = {},
): Promise<Output<E>> {
  if (!isForSession(endpoint.access))
    return patiently(endpoint, (request) => request.send(() => send(endpoint, input)), sending);
  const own = {
    ...(sending.tenantId !== undefined && { 'x-tenant': sending.tenantId }),
    ...(sending.idempotencyKey !== undefined && { 'idempotency-key': sending.idempotencyKey }),
  };
  const sendAsMember = () =>
    patiently(
      endpoint,
      (request) =>
        asMember(
          (headers) => request.send(() => send(endpoint, input, { ...headers, ...own })),
          request.renewing,
        ),
      sending,
    );
  try {
    return await sendAsMember();
  } catch (error) {
    if (!isApiError(error, 'second_factor_needed')) throw error;
    if (!(await confirmFactor(error.methods))) throw ApiError.factorNotShown();
    return sendAsMember();
  }
}

interface Request {
  /** Sends what the call is about. If nobody answers, it may have been done all the same. */
  send: <T>(sending: () => Promise<T>) => Promise<T>;
  renewing: Renewing;
}

/**
 * While the server does not answer, a call that may be repeated is, together with the renewal of its token. Of any other only the
 * renewal is; then it is said that it was not sent or, if it was, that nobody knows what became of it. All that waits
 * in a call shares one limit.
 */
export async function patiently<T>(
  endpoint: Endpoint,
  attempt: (request: Request) => Promise<T>,
  { isSentOnce = false, whenUnanswered = NOT_KNOWN }: Sending = {},
): Promise<T> {
  if (isReading(endpoint)) return throughOutage(() => attempt({ send: once, renewing: once }));
  const isRepeated = mayRepeat(endpoint) && !isSentOnce;
  let mayBeDone = false;
  const send: Request['send'] = async (sending) => {
    try {
      return await sending();
    } catch (error) {
      if (isOutage(error)) mayBeDone = true;
      throw error;
    }
  };
  try {
    if (isRepeated) return await throughOutage(() => attempt({ send, renewing: once }), { isSending: true });
    const budget = newBudget();
    return await attempt({ send, renewing: (renewal) => throughOutage(renewal, { budget }) });
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw ApiError.unanswered(error, !mayBeDone ? NOT_SENT : isRepeated ? COUNTS_ONCE : whenUnanswered);
  }
}

/** For what is repeated as a part of something else, or not at all. */
const once = <T>(part: () => Promise<T>): Promise<T> => part();

/** Sends with token and tenant, and once more with a new token if the first was refused. */
export async function asMember<T>(
  sendWith: (headers: Record<string, string>, access: AccessToken) => Promise<T>,
  renewing: Renewing = once,
): Promise<T> {
  const access = await freshAccessToken(renewing);
  try {
    return await sendWith(headersOf(access), access);
  } catch (error) {
    if (!isApiError(error, 'not_signed_in')) throw error;
    const another = await accessTokenInsteadOf(access, renewing);
    return sendWith(headersOf(another), another);
  }
}

function headersOf({ token, tenant }: AccessToken): Record<string, string> {
  const looked = lookingAs();
  return {
    authorization: `Bearer ${token}`,
    'x-tenant': tenant.id,
    ...(looked && { 'x-look-as': looked.syndicateId }),
  };
}
