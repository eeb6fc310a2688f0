/**
 * Shows that nothing is lost or done twice, and that everything goes on without help, when machines of the database die: three etcd, three
 * Patroni nodes, HAProxy, PgBouncer, two apis and a worker on this machine, used by brokers, investors and the funder's systems, who note
 * outside the database what they were told. Prints a table, and fails if something acknowledged is lost or doubled, a mail is missing, the
 * worker does not go on, or the book does not reconcile.
 *   npm run prove failover     ROUNDS (3) of EVENTS (all, in order: a list with commas; see scripts/failover/events.ts), PAUSE (5)
 *                              seconds between two; WITHOUT=pgbouncer leaves that out; KEEP=1 keeps the logs of all programs
 * Programs come from PATH, or from PATRONI, ETCD, HAPROXY, PGBOUNCER and POSTGRES_BIN. Only root can mount the disks that are filled.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { installJobs } from '../src/server/platform/jobs/install.ts';
import { ORIGIN } from '../src/server/testing/test-app.ts';
import { createBook } from './failover/book.ts';
import { startCluster } from './failover/cluster.ts';
import { EVENTS, type EventName } from './failover/events.ts';
import { openLedger } from './failover/ledger.ts';
import { startLoad } from './failover/load.ts';
import { openMailbox } from './failover/mailbox.ts';
import { isDead, measureEvent, type Row } from './failover/measure.ts';
import { superviseProgram } from './failover/portal.ts';
import { until } from './failover/processes.ts';
import { printHeader, printRow, reportEnd } from './failover/report.ts';
import { findTools, versionOf } from './failover/tools.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const PAUSE = Number(process.env['PAUSE'] ?? 5);
const WITHOUT = (process.env['WITHOUT'] ?? '').split(',');
const WARM_UP_SECONDS = 10;

const tools = findTools(WITHOUT);
const folder = await mkdtemp(path.join(tmpdir(), 'failover-'));
await chmod(folder, 0o755);
const toStop: (() => Promise<unknown>)[] = [];
const rows: Row[] = [];
let isGood = false;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void stopAll().then(() => process.exit(1)));
try {
  isGood = await prove();
} catch (error) {
  console.error(error);
} finally {
  await stopAll();
}
// After a failure somebody may still be trying.
process.exit(isGood ? 0 : 1);

async function stopAll(): Promise<void> {
  for (const stop of toStop.splice(0).toReversed()) await stop().catch((error) => console.error(error));
  if (isGood && !process.env['KEEP']) await rm(folder, { recursive: true, force: true });
  else console.log(`The logs are in ${folder}`);
}

function chosenEvents(hasOwnDisks: boolean): EventName[] {
  const all = Object.keys(EVENTS) as EventName[];
  const wanted = process.env['EVENTS']?.split(',') ?? all;
  for (const name of wanted)
    if (!(name in EVENTS)) throw new Error(`There is no event ${name}, only ${all.join(', ')}.`);
  return (wanted as EventName[]).filter((name) => {
    const missing =
      (name === 'pgbouncer' && !tools.pgbouncer && 'PgBouncer was left out') ||
      (name === 'disk' && !hasOwnDisks && 'only root can mount the disks that it fills') ||
      (name === 'clock' && !tools.compiler && 'there is no C compiler for stepped-clock.c');
    if (missing) console.log(`Without the event ${name}: ${missing}.`);
    return !missing;
  });
}

async function prove(): Promise<boolean> {
  const started = performance.now();
  const versions = [`Patroni ${versionOf(tools.patroni)}`, `etcd ${versionOf(tools.etcd)}`];
  if (tools.pgbouncer) versions.push(`PgBouncer ${versionOf(tools.pgbouncer)}`);
  console.log(`Starting a cluster in ${folder}: ${versions.join(', ')}`);
  const cluster = await startCluster(tools, folder);
  toStop.push(cluster.stop);
  await migrate(cluster.ownerUrl);
  await installJobs(cluster.ownerUrl);
  const mailbox = await openMailbox();
  toStop.push(mailbox.close);
  const settings = {
    PUBLIC_ORIGIN: ORIGIN,
    SMTP_URL: mailbox.url,
    // Nobody sends files here, so there are neither a storage nor a virus scanner.
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'none',
    S3_SECRET_KEY: 'none',
    S3_UPLOAD_ACCESS_KEY: 'none',
    S3_UPLOAD_SECRET_KEY: 'none-either',
    CLAMD_HOST: '127.0.0.1',
    CLAMD_PORT: '9',
  };
  const start = async (name: 'api' | 'worker', label: string, url: string) => {
    const service = await superviseProgram(name, {
      folder,
      label,
      settings: { ...settings, DATABASE_URL: url, DATABASE_DIRECT_URL: cluster.url },
    });
    toStop.push(service.stop);
    return service;
  };
  const apiUrl = cluster.pooler?.url ?? cluster.url;
  const apis = [await start('api', 'api1', apiUrl), await start('api', 'api2', apiUrl)];
  const worker = await start('worker', 'worker', cluster.url);
  const owner = openDatabase(cluster.ownerUrl, { maxConnections: 2 });
  toStop.push(() => owner.destroy());
  const urls = apis.map(({ url }) => url);
  const book = await createBook(owner, urls[0] ?? '');
  const ledger = openLedger(path.join(folder, 'acknowledged.log'));
  const load = startLoad(book, { ledger, urls });
  await setTimeout(WARM_UP_SECONDS * 1000);
  const warm = ledger.acknowledged.length;
  if (warm === 0) throw new Error(`Nothing is acknowledged: ${ledger.refusals.slice(0, 5).join('; ')}`);
  console.log(
    `Ready after ${((performance.now() - started) / 1000).toFixed(0)} s; ${warm} commands acknowledged in the first ${WARM_UP_SECONDS} s\n`,
  );

  printHeader();
  const events = chosenEvents(cluster.nodes.every(({ hasOwnDisk }) => hasOwnDisk));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of events) {
      await until('the cluster is whole', 180, cluster.isWhole, 500);
      await setTimeout(PAUSE * 1000);
      const last = rows.at(-1);
      const wasDead = last !== undefined && isDead(last);
      const row = await measureEvent(name, round, { cluster, ledger, mailbox, book, worker, wasDead });
      rows.push(row);
      printRow(rows.length, row);
    }
  const everybodyDone = await load.end(120);
  return reportEnd({ rows, ledger, book, mailbox, cluster, worker, apis, everybodyDone });
}
