/**
 * Starts what is inside compose.yaml by hand, with its own command lines, settings and configuration files, moved to this machine:
 * certificates, PostgreSQL, clamd, migrations, api and worker, and Prometheus. Shows that each connection is encrypted, that none is
 * taken in plain text, and that a certificate of somebody else is refused by the portal, by PostgreSQL's clients and by nginx.
 *   npm run prove inner-tls
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { encryptStorage } from '../src/server/testing/encrypted-storage.ts';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { requiredVariable } from '../src/server/testing/required-variable.ts';
import { end, readCompose, startClamd, startPostgres } from './inner-tls/inside.ts';
import { startApi } from './shutdown/api.ts';
import { startBalancer } from './shutdown/balancer.ts';
import { fetchFrom } from './shutdown/visitor.ts';

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), 'inner-tls-'));
const [database, api, worker, prometheus] = [
  await freePort(),
  await freePort(),
  await freePort(),
  await freePort(),
];
const passwords = { PORTAL_OWNER_PASSWORD: 'of-the-owner', PORTAL_APP_PASSWORD: 'of-the-app' };
const stops: (() => unknown)[] = [() => rm(folder, { recursive: true })];
const certificates = await readCompose(folder, {}, []);
await run('deploy/certificates', certificates.command('certificates').map(withOwnersOfHere));
await copyFile('deploy/pg_hba.conf', path.join(folder, 'pg_hba.conf'));
await run('chmod', ['755', folder]);
const storage = await encryptStorage({ cert: `${folder}/tls/s3/cert.pem`, key: `${folder}/tls/s3/key.pem` });
stops.unshift(storage.stop);
const compose = await readCompose(folder, { ...filled(), ...passwords }, [
  ['@postgres/', `@localhost:${database}/`],
  ['https://s3:8333', `https://localhost:${storage.port}`],
]);
try {
  const postgres = await startPostgres(folder, compose.command('postgres'), database, passwords);
  stops.unshift(postgres.stop);
  await checkDatabase();
  const clamd = await startClamd(folder, compose.here, 'Portal.Test:0:*:706f7274616c2d7669727573\n');
  stops.unshift(clamd.stop);
  await cli('migrate', compose.environment('migrate'));
  const settings = { ...compose.environment('api'), ...ofHere() };
  const running = await startApi(api, settings);
  stops.unshift(running.stop);
  const working = spawn(process.execPath, ['src/server/worker.ts'], {
    env: { ...process.env, ...settings, WORKER_PORT: String(worker) },
    stdio: 'inherit',
  });
  stops.unshift(() => end(working, 'SIGTERM'));
  await checkDoctor(settings);
  await checkScrapes();
  await checkProxy();
} finally {
  for (const stop of stops) await stop();
}
process.exit();

/** In a container they have the numbers of its image. */
function withOwnersOfHere(argument: string): string {
  return argument.replace(/:1000$/, `:${userInfo().uid}`).replace(/:999$/, ':postgres');
}

/** What an operator writes into deploy/portal.env, and the storage of development. */
function filled(): Record<string, string> {
  const taken = ['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET', 'S3_UPLOAD_BUCKET', 'SMTP_URL'];
  const signer = ['S3_UPLOAD_ACCESS_KEY', 'S3_UPLOAD_SECRET_KEY'];
  return {
    ...Object.fromEntries([...taken, ...signer].map((name) => [name, requiredVariable(name)])),
    S3_UPLOAD_PRINCIPAL: process.env['S3_UPLOAD_PRINCIPAL'] ?? '',
    PUBLIC_ORIGIN: 'https://portal.example.com',
    S3_PUBLIC_ENDPOINT: 'https://files.portal.example.com',
    PASSWORD_PEPPER: requiredVariable('PASSWORD_PEPPER'),
    SIGN_IN_SECRET: requiredVariable('SIGN_IN_SECRET'),
    ENCRYPTION_KEY: requiredVariable('ENCRYPTION_KEY'),
    MAIL_FROM: 'Portal <portal@portal.test>',
    SUPPORT_EMAIL: 'help@portal.test',
  };
}

/** Production refuses the published secrets of the storage of development; every other setting is that of compose.yaml. */
function ofHere(): Record<string, string> {
  return { NODE_ENV: 'test', HOST: '0.0.0.0', LOG_LEVEL: 'fatal' };
}

async function cli(command: string, settings: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], ...settings };
  const { stdout } = await run(process.execPath, ['src/server/cli.ts', command], { env });
  return stdout;
}

async function checkDatabase(): Promise<void> {
  const { DATABASE_URL = '' } = compose.environment('api');
  const ask = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      'select version from pg_stat_ssl where pid = pg_backend_pid()',
    );
    await client.end();
    return rows[0]?.version;
  };
  assert.equal(await ask(DATABASE_URL), 'TLSv1.3');
  const refused = async (what: string, url: string, words: RegExp) => {
    await assert.rejects(ask(url), words);
    console.log(`database: ${what} refused`);
  };
  console.log('database: verify-full answered with TLSv1.3');
  const [plain = ''] = DATABASE_URL.split('?');
  await refused('plain text', plain, /no pg_hba\.conf entry .* no encryption/);
  await refused('an authority of somebody else', `${plain}?sslmode=verify-full`, /self-signed certificate/);
  await refused('another name', DATABASE_URL.replace('@localhost', '@127.0.0.2'), /does not match/);
}

async function checkDoctor(settings: Record<string, string>): Promise<void> {
  const told = await cli('doctor', settings).catch((error: { stdout: string }) => error.stdout);
  for (const line of [
    /^ok +database .*TLSv1\.3/m,
    /^ok +files /m,
    /^ok +uploads /m,
    /^warning +virus scan +ClamAV .*answers/m,
    /^ok +inner TLS +api and worker: ends in 39\d days/m,
    /^ok +inner TLS +database: ends in 39\d days/m,
    /^ok +inner TLS +file storage: ends in 39\d days/m,
  ])
    assert.match(told, line);
  for (const line of told.split('\n').filter((one) => /database|files|uploads|virus|inner/.test(one)))
    console.log(`doctor: ${line}`);
  const other = await cli('doctor', { ...settings, S3_CA_FILE: '/etc/ssl/certs/ca-certificates.crt' }).catch(
    (error: { stdout: string }) => error.stdout,
  );
  assert.match(other, /^failed +files +.*certificate/m);
  console.log('storage: an authority of somebody else refused');
}

async function checkScrapes(): Promise<void> {
  const shipped = await readFile('deploy/prometheus.yml', 'utf8');
  const config = path.join(folder, 'prometheus.yml');
  await writeFile(
    config,
    shipped
      .replace('api:3000, api-2:3000', `127.0.0.1:${api}`)
      .replace('worker:3001', `127.0.0.1:${worker}`)
      .replaceAll('trust/ca.pem', 'tls/trust/ca.pem')
      .replaceAll('15s', '1s'),
  );
  await copyFile('deploy/alerts.yml', path.join(folder, 'alerts.yml'));
  await run('promtool', ['check', 'config', config]);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}/tsdb`,
      `--web.listen-address=127.0.0.1:${prometheus}`,
    ],
    { stdio: 'ignore' },
  );
  stops.unshift(() => end(child, 'SIGTERM'));
  type Told = { data: { activeTargets: { scrapeUrl: string; health: string; lastError: string }[] } };
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${prometheus}/api/v1/targets`).catch(() => null);
    const targets = answer?.ok ? ((await answer.json()) as Told).data.activeTargets : [];
    if (targets.length === 2 && targets.every(({ health }) => health === 'up')) {
      for (const { scrapeUrl, health } of targets) console.log(`prometheus: ${scrapeUrl} ${health}`);
      return;
    }
    if (tries > 30) throw new Error(`Prometheus does not scrape: ${JSON.stringify(targets)}`);
    await setTimeout(500);
  }
}

/** nginx trusts the authority that it was given alone, so it passes nothing on to an api with a certificate of another. */
async function checkProxy(): Promise<void> {
  const stranger = await startBalancer([api]);
  stops.unshift(stranger.stop);
  const { status } = await fetchFrom(stranger.connect(), stranger.connect().newAgent(), { path: '/' });
  assert.equal(status, 502);
  console.log('nginx: an api with a certificate of another authority refused (502)');
}
