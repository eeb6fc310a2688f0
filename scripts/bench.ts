/**
 * Times the dashboard's calls on a running portal: node scripts/bench.ts --url http://localhost:3000 --login big@… .
 * Server time is what the server says of itself in Server-Timing; the rest of a request is this machine's loopback and this program.
 */
import { parseArgs } from 'node:util';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    login: { type: 'string', default: 'dana@northgate.example' },
    password: { type: 'string', default: 'Harbor-demo-2026' },
    requests: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '1' },
  },
});

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function solveCaptcha(): Promise<string> {
  const answer = await fetch(`${options.url}/api/non-tenant/captcha-challenge`);
  const { challenge } = await json<{ challenge: Challenge }>(answer);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function signIn() {
  const recaptcha = await solveCaptcha();
  const response = await fetch(`${options.url}/api/non-tenant/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(options.url).origin },
    body: JSON.stringify({
      grant_type: 'password',
      username: options.login,
      password: options.password,
      recaptcha,
    }),
  });
  const token = await json<{ access_token: string; user_id: number; tenants: { id: string }[] }>(response);
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-tenant': token.tenants[0]?.id ?? '' };
  return { userId: token.user_id, headers };
}

interface Timing {
  server: number;
  total: number;
}

async function timed(path: string, headers: Record<string, string>): Promise<Timing> {
  const start = performance.now();
  const response = await fetch(options.url + path, { headers });
  await response.arrayBuffer();
  const total = performance.now() - start;
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const server = /dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1];
  if (server === undefined) throw new Error(`${path} answered without Server-Timing`);
  return { server: Number(server), total };
}

async function measure(path: string, headers: Record<string, string>): Promise<Timing[]> {
  const requests = Number(options.requests);
  const timings: Timing[] = [];
  let started = 0;
  const client = async () => {
    while (started < requests) {
      started += 1;
      timings.push(await timed(path, headers));
    }
  };
  await Promise.all(Array.from({ length: Number(options.clients) }, client));
  return timings;
}

function quantile(numbers: number[], part: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(2);
}

const { userId, headers } = await signIn();
const [user] = await json<[{ syndication: { id: number; syndicate_name: string } }]>(
  await fetch(`${options.url}/api/getPortalUserProfile/${userId}`, { headers }),
);
const calls = {
  'summary strip': `/api/payouts/syndication_sums/${user.syndication.id}`,
  profile: `/api/getPortalUserProfile/${userId}`,
};

console.log(
  `${user.syndication.syndicate_name}: ${options.requests} requests, ${options.clients} at a time; milliseconds`,
);
console.log('| call | server p50 | p95 | p99 | max | request p50 | requests/s |');
console.log('|---|---|---|---|---|---|---|');
for (const [name, path] of Object.entries(calls)) {
  // The first round fills the caches and warms the code up.
  await measure(path, headers);
  const start = performance.now();
  const timings = await measure(path, headers);
  const seconds = (performance.now() - start) / 1000;
  const server = timings.map((timing) => timing.server);
  const cells = [0.5, 0.95, 0.99, 1].map((part) => quantile(server, part));
  const total = quantile(
    timings.map((timing) => timing.total),
    0.5,
  );
  console.log(`| ${name} | ${cells.join(' | ')} | ${total} | ${Math.round(timings.length / seconds)} |`);
}
