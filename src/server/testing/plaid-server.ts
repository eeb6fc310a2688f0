import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { WIDGET_SCRIPT } from './plaid-widget.ts';

export const PLAID_CLIENT = {
  clientId: 'client of tests',
  secret: 'secret of tests',
  scriptUrl: 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
};

/**
 * Simulates the provider's script and three calls of its API as its documentation describes them: it identifies its client by two headers,
 * creates a token for the widget, exchanges the widget's token once, and removes the access that it gave. Public tokens of this stand-in begin with `public-`.
 */
export function createPlaidAnswers() {
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  const exchanged = new Set<string>();
  const live = new Set<string>();
  let released = Promise.resolve();

  function answerTo(path: string, body: Record<string, unknown>): [status: number, answer: object] {
    if (path.endsWith('/link/token/create'))
      return [200, { link_token: `link-sandbox-${crypto.randomUUID()}`, expiration: '2030-01-01T00:00:00Z' }];
    if (path.endsWith('/item/remove')) {
      const accessToken = String(body['access_token']);
      return live.delete(accessToken) ? [200, {}] : [400, problem('INVALID_INPUT', 'INVALID_ACCESS_TOKEN')];
    }
    if (!path.endsWith('/item/public_token/exchange')) return [404, problem('INVALID_REQUEST', 'NOT_FOUND')];
    const token = String(body['public_token']);
    if (token === 'public-out-of-order') return [500, problem('API_ERROR', 'INTERNAL_SERVER_ERROR')];
    if (!token.startsWith('public-') || exchanged.has(token))
      return [400, problem('INVALID_INPUT', 'INVALID_PUBLIC_TOKEN')];
    exchanged.add(token);
    live.add(`access-of-${token}`);
    return [200, { access_token: `access-of-${token}`, item_id: `item-of-${token}` }];
  }

  return {
    asked,
    /** The access tokens that work: exchanged, and not removed since. */
    live,
    /** Makes every call wait until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const path = request.url ?? '';
      if (path.endsWith('/link-initialize.js')) {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(WIDGET_SCRIPT);
        return;
      }
      const body = JSON.parse(await text(request)) as Record<string, unknown>;
      asked.push({ path, body });
      await released;
      const isClient =
        request.headers['plaid-client-id'] === PLAID_CLIENT.clientId &&
        request.headers['plaid-secret'] === PLAID_CLIENT.secret;
      const [status, answer] = isClient
        ? answerTo(path, body)
        : [400, problem('INVALID_INPUT', 'INVALID_API_KEYS')];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ request_id: crypto.randomUUID(), ...answer }));
    },
  };
}

const problem = (type: string, code: string) => ({
  error_type: type,
  error_code: code,
  error_message: 'a message of the provider',
});
