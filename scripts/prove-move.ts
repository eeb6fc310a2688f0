/**
 * Moves a tenant with 100,000 payout lines and its files between three cells on this machine, behind nginx with the generated map, while
 * people read and brokers accept. The mover is killed at every step, and each time the move is given up or resumed. Fails unless every
 * read outside the time that the tenant was closed was answered, every acknowledged acceptance is there once, the fingerprints are
 * identical, and links that were issued before all moves work after them.
 *   npm run prove:move       DEALS (400), OFFERS (120), FILES (25) and KILLS (0: only one move, which is measured) can be set
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { addHost } from '../src/server/features/tenants/hosts.ts';
import { switchMap } from '../src/server/operator/moves/proxy-map.ts';
import { createEncryption } from '../src/server/platform/crypto/encryption.ts';
import { hashToken, newToken } from '../src/server/platform/crypto/random-tokens.ts';
import { withClaims, withTenant } from '../src/server/platform/db/transactions.ts';
import { createFileStorage } from '../src/server/platform/integrations/file-storage.ts';
import { readEncryptionKeys } from '../src/server/platform/settings/env.ts';
import { WITH_LOOPBACK_NAMES } from '../src/server/testing/loopback-names.ts';
import { createBroker, createOpenOffer, type OpenOffer } from '../src/server/testing/offers.ts';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { calendarDate } from '../src/shared/domain/calendar-date.ts';
import { sealsOf } from './demo-data/funders/seals.ts';
import { loadBooks } from './demo-data/load/load.ts';
import { quickDataSet } from './demo-data/load/loaded-database.ts';
import { latestWeekday } from './demo-data/time-span.ts';
import { startCell } from './move/cells.ts';
import { type Answer, startLoad } from './move/load.ts';
import { startProxy, visitorsOf } from './move/proxy.ts';

const DEALS = Number(process.env['DEALS'] ?? 400);
const OFFERS = Number(process.env['OFFERS'] ?? 120);
const FILES = Number(process.env['FILES'] ?? 25);
const HAS_KILLS = process.env['KILLS'] !== '0';
const HOST = 'portal.meridian.test';
const SLUG = 'meridian';
const OPERATOR = { via: 'command line', name: 'prove-move' } as const;

const folder = await mkdtemp(join(tmpdir(), 'prove-move-'));
const port = await freePort();
const common = { PUBLIC_ORIGIN: `http://portal.test:${port}` };
let tenantId = '';
const cells = [
  await startCell(0, common, async (ownerUrl) => {
    const asOf = latestWeekday(calendarDate(new Date().toISOString().slice(0, 10)));
    const { books, tenantIds } = await quickDataSet(
      asOf,
      DEALS,
      sealsOf(createEncryption(readEncryptionKeys())),
    );
    await loadBooks(ownerUrl, books, tenantIds);
    tenantId = tenantIds.at(-1) ?? '';
  }),
  await startCell(1, common, async () => undefined),
  await startCell(2, common, async () => undefined),
];
const cellOf = (number: number) => {
  const cell = cells[number];
  if (!cell) throw new Error(`There is no cell ${number}.`);
  return cell;
};
const home = cellOf(0);
await addHost(home.owner, { tenantId, host: HOST, operator: OPERATOR }, true);
const file = {
  map: { file: join(folder, 'cells.conf'), reload: 'true', default: 0 },
  cells: Object.fromEntries(
    cells.map(({ number, ownerUrl, storage, port: at }) => [
      number,
      { upstream: [`127.0.0.1:${at}`], databaseOwnerUrl: ownerUrl, storage },
    ]),
  ),
};
await switchMap(file);
const proxy = await startProxy(folder, port);
file.map.reload = proxy.reload;
await writeFile(join(folder, 'cells.json'), JSON.stringify(file), { mode: 0o600 });
const visit = visitorsOf(HOST, port);

const { userId, syndicateId } = await readInvestor();
const token = await openSessionAtHost();
await storeFiles();
const offers: OpenOffer[] = [];
for (let index = 0; index < OFFERS; index += 1) offers.push(await createOpenOffer(home.owner, tenantId));
const mailedBefore = offers.splice(0, 3);
const lines = await countLines(0);
console.log(
  `${lines.toLocaleString('en-US')} payout lines, ${FILES} files, ${OFFERS} links; three cells behind nginx`,
);

const member = { headers: { authorization: `Bearer ${token}`, 'x-tenant': tenantId } };
const reads: [string, RequestInit][] = [[`/api/payouts/syndication_sums/${syndicateId}`, member]];
const before = await (await visit(...(reads[0] as [string, RequestInit]))).text();
const load = startLoad(visit, reads, offers);
const closed: [number, number][] = [];
const problems: string[] = [];
try {
  await setTimeout(2_000);
  await measured(0, 1);
  if (HAS_KILLS) {
    for (const step of ['files', 'leaving', 'closed', 'copied', 'switching'])
      await killedThen(step, 1, 2, '--abandon');
    await killedThen('switching', 1, 2, '--resume');
    await run(0, 'forget-moved', SLUG, '--after-days', '0');
    await killedThen('moved', 2, 0, '--resume');
  }
  await setTimeout(2_000);
  await load.stop();
  await report();
} finally {
  await load.stop();
  await proxy.stop();
  for (const cell of cells) await cell.stop();
  await rm(folder, { recursive: true });
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

/** Runs the operator's command in a cell; with a step, it is killed as soon as it says that it has come so far. */
async function run(cell: number, ...args: string[]): Promise<{ code: number | null; written: string }>;
async function run(cell: number, ...args: string[]) {
  return start(cell, args, null);
}

async function start(cell: number, args: readonly string[], killAt: string | null) {
  const child = spawn(process.execPath, ['src/server/cli.ts', 'tenant', ...args], {
    env: {
      ...process.env,
      ...common,
      ...WITH_LOOPBACK_NAMES,
      DATABASE_OWNER_URL: cellOf(cell).ownerUrl,
      CELLS_FILE: join(folder, 'cells.json'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  const listen = (stream: NodeJS.ReadableStream) =>
    createInterface({ input: stream }).on('line', (line) => {
      written.push(line);
      if (killAt !== null && line.endsWith(`Z ${killAt}`)) child.kill('SIGKILL');
    });
  listen(child.stdout);
  listen(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, written: written.join('\n') };
}

async function killedThen(
  step: string,
  from: number,
  to: number,
  then: '--abandon' | '--resume',
): Promise<void> {
  const begun = Date.now();
  const killed = await start(from, ['move', SLUG, '--to', String(to)], step);
  if (killed.code !== null) problems.push(`It was not killed at ${step}: ${killed.written}`);
  const states = await statesOf();
  const isUnderWay = states[from] !== 'open';
  const ended = isUnderWay ? await run(from, 'move', SLUG, then) : { code: 0, written: 'nothing to do' };
  closed.push([begun, Date.now()]);
  const after = await statesOf();
  const home = after.map((state, cell) => (state === 'open' ? cell : -1)).filter((cell) => cell >= 0);
  const expected = then === '--resume' ? to : from;
  if (ended.code !== 0 || home.join() !== String(expected))
    problems.push(`After ${step} and ${then}: open in ${home.join()}, ${ended.written}`);
  console.log(
    `killed at '${step}' (${states.map((state) => state ?? '-').join(' | ')}), ${isUnderWay ? then : 'nothing begun'}: open in cell ${home.join()} alone`,
  );
}

async function measured(from: number, to: number): Promise<void> {
  const begun = Date.now();
  const { code, written } = await run(from, 'move', SLUG, '--to', String(to));
  closed.push([begun, Date.now()]);
  console.log(written);
  if (code !== 0) problems.push(`The move failed: ${written}`);
}

async function statesOf(): Promise<(string | null)[]> {
  return Promise.all(
    cells.map(async ({ owner }) => {
      const { rows } = await withTenant(owner, tenantId, (tx) =>
        sql<{ moveState: string }>`select move_state from tenants`.execute(tx),
      );
      return rows[0]?.moveState ?? null;
    }),
  );
}

async function report(): Promise<void> {
  const within = ({ at }: Answer) => closed.some(([from, to]) => at >= from && at <= to);
  const failed = load.read.filter(({ status }) => status !== 200);
  const outside = failed.filter((answer) => !within(answer));
  console.log(
    `reads: ${load.read.length}, failed outside a move ${outside.length}, failed within ${failed.length - outside.length} ${statusCounts(failed)}`,
  );
  if (outside.length > 0) problems.push('Reads failed outside a move.');
  const cell = cellOf((await statesOf()).indexOf('open'));
  const accepted = await withTenant(cell.owner, tenantId, (tx) =>
    tx.selectFrom('offers').select('id').where('status', '=', 'Offer Accepted').execute(),
  );
  const there = new Set(accepted.map(({ id }) => id));
  const lost = load.acknowledged.filter((id) => !there.has(id));
  console.log(
    `acceptances: ${load.acknowledged.length} acknowledged, ${lost.length} lost; answers ${statusCounts(load.changes)}`,
  );
  if (lost.length > 0) problems.push('Acknowledged acceptances are lost.');
  const after = await (await visit(...(reads[0] as [string, RequestInit]))).text();
  console.log(`the dashboard's figures ${after === before ? 'are the same' : 'DIFFER'} after the moves`);
  if (after !== before) problems.push('The figures differ.');
  const links = await Promise.all(
    mailedBefore.map(async (offer) => (await createBroker({ fetch: visit }, offer).accept()).status),
  );
  console.log(`links issued before the moves, accepted after them: ${links.join(', ')}`);
  if (links.some((status) => status !== 200)) problems.push('A link no longer works.');
  const left = await countLines(cell.number);
  if (left !== lines) problems.push(`There are ${left} lines.`);
}

function statusCounts(answers: readonly Answer[]): string {
  const counts = new Map<number | string, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return `(${[...counts].map(([status, count]) => `${status}: ${count}`).join(', ')})`;
}

async function countLines(cell: number): Promise<number> {
  const { rows } = await withTenant(cellOf(cell).owner, tenantId, (tx) =>
    sql<{
      count: number;
    }>`select count(*)::integer as count from payout_lines where tenant_id = ${tenantId}`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}

async function readInvestor() {
  const { rows } = await withTenant(home.owner, tenantId, (tx) =>
    sql<{ userId: bigint; syndicateId: bigint }>`
      select user_id, syndicate_id from memberships where role = 'syndication' limit 1`.execute(tx),
  );
  const [row] = rows;
  if (!row) throw new Error('The tenant has no investor.');
  return row;
}

async function openSessionAtHost(): Promise<string> {
  const made = newToken();
  const later = sql<Date>`now() + interval '2 hours'`;
  await withClaims(home.owner, { userId }, async (tx) => {
    const { id: sessionId } = await tx
      .insertInto('sessions')
      .values({ userId, host: HOST, expiresAt: later, lastActiveAt: later })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tokenHash = hashToken(`${HOST} ${made}`);
    await tx
      .insertInto('sessionTokens')
      .values({ userId, sessionId, kind: 'access', tokenHash, expiresAt: later })
      .execute();
  });
  return made;
}

async function storeFiles(): Promise<void> {
  const storage = createFileStorage(home.storage);
  const { rows } = await withTenant(home.owner, tenantId, (tx) =>
    sql<{ id: bigint }>`select id from deals where tenant_id = ${tenantId} order by id limit 1`.execute(tx),
  );
  const dealId = rows[0]?.id ?? 0n;
  for (let index = 0; index < FILES; index += 1) {
    const bytes = randomBytes(200_000);
    const storageKey = `${tenantId}/files/${crypto.randomUUID()}`;
    await storage.put(storageKey, bytes, 'application/pdf');
    await withTenant(home.owner, tenantId, (tx) =>
      tx
        .insertInto('files')
        .values({
          tenantId,
          dealId,
          name: `statement-${index}.pdf`,
          contentType: 'application/pdf',
          byteSize: BigInt(bytes.length),
          sha256: createHash('sha256').update(bytes).digest(),
          storageKey,
          scanStatus: 'clean',
        })
        .execute(),
    );
  }
}
