import { type Endpoint, isForSession, type Output } from '../../shared/contract/endpoint.ts';
import { type Access, accessInsteadOf, freshAccess } from './access.ts';
import { isApiError } from './api-error.ts';
import { type CallInput, send } from './send.ts';

/** Calls an endpoint of the contract; a member's call carries token and tenant, renewed when they have to be. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Output<E>> {
  if (!isForSession(endpoint.access)) return send(endpoint, input);
  return asMember((headers) => send(endpoint, input, headers));
}

/** Sends with token and tenant; a second time, with a new token, if the first was refused. */
export async function asMember<T>(sendWith: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const access = await freshAccess();
  try {
    return await sendWith(headersOf(access));
  } catch (error) {
    if (!isApiError(error, 'not_signed_in')) throw error;
    return sendWith(headersOf(await accessInsteadOf(access)));
  }
}

const headersOf = ({ token, tenant }: Access) => ({
  authorization: `Bearer ${token}`,
  'x-tenant': tenant.id,
});
