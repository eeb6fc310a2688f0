/**
 * Shows that somebody else's slow server harms nobody but those who wait for it: 60 requests at once, every three seconds, that need an
 * answer from Plaid, then from the file storage, each of which takes a second, while others look at the dashboard. Fails unless the 95th
 * percentile of the others stays within twice what it is without them, and no request ends with a 5xx.
 *   npm run prove slow-provider       SLOW (60), EVERY_MS (3000), SECONDS (15) and DELAY_MS (1000) can be set
 */
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { createBankLink } from '../src/server/testing/bank-links.ts';
import { createOpenOffer } from '../src/server/testing/offers.ts';
import { PLAID_CLIENT } from '../src/server/testing/plaid-server.ts';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { requiredVariable } from '../src/server/testing/required-variable.ts';
import { urlOf } from '../src/server/testing/test-database.ts';
import { bankLinkContract } from '../src/shared/contract/bank-link.ts';
import { offersContract } from '../src/shared/contract/offers.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { quantile } from './quantile.ts';
import { startApi } from './shutdown/api.ts';
import { type Call, fetchFrom, openPortal, type Visitor } from './shutdown/visitor.ts';
import { failuresOf, keepAsking, type Measured, measured, timed } from './slow-provider/load.ts';
import { startSlowPlaid, startSlowProxy } from './slow-provider/slow-services.ts';
import { wholeBook } from './whole-book.ts';

const SLOW = Number(process.env['SLOW'] ?? 60);
const SECONDS = Number(process.env['SECONDS'] ?? 15);
const DELAY_MS = Number(process.env['DELAY_MS'] ?? 1000);
const EVERY_MS = Number(process.env['EVERY_MS'] ?? 3000);
/** Of the time that an answer takes: nobody presses in the same moment, and yet all wait at the same time. */
const BEGUN_WITHIN = 0.8;
const ASKERS = 4;
const MOST_TIMES_IDLE = 2;
const DATABASE = 'portal_prove_slow_provider';

const { settings, drop } = await createDemoDatabase(DATABASE);
const owner = openDatabase(urlOf('DATABASE_OWNER_URL', DATABASE));
const plaid = await startSlowPlaid(DELAY_MS);
const storage = await startSlowProxy(requiredVariable('S3_ENDPOINT'), DELAY_MS);
const port = await freePort();
const origin = `http://localhost:${port}`;
const api = await startApi(port, {
  ...settings,
  PUBLIC_ORIGIN: origin,
  LOG_LEVEL: 'fatal',
  S3_ENDPOINT: storage.url,
  PLAID_CLIENT_ID: PLAID_CLIENT.clientId,
  PLAID_SECRET: PLAID_CLIENT.secret,
  PLAID_BASE_URL: plaid.url,
});
try {
  const visitor = await openPortal(api.connect(origin));
  const dashboard = dashboardOf(visitor);
  const look = (seconds: number, into: Measured) =>
    keepAsking(visitor, { askers: ASKERS, calls: dashboard, seconds }, into);
  await look(3, measured());
  await compare('banks connected, Plaid', look, visitor, await bankCalls(visitor));
  await compare('uploads confirmed, file storage', look, visitor, await uploadCalls(visitor));
} finally {
  await api.stop();
  plaid.close();
  storage.close();
  await owner.destroy();
  await drop();
}
// Connections that the stand-ins keep open would keep this process too.
process.exit();

type Look = (seconds: number, into: Measured) => Promise<void>;

/** Half of what is idle is measured before and half after, as a machine is not the same all the time. */
async function compare(title: string, look: Look, visitor: Visitor, next: () => Call): Promise<void> {
  const [idle, beside, slow] = [measured(), measured(), measured()];
  await look(SECONDS / 2, idle);
  const sending = sendSlow(visitor, next, slow);
  await look(SECONDS, beside);
  const atOnce = await sending.end();
  await look(SECONDS / 2, idle);
  const [before, after] = [quantile(idle.times, 0.95), quantile(beside.times, 0.95)];
  const isWithin = after <= before * MOST_TIMES_IDLE;
  const failures = failuresOf(idle) + failuresOf(beside) + failuresOf(slow);
  console.log(`${title} takes ${DELAY_MS} ms, ${atOnce} requests at once:`);
  console.log(
    `  dashboard idle        ${inWords(idle)}\n  dashboard beside them ${inWords(beside)}\n  the slow ones         ${inWords(slow)}`,
  );
  console.log(
    `  p95 ${(after / before).toFixed(2)} times idle (${MOST_TIMES_IDLE} allowed), ${failures} answers of 5xx or none: ${isWithin && failures === 0 ? 'good' : 'NOT GOOD'}`,
  );
  if (!isWithin || failures > 0) process.exitCode = 1;
}

function inWords(one: Measured): string {
  const [middle, p95, longest] = [0.5, 0.95, 1].map((share) => quantile(one.times, share));
  const answers = [...one.statuses].map(([status, count]) => `${count} × ${status}`);
  return `p50 ${middle?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms, longest ${longest?.toFixed(0)} ms; ${answers.join(', ')}`;
}

/** So many, begun while the first of them still waits, and again when they are answered and their time has come. */
function sendSlow(visitor: Visitor, next: () => Call, into: Measured) {
  let [isOver, inFlight, most] = [false, 0, 0];
  const agents = Array.from({ length: SLOW }, () => visitor.connection.newAgent());
  const sendAll = async () => {
    while (!isOver) {
      const pause = setTimeout(EVERY_MS);
      await Promise.all(
        agents.map(async (agent, index) => {
          await setTimeout((DELAY_MS * BEGUN_WITHIN * index) / SLOW);
          inFlight += 1;
          most = Math.max(most, inFlight);
          const call = next();
          await timed(() => fetchFrom(visitor.connection, agent, call), into);
          inFlight -= 1;
        }),
      );
      await pause;
    }
    for (const agent of agents) agent.destroy();
  };
  const all = sendAll();
  return {
    /** How many were under way at the same time. */
    async end(): Promise<number> {
      isOver = true;
      await all;
      return most;
    },
  };
}

function dashboardOf({ syndicateId }: Visitor): Call[] {
  const { portfolioTotals, participations } = portfolioContract;
  const page = { ...wholeBook(syndicateId), page: 1, length: 25 };
  return [
    { path: portfolioTotals.path.replace(':syndication_id', String(syndicateId)) },
    { path: participations.path, body: z.encode(participations.body, page) as object },
  ];
}

/** Each under a link of its own, made before anything is measured. */
async function bankCalls({ tenantId }: Visitor): Promise<() => Call> {
  const count = SLOW * Math.ceil(1 + (SECONDS * 1000) / EVERY_MS);
  const tokens: string[] = [];
  for (let made = 0; made < count; made += 1) tokens.push((await createBankLink(owner, tenantId)).token);
  return () => ({
    path: bankLinkContract.connectBank.path,
    body: { public_token: `public-${crypto.randomUUID()}`, company_plaid_id: tokens.pop() ?? '' },
  });
}

/** Nothing was put, so that each is refused (409) once the storage has been asked, and can be sent again. */
async function uploadCalls(visitor: Visitor): Promise<() => Call> {
  const { tenantId } = visitor;
  const { id: categoryId } = await withTenant(owner, tenantId, (tx) =>
    tx.selectFrom('fileCategories').select('id').limit(1).executeTakeFirstOrThrow(),
  );
  const agent = visitor.connection.newAgent();
  const calls: Call[] = [];
  for (let index = 0; index < SLOW; index += 1) {
    const { token } = await createOpenOffer(owner, tenantId);
    const headers = { authorization: `Link ${token}` };
    const body = { file_name: 'contract.pdf', file_size: 1000, file_category_id: Number(categoryId) };
    const { path } = offersContract.stageFile;
    const announced = await fetchFrom(visitor.connection, agent, { path, body, headers });
    const { id } = JSON.parse(announced.body.toString()) as { id: string };
    calls.push({ path: offersContract.fileUploaded.path.replace(':id', id), method: 'POST', headers });
  }
  agent.destroy();
  let turn = 0;
  return () => {
    turn += 1;
    return calls[turn % calls.length] as Call;
  };
}
