/**
 * Exports a whole book from a running portal and watches the server's memory meanwhile:
 *   npm run prove exports --url http://localhost:3000 --login big@… --pid <of the server>
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { profileContract } from '../src/shared/contract/profile.ts';
import { signIn } from './bench/portal-client.ts';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    login: { type: 'string', default: 'dana@northgate.example' },
    password: { type: 'string', default: 'Harbor-demo-2026' },
    pid: { type: 'string', default: '' },
  },
});

/** The server's memory use in megabytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${options.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

const client = await signIn(options.url, options.login, options.password);
const profile = profileContract.portalUserProfile;
const [user] = z.decode(
  profile.response,
  await client.ask({ path: profile.path.replace(':user_id', String(client.userId)) }),
);
const { path, body: schema } = portfolioContract.exportParticipations;
const order = {
  syndicateId: user.syndicate.id,
  search: '',
  filter: undefined,
  sort: undefined,
  payoutsFrom: null,
  payoutsTo: null,
};

console.log(`${user.syndicate.name}; the server's memory before, at most, and what it grew by, in MB`);
console.log('| export | deals | file | first byte | seconds | before | peak | growth |');
console.log('|---|---|---|---|---|---|---|---|');
for (const view of ['quickview', 'detailedview', undefined] as const) {
  const before = await memory();
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await memory());
  }, 100);
  const start = performance.now();
  const response = await client.send({ path, body: z.encode(schema, { ...order, view }) as object });
  if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`);
  let bytes = 0;
  let firstByte = 0;
  for await (const chunk of response.body) {
    firstByte ||= performance.now() - start;
    bytes += chunk.length;
  }
  clearInterval(watch);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const cells = [
    view ?? 'syndicated_deals, with every payout',
    response.headers.get('portal-rows'),
    `${(bytes / 1e6).toFixed(1)} MB`,
    `${Math.round(firstByte)} ms`,
    seconds,
    ...[before, peak, peak - before].map((megabytes) => megabytes.toFixed(0)),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
