import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { profileContract } from '../../src/shared/contract/profile.ts';

/** How a visitor reaches the portal. */
export interface Connection {
  origin: string;
  newAgent(): Agent;
  request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest;
  /** True when another process answers after this one has asked the client to use another connection. */
  hasAnother: boolean;
}

export interface Call {
  path: string;
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export const fetchFrom = (connection: Connection, agent: Agent, { path, method, body, headers }: Call) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = connection.request(
      {
        path,
        method: method ?? (body ? 'POST' : 'GET'),
        agent,
        headers: {
          origin: connection.origin,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        buffer(answer).then(
          (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });

export type Visitor = Awaited<ReturnType<typeof openPortal>>;

/** A signed-in user of the demo. */
export async function openPortal(connection: Connection) {
  const agent = connection.newAgent();
  const read = async <T>(call: Call): Promise<T> => {
    const { status, body } = await fetchFrom(connection, agent, call);
    if (status !== 200) throw new Error(`${call.path} answered ${status}: ${body}`);
    return JSON.parse(body.toString()) as T;
  };
  const { challenge } = await read<{ challenge: Challenge }>({ path: '/api/non-tenant/captcha-challenge' });
  const solution = await solveChallenge({ challenge, deriveKey });
  const token = await read<{ access_token: string; user_id: number; tenants: { id: string }[] }>({
    path: '/api/non-tenant/oauth/token',
    body: {
      grant_type: 'password',
      username: 'dana@northgate.example',
      password: 'Harbor-demo-2026',
      recaptcha: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    },
  });
  const tenantId = token.tenants[0]?.id ?? '';
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-tenant': tenantId };
  const { path, response } = profileContract.portalUserProfile;
  const profile = await read({ path: path.replace(':user_id', String(token.user_id)), headers });
  const [user] = z.decode(response, profile as z.input<typeof response>);
  agent.destroy();
  return {
    connection,
    tenantId,
    syndicateId: user.syndicate.id,
    ask: (through: Agent, call: Call) => fetchFrom(connection, through, { ...call, headers }),
  };
}
