/**
 * Times every call of the dashboard on a running portal and, for comparison, the same SQL run directly by pgbench. Then
 * measures how many requests a second it answers under full load from wrk:
 *   npm run bench -- --url http://localhost:3000 --login big@… --database postgresql://… [--requests 300] [--seconds 8]
 * Server time is taken from the Server-Timing header. Without --database, the SQL columns and the second table are left out.
 * With --database it begins with the plan of every query of the book (docs/queries.sql) in that database, and fails where one
 * scans the lines or the participations sequentially. --plans does only that and needs no portal.
 *   npm run bench -- --against b091dd5 --login big@… --database postgresql://…
 * compares with another commit: the portals of both are started on that database and called in turn.
 *   npm run bench -- --pooler /usr/sbin/pgbouncer --login big@… --database postgresql://…
 * compares with itself behind PgBouncer, with the settings that we ship.
 * --only takes a pattern of the calls' names.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { profileContract } from '../src/shared/contract/profile.ts';
import { compareWith, compareWithPooler } from './bench/against.ts';
import { openBare } from './bench/bare.ts';
import { type Case, casesOf } from './bench/cases.ts';
import { lookYesterday } from './bench/earlier-visit.ts';
import { printPlans } from './bench/plans.ts';
import { type PortalClient, signIn } from './bench/portal-client.ts';
import { timeOfPortal } from './bench/processor-time.ts';
import { saturate } from './bench/saturation.ts';
import { quantile } from './quantile.ts';
import { wholeBook } from './whole-book.ts';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    login: { type: 'string', default: 'dana@northgate.example' },
    password: { type: 'string', default: 'Harbor-demo-2026' },
    requests: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '8' },
    database: { type: 'string' },
    plans: { type: 'boolean', default: false },
    against: { type: 'string' },
    pooler: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const requests = Number(options.requests);

async function readBook(client: PortalClient) {
  const profile = profileContract.portalUserProfile;
  const [user] = z.decode(
    profile.response,
    await client.ask({ path: profile.path.replace(':user_id', String(client.userId)) }),
  );
  const { id: syndicateId, name } = user.syndicate;
  const { participations, filterLists } = portfolioContract;
  const asked = wholeBook(syndicateId);
  const pageOf = async (page: number) => {
    const body = z.encode(participations.body, { ...asked, page, length: 25 }) as object;
    return z.decode(participations.response, await client.ask({ path: participations.path, body })).page;
  };
  const { total } = await pageOf(1);
  const { rows } = await pageOf(Math.max(1, Math.floor(total / 50)));
  const lists = z.decode(
    filterLists.response,
    await client.ask({ path: filterLists.path.replace(':syndication_id', String(syndicateId)) }),
  );
  const book = {
    tenantId: client.tenantId,
    syndicateId,
    total,
    mids: rows.map(({ mid }) => mid),
    dealPublicIds: rows.map(({ dealPublicId }) => dealPublicId),
    merchants: rows.map(({ merchantName }) => merchantName),
    statuses: lists.statuses,
    months: lists.agreementMonths,
  };
  return { name, book };
}

/** The cases whose name matches --only, or all of them without it. */
const chosenCases = (book: Parameters<typeof casesOf>[0]) =>
  casesOf(book).filter(({ name }) => new RegExp(options.only).test(name));

async function timeCalls(client: PortalClient, { variants }: Case, times: number): Promise<number[]> {
  const timings: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const variant = variants[index % variants.length];
    if (variant) timings.push((await client.time(variant.call)).server);
  }
  return timings;
}

if (options.database) {
  const db = openDatabase(options.database, { maxConnections: 1 });
  const isFine = await printPlans(db);
  await db.destroy();
  if (!isFine) process.exitCode = 1;
}
if (options.plans) process.exit();
if (options.against || options.pooler) {
  if (!options.database) throw new Error('--against and --pooler need --database.');
  const { against, pooler, database: databaseUrl, login, password } = options;
  const comparison = { databaseUrl, login, password, requests };
  const casesAt = async (url: string) =>
    chosenCases((await readBook(await signIn(url, login, password))).book);
  if (against) await compareWith(against, comparison, casesAt);
  if (pooler) await compareWithPooler(pooler, comparison, casesAt);
  process.exit();
}

const client = await signIn(options.url, options.login, options.password);
const { name, book } = await readBook(client);
if (options.database) await lookYesterday(options.database, { ...book, userId: BigInt(client.userId) });
const bare = options.database ? openBare(options.database, client.tenantId) : null;
console.log(`${name}, ${book.total} deals: ${requests} requests each, one at a time; milliseconds`);
console.log('| call | variants | server p50 | p95 | p99 | bare SQL p50 | p99 | over bare, p50 |');
console.log('|---|---|---|---|---|---|---|---|');
for (const each of chosenCases(book)) {
  // The first round fills the caches and warms up the code.
  await timeCalls(client, each, Math.max(200, each.variants.length));
  const server = await timeCalls(client, each, requests);
  const scripts: string[] = [];
  if (bare) for (const { work } of each.variants) scripts.push(await bare.scriptOf(work));
  const sql = bare ? await bare.time(scripts, requests) : [];
  const cells = [0.5, 0.95, 0.99].map((part) => quantile(server, part).toFixed(2));
  const bareCells = bare ? [0.5, 0.99].map((part) => quantile(sql, part).toFixed(2)) : ['', ''];
  const over = bare ? (Number(cells[0]) - Number(bareCells[0])).toFixed(2) : '';
  console.log(
    `| ${each.name} | ${each.variants.length} | ${cells.join(' | ')} | ${bareCells.join(' | ')} | ${over} |`,
  );
}
if (bare) await printSaturation(bare);
await bare?.close();

async function printSaturation(database: ReturnType<typeof openBare>): Promise<void> {
  const seconds = Number(options.seconds);
  console.log(`\nAs many as it answers, ${seconds} s each; a second`);
  console.log(
    '| call | portal | median, ms | its processor, ms a request | PostgreSQL’s | bare, planned each time | of it | bare, prepared | of it |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  const clocks = [timeOfPortal(options.url), await database.processorTime()];
  for (const { name: call, variants, atSaturation } of chosenCases(book)) {
    if (!atSaturation) continue;
    const scripts: string[] = [];
    for (const { work } of variants) scripts.push(await database.scriptOf(work));
    const calls = variants.map((variant) => variant.call);
    // An access token is valid for five minutes.
    const fresh = await signIn(options.url, options.login, options.password);
    const planned = await database.saturate(scripts, seconds, false);
    const before = clocks.map((read) => read());
    const portal = await saturate(options.url, fresh, calls, seconds);
    const used = clocks.map((read, index) => perRequest(before[index], read(), portal.requests));
    const prepared = await database.saturate(scripts, seconds, true);
    const { requestsPerSecond: rate, median } = portal;
    const cells = [
      ...[rate.toFixed(0), median.toFixed(1)],
      ...used,
      ...[planned.toFixed(0), (rate / planned).toFixed(2)],
      ...[prepared.toFixed(0), (rate / prepared).toFixed(2)],
    ];
    console.log(`| ${call} | ${cells.join(' | ')} |`);
  }
}

/** Empty for a process of another machine. */
function perRequest(before: number | null | undefined, after: number | null, requests: number): string {
  return typeof before === 'number' && after !== null
    ? (((after - before) * 1000) / requests).toFixed(2)
    : '';
}
