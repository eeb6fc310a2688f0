/** The program behind scripts/prove-upgrade, which explains its use. */
import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { urlOf } from '../src/server/testing/test-database.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { startBalancer } from './shutdown/balancer.ts';
import { openContainer } from './upgrade/container.ts';
import { type Counts, startLoad } from './upgrade/load.ts';
import { openMachine } from './upgrade/machine.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 20_000);
const READERS = Number(process.env['READERS'] ?? 6);
const DATABASE = 'portal_prove_upgrade';
const [folder = '', releases = '', source = ''] = process.argv.slice(2);
const [before, after] = [`${releases}/portal-1.0.0.tar.gz`, `${releases}/portal-1.1.0.tar.gz`];

const filesOf = (release: string) =>
  execFileSync('tar', ['-tzf', release], { encoding: 'utf8', maxBuffer: 64e6 })
    .split('\n')
    .flatMap((name) => /\/dist\/web\/assets\/([\w.-]+\.(?:js|css|woff2))$/.exec(name)?.[1] ?? []);
const newFiles = new Set(filesOf(after));
const filesOfOpenPages = filesOf(before).filter((name) => !newFiles.has(name) && name.endsWith('.js'));
if (filesOfOpenPages.length < 20) throw new Error('Both releases have the same pages.');

const { settings, drop } = await createDemoDatabase(DATABASE, source);
const [first, second, workerPort] = [await freePort(), await freePort(), await freePort()] as const;
const balancer = await startBalancer([first, second]);
const ownerUrl = urlOf('DATABASE_OWNER_URL', DATABASE);
const owner = openDatabase(ownerUrl, { maxConnections: 2 });
const machine = await (process.env['SYSTEMD'] ? openContainer : openMachine)({
  folder: `${folder}/machine`,
  releases,
  settings: {
    ...settings,
    ...balancer.apiSettings,
    PUBLIC_ORIGIN: balancer.origin,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  },
  ownerUrl,
  apiPorts: [first, second],
  workerPort,
});
try {
  await machine.install(before);
  await machine.start();
  let total: Counts | undefined;
  for (let round = 0; (total?.requests ?? 0) < REQUESTS; round += 1) {
    const load = await startLoad({
      connection: balancer.connect(),
      owner,
      readers: READERS,
      filesOfOpenPages,
    });
    await setTimeout(1_000);
    for (const release of [after, '--back']) {
      const started = performance.now();
      const said = (await machine.install(release)).trim().split('\n').at(-1);
      console.log(`${Math.round((performance.now() - started) / 1000)} s: ${said}`);
      await setTimeout(5_000);
    }
    total = sum(total, await load.end());
    console.log(`round ${round + 1}: ${total.requests} requests, ${total.failures.length} failed`);
  }
  if (total) report(total);
} finally {
  await machine.stop();
  await owner.destroy();
  await balancer.stop();
  await drop();
}

function sum(one: Counts | undefined, other: Counts): Counts {
  if (!one) return other;
  const added = (name: 'acceptances' | 'exports' | 'files' | 'requests' | 'signIns') =>
    one[name] + other[name];
  return {
    requests: added('requests'),
    exports: added('exports'),
    signIns: added('signIns'),
    acceptances: added('acceptances'),
    files: added('files'),
    longestMs: Math.max(one.longestMs, other.longestMs),
    failures: [...one.failures, ...other.failures],
  };
}

function report({ requests, exports, signIns, acceptances, files, longestMs, failures }: Counts): void {
  console.log(
    `${requests} requests: ${exports} whole exports, ${signIns} sign-ins, ${acceptances} acceptances, ${files} files of pages; ${failures.length} failed, longest ${Math.round(longestMs)} ms`,
  );
  for (const [failure, count] of Map.groupBy(failures, String)) console.log(`  ${count.length} × ${failure}`);
  if (failures.length > 0 || [exports, signIns, acceptances, files].includes(0)) process.exitCode = 1;
}
