import { type Endpoint, isForSession, type Output } from '../../shared/contract/endpoint.ts';
import { type AccessToken, accessTokenInsteadOf, freshAccessToken } from './access-token.ts';
import { ApiError, isApiError } from './api-error.ts';
import { confirmFactor } from './confirm-factor.ts';
import { type CallInput, send } from './send.ts';

/**
 * Calls an endpoint of the contract. A member's call carries the token and the tenant; the token is renewed when needed. A call
 * that needs the user's second factor asks for it and is sent again, so no form has to know of it.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Output<E>> {
  if (!isForSession(endpoint.access)) return send(endpoint, input);
  const sendAsMember = () => asMember((headers) => send(endpoint, input, headers));
  try {
    return await sendAsMember();
  } catch (error) {
    if (!isApiError(error, 'second_factor_needed')) throw error;
    if (!(await confirmFactor(error.methods))) throw ApiError.factorNotShown();
    return sendAsMember();
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
