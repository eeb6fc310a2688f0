import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

export interface Timing {
  /** The server's own time, from the Server-Timing header. */
  server: number;
  /** The total time, including this machine's loopback interface and this program. */
  total: number;
}

export interface Call {
  path: string;
  /** Sent as JSON by POST. Without a body, the call is a GET. */
  body?: object;
}

export type PortalClient = Awaited<ReturnType<typeof signIn>>;

/** Signs in to a running portal like any user. */
export async function signIn(url: string, login: string, password: string) {
  const response = await fetch(`${url}/api/non-tenant/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({
      grant_type: 'password',
      username: login,
      password,
      recaptcha: await solveCaptcha(url),
    }),
  });
  const token = await json<{ access_token: string; user_id: number; tenants: { id: string }[] }>(response);
  const tenantId = token.tenants[0]?.id ?? '';
  const headers = {
    authorization: `Bearer ${token.access_token}`,
    'x-tenant': tenantId,
    'content-type': 'application/json',
  };
  const send = ({ path, body }: Call) =>
    fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  return {
    tenantId,
    userId: token.user_id,
    headers,
    ask: async <T>(call: Call) => json<T>(await send(call)),
    send,
    async time(call: Call): Promise<Timing> {
      const start = performance.now();
      const answer = await send(call);
      await answer.arrayBuffer();
      const total = performance.now() - start;
      if (!answer.ok) throw new Error(`${call.path} answered ${answer.status}`);
      const server = /dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1];
      if (server === undefined) throw new Error(`${call.path} answered without Server-Timing`);
      return { server: Number(server), total };
    },
  };
}

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function solveCaptcha(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/non-tenant/captcha-challenge`);
  const { challenge } = await json<{ challenge: Challenge }>(answer);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
