/** The program behind scripts/prove-soak, which explains its use. */
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { urlOf } from '../src/server/testing/test-database.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { startApi } from './shutdown/api.ts';
import { startBalancer } from './shutdown/balancer.ts';
import { openSampler, type Sample } from './soak/samples.ts';
import { startWork } from './soak/work.ts';
import { startWorker } from './soak/worker.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 60);
const EVERY = Number(process.env['EVERY'] ?? 10);
const READERS = Number(process.env['READERS'] ?? 4);
const NAME = 'portal_prove_soak';
const HEAP_MB = 192;

/** How far the last value may be above the first one: a factor, and something for values near zero. */
const MAY_GROW: Readonly<Record<keyof Omit<Sample, 'minute'>, { times: number; plus: number }>> = {
  apiMemory: { times: 1.25, plus: 20 },
  workerMemory: { times: 1.25, plus: 20 },
  openFiles: { times: 1.2, plus: 5 },
  connections: { times: 1.1, plus: 3 },
  waitingJobs: { times: 1, plus: 20 },
  deadPercent: { times: 1.5, plus: 10 },
  rollupRowBytes: { times: 1.5, plus: 200 },
};

const { settings: own, drop } = await createDemoDatabase(NAME);
const ports = [await freePort(), await freePort()] as const;
const workerPort = await freePort();
const balancer = await startBalancer(ports);
const settings = {
  ...own,
  PUBLIC_ORIGIN: balancer.origin,
  // With more room Node lets garbage lie, and memory would show how busy a process was. A process that keeps too much ends, and is noticed.
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
};
const start = (port: number) => startApi(port, { ...settings, ...balancer.apiSettings });
const apis = await Promise.all(ports.map(start));
let worker = await startWorker(workerPort, settings);
const sampler = await openSampler(urlOf('DATABASE_OWNER_URL', NAME));
const work = await startWork(NAME, settings, balancer.connect(), READERS);
const samples: Sample[] = [];
try {
  console.log(
    '| minute | api, MB | worker, MB | open files | connections | waiting jobs | dead rows, % | bytes a rollup row |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  // How it began. It is not compared: processes that have just started have not warmed up.
  await look();
  for (let round = 0; round < MINUTES / EVERY; round += 1) {
    await setTimeout(EVERY * 60_000);
    // Each life of the processes is looked at just before it ends.
    samples.push(await look());
    for (const [index, port] of ports.entries()) {
      await apis[index]?.stop();
      apis[index] = await start(port);
    }
    await worker.stop();
    worker = await startWorker(workerPort, settings);
  }
  await work.end();
  judge();
  console.log(await work.reconcile());
} finally {
  await work.end().catch(() => undefined);
  await Promise.all([...apis.map((api) => api.stop()), worker.stop()]);
  await sampler.close();
  await balancer.stop();
  await drop();
}

async function look(): Promise<Sample> {
  const sample = await sampler.take({ apis: apis.map(({ pid }) => pid), worker: worker.pid });
  const { minute, ...values } = sample;
  console.log(`| ${minute.toFixed(0)} | ${Object.values(values).join(' | ')} |`);
  return sample;
}

function judge(): void {
  const { requests, exports, acceptances, entries, failures } = work.done;
  const restarts = (samples.length * 3).toFixed(0);
  console.log(
    `${requests} requests, ${exports} of them whole exports, ${acceptances} acceptances, ${entries} entries of day files, ${restarts} restarts, ${failures.length} failed`,
  );
  for (const [failure, count] of Map.groupBy(failures, String)) console.log(`  ${count.length} × ${failure}`);
  if (failures.length > 0 || requests === 0 || acceptances === 0) process.exitCode = 1;
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error('Nothing was measured.');
  for (const [what, { times, plus }] of Object.entries(MAY_GROW)) {
    const [then, now] = [first, last].map((sample) => sample[what as keyof Sample]) as [number, number];
    if (now <= then * times + plus) continue;
    console.log(`${what} grew from ${then} to ${now}`);
    process.exitCode = 1;
  }
}
