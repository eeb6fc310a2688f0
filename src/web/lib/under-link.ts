import type { Endpoint, Output } from '../../shared/contract/endpoint.ts';
import type { CallInput } from '../../shared/contract/wire-request.ts';
import { patiently, type Sending } from './call.ts';
import { throwRefusalInPage } from './first-answers.ts';
import { send } from './send.ts';

/** Calls an endpoint with the token of a link, which serves as the permission. */
export const callUnderLink = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  token: string,
  { headers = {}, ...sending }: Sending & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Output<E>> =>
  patiently(
    endpoint,
    (request) =>
      request.send(async () => {
        throwRefusalInPage(endpoint, input);
        return send(endpoint, input, { ...headers, authorization: `Link ${token}` });
      }),
    sending,
  );
