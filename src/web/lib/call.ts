import {
  type Endpoint,
  isForSession,
  isReading,
  mayRepeat,
  type Output,
} from '../../shared/contract/endpoint.ts';
import { type AccessToken, accessTokenInsteadOf, freshAccessToken } from './access-token.ts';
import { ApiError, isApiError } from './api-error.ts';
import { confirmFactor } from './confirm-factor.ts';
import { throughOutage } from './outage.ts';
import { type CallInput, send } from './send.ts';

const COUNTS_ONCE =
  'The portal is still not answering. What you entered is still here: you can send it again, and it counts once.';
const NOT_KNOWN =
  'The portal did not answer, so we cannot tell whether this was done. What you entered is still here. Please look whether it was done before you send it again.';

export interface Sending {
  /** True for content that must not be repeated although the endpoint's may: a wrong password would be counted again. */
  isSentOnce?: boolean;
  /** For a call that is not repeated: what is known when nobody answered, and how the user finds out the rest. */
  whenUnanswered?: string;
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
  if (!isForSession(endpoint.access)) return patiently(endpoint, () => send(endpoint, input), sending);
  const sendAsMember = () =>
    patiently(endpoint, () => asMember((headers) => send(endpoint, input, headers)), sending);
  try {
    return await sendAsMember();
  } catch (error) {
    if (!isApiError(error, 'second_factor_needed')) throw error;
    if (!(await confirmFactor(error.methods))) throw ApiError.factorNotShown();
    return sendAsMember();
  }
}

/** While the server does not answer, a call that may be repeated is. Of any other it is said that nobody knows what became of it. */
export async function patiently<T>(
  endpoint: Endpoint,
  attempt: () => Promise<T>,
  { isSentOnce = false, whenUnanswered = NOT_KNOWN }: Sending = {},
): Promise<T> {
  if (isReading(endpoint)) return throughOutage(attempt);
  const isRepeated = mayRepeat(endpoint) && !isSentOnce;
  try {
    return await (isRepeated ? throughOutage(attempt, { isSending: true }) : attempt());
  } catch (error) {
    if (!(error instanceof ApiError && error.isOutage)) throw error;
    throw ApiError.unanswered(error, isRepeated ? COUNTS_ONCE : whenUnanswered);
  }
}

/** Sends with token and tenant, and once more with a new token if the first was refused. */
export async function asMember<T>(sendWith: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const access = await freshAccessToken();
  try {
    return await sendWith(headersOf(access));
  } catch (error) {
    if (!isApiError(error, 'not_signed_in')) throw error;
    return sendWith(headersOf(await accessTokenInsteadOf(access)));
  }
}

const headersOf = ({ token, tenant }: AccessToken) => ({
  authorization: `Bearer ${token}`,
  'x-tenant': tenant.id,
});
