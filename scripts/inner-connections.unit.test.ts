import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { MAX_UNPACKED } from '../src/server/stored-files/file-checks/zip-archive.ts';

interface Service {
  command?: string | string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[] };
  volumes?: string[];
}

interface Scrape {
  job_name: string;
  scheme?: string;
  tls_config?: { ca_file?: string; server_name?: string; insecure_skip_verify?: boolean };
}

const { services } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
/** Without what only people read. */
const linesOf = async (file: string) =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => !/^\s*#/.test(line));
const commandOf = (name: string) => [services[name]?.command ?? []].flat().join(' ');

test('OPS-12 no address in compose.yaml or deploy/ is one of plain text', async () => {
  const entries = await readdir('deploy', { recursive: true, withFileTypes: true });
  const shipped = entries.flatMap((entry) => (entry.isFile() ? [`${entry.parentPath}/${entry.name}`] : []));
  const files = ['compose.yaml', ...shipped];
  expect(files).toEqual(expect.arrayContaining(['deploy/nginx.conf', 'deploy/portal@.service']));
  for (const file of files)
    expect([file, (await linesOf(file)).filter((line) => line.includes('http://'))]).toEqual([file, []]);
});

test('OPS-12 in compose.yaml api, worker and migrations check whose database and storage it is', () => {
  const addresses = Object.entries(services).flatMap(([name, { environment = {} }]) =>
    Object.entries(environment).map(([setting, value]) => ({ name, setting, value: String(value) })),
  );
  const databases = addresses.filter(({ value }) => value.startsWith('postgres'));
  expect(databases.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'migrate DATABASE_OWNER_URL',
    'worker DATABASE_URL',
    'api DATABASE_URL',
    'api-2 DATABASE_URL',
    'backup DATABASE_BACKUP_URL',
    'restore DATABASE_BACKUP_URL',
    'restore DATABASE_RESTORE_URL',
  ]);
  for (const { value } of databases)
    expect(value).toMatch(/\?sslmode=verify-full&sslrootcert=\/tls\/trust\/ca\.pem$/);
  expect(addresses.filter(({ setting }) => setting === 'PRIVATE_NETWORK_HOSTS')).toEqual([]);
  for (const name of ['api', 'worker'])
    expect(services[name]?.environment).toMatchObject({
      S3_ENDPOINT: expect.stringMatching(/^https:/),
      S3_CA_FILE: '/tls/trust/ca.pem',
      CLAMD_HOST: expect.stringMatching(/^\//),
      TLS_CERT_FILE: expect.stringMatching(/^\/tls\/api\//),
      TLS_KEY_FILE: expect.stringMatching(/^\/tls\/api\//),
    });
});

test('OPS-12 the database, the storage and the scanner of compose.yaml take no connection in plain text', async () => {
  for (const part of ['-c ssl=on', 'ssl_key_file=/tls/postgres/', 'hba_file=/etc/postgresql/pg_hba.conf'])
    expect(commandOf('postgres')).toContain(part);
  const rules = (await linesOf('deploy/pg_hba.conf')).filter(Boolean);
  expect(rules).toEqual(['local all all peer', 'hostssl all all all scram-sha-256']);
  for (const part of ['-s3.cert.file=/tls/s3/', '-s3.key.file=/tls/s3/', '-ip.bind=127.0.0.1'])
    expect(commandOf('s3')).toContain(part);
  // With it, the other port would go on without TLS.
  expect(commandOf('s3')).not.toContain('port.https');
  expect((await linesOf('deploy/clamd.conf')).join('\n')).not.toContain('TCP');
});

test('OFFER-03 the scanner reads as much of a part of a file as the portal lets through', async () => {
  const sizes = (await linesOf('deploy/clamd.conf')).map(
    (line) => /^(\w+) (\d+)M$/.exec(line)?.slice(1) ?? [],
  );
  const { MaxFileSize, MaxScanSize } = Object.fromEntries(sizes);
  expect(Number(MaxFileSize) * 1024 ** 2).toBeGreaterThanOrEqual(MAX_UNPACKED);
  expect(Number(MaxScanSize)).toBeGreaterThan(Number(MaxFileSize));
});

test('OPS-12 the proxy and Prometheus check the certificate of whom they call, and its names are in one', async () => {
  const nginx = await linesOf('deploy/nginx.conf');
  const passed = nginx.filter((line) => line.includes('proxy_pass '));
  expect(passed.length).toBeGreaterThan(4);
  expect(passed.filter((line) => !line.includes('proxy_pass https://'))).toEqual([]);
  const settings = nginx.filter((line) => line.includes('proxy_ssl_')).map((line) => line.trim());
  expect(settings.filter((line) => line.startsWith('proxy_ssl_verify'))).toEqual(['proxy_ssl_verify on;']);
  expect(settings).toContain('proxy_ssl_trusted_certificate /etc/nginx/trust/ca.pem;');
  const { scrape_configs: scrapes } = parse(await readFile('deploy/prometheus.yml', 'utf8')) as {
    scrape_configs: Scrape[];
  };
  for (const { job_name, scheme, tls_config } of scrapes)
    expect({ job_name, scheme, tls_config }).toEqual({
      job_name,
      scheme: 'https',
      tls_config: { ca_file: 'trust/ca.pem', server_name: job_name.replace('portal-', '') },
    });
  const named = [services['certificates']?.command ?? []].flat().flatMap((one) => one.split(/[,:]/));
  const called = settings.flatMap((line) => /^proxy_ssl_name (\w+);$/.exec(line)?.[1] ?? []);
  for (const name of [...called, ...scrapes.map((one) => one.tls_config?.server_name), 'postgres', 's3'])
    expect(named).toContain(name);
});

test('OPS-12 only the service that makes certificates sees the authority, and each key has one reader', () => {
  const seenBy = (volume: string) =>
    Object.entries(services)
      .filter(([, { volumes = [] }]) => volumes.some((one) => one.startsWith(`${volume}:`)))
      .map(([name]) => name);
  expect(seenBy('authority')).toEqual(['certificates']);
  expect(seenBy('tls-postgres')).toEqual(['certificates', 'postgres']);
  expect(seenBy('tls-s3')).toEqual(['certificates', 's3']);
  expect(seenBy('tls-api')).toEqual(['certificates', 'worker', 'api', 'api-2']);
});
