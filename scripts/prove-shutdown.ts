/** The program behind scripts/prove-shutdown, which explains its use. */
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { type Api, startApi } from './shutdown/api.ts';
import { startBalancer } from './shutdown/balancer.ts';
import { keepAsking, type Tally } from './shutdown/readers.ts';
import { openPortal } from './shutdown/visitor.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const READERS = Number(process.env['READERS'] ?? 8);

const { settings, drop } = await createDemoDatabase('portal_prove_shutdown');
const ports = [await freePort(), await freePort()] as const;
const balancer = await startBalancer(ports);
const start = (port: number) =>
  startApi(port, { ...settings, ...balancer.apiSettings, PUBLIC_ORIGIN: balancer.origin });
const apis: Api[] = await Promise.all(ports.map(start));
try {
  await balancer.checkOutside();
  report(`${ROUNDS} restarts of each of two processes behind nginx`, await restartBehindBalancer());
  report('one process, asked by those who know it, stopped once', await stopAlone());
} finally {
  await Promise.all(apis.map((api) => api.stop()));
  await balancer.stop();
  await drop();
}

async function restartBehindBalancer(): Promise<Tally> {
  const visitor = await openPortal(balancer.connect());
  const load = keepAsking(visitor, READERS);
  await setTimeout(1_000);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, port] of ports.entries()) {
      await apis[index]?.stop();
      apis[index] = await start(port);
      await setTimeout(200);
    }
  return load.end();
}

async function stopAlone(): Promise<Tally> {
  const [api] = apis;
  if (!api) throw new Error('There are two.');
  const visitor = await openPortal(api.connect(balancer.origin));
  const load = keepAsking(visitor, READERS);
  await setTimeout(2_000);
  await api.stop();
  return load.end();
}

function report(title: string, { sent, exports, retold, failures, longestMs }: Tally): void {
  console.log(
    `${title}: ${sent} requests, ${exports} of them whole exports, ${failures.length} failed, longest ${Math.round(longestMs)} ms, ${retold} told to come back on another connection`,
  );
  for (const [failure, count] of Map.groupBy(failures, String)) console.log(`  ${count.length} × ${failure}`);
  if (failures.length > 0 || sent === 0 || exports === 0) process.exitCode = 1;
}
