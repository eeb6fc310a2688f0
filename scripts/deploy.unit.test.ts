import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { setRoleLimits } from '../src/server/platform/db/role-limits.ts';
import { readEnv } from '../src/server/platform/settings/env.ts';
import { everySetting } from '../src/server/platform/settings/settings.ts';
import { contract } from '../src/shared/contract/all.ts';
import type { Endpoint } from '../src/shared/contract/endpoint.ts';
import { settingsTable } from './settings-table.ts';

interface Service {
  ports?: string[];
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
  build?: string;
  tmpfs?: string[];
  volumes?: string[];
}

const compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const example = await readFile('deploy/portal.env.example', 'utf8');

/** Parsed in the way that Compose, systemd and a shell all read it. */
const bare = (value: string) => value.replace(/^'(.*)'$/, '$1');

/** The example, filled in like an operator would. */
const filledIn = (): Record<string, string> =>
  Object.fromEntries(
    example
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line, index) => {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        const secret = Buffer.from(`${index} of many secrets, all different`)
          .toString('base64')
          .padEnd(44, '=');
        return [
          name,
          value === 'change-me' ? secret.slice(0, 43).concat('=') : bare(value).replace('change-me', 'x9'),
        ];
      }),
  );

const interpolate = (text: string, values: Record<string, string>) =>
  text.replaceAll(
    /\$\{(\w+)(?::\?|:-(\w*))?\}/g,
    (_, name: string, fallback = '') => values[name] || fallback,
  );

test('OPS-06 the example of the settings, filled in, is an environment with which api and worker start in production', () => {
  for (const name of ['api', 'worker']) {
    const environment = compose.services[name]?.environment ?? {};
    const settings = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, interpolate(value, filledIn())]),
    );
    expect(readEnv(settings)).toMatchObject({ SHUTDOWN_DRAIN_SECONDS: 5 });
    const known = [...Object.keys(everySetting), 'NODE_ENV'];
    expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
  }
  expect(() => readEnv({ ...filledIn(), NODE_ENV: 'production', PASSWORD_PEPPER: 'change-me' })).toThrow(
    'PASSWORD_PEPPER',
  );
});

test('OPS-06 every setting is passed on by compose.yaml, unless it is what compose.yaml itself sets up', () => {
  const ITS_OWN = [
    'DATABASE_URL',
    'S3_ENDPOINT',
    'S3_CA_FILE',
    'CLAMD_HOST',
    'TLS_CERT_FILE',
    'TLS_KEY_FILE',
    'TRUSTED_PROXIES',
  ];
  // Settings of the image, of the worker, of the operator's commands and of development alone; and those of plain text, of which there is none.
  const PLAIN_TEXT = ['CLAMD_PORT', 'PRIVATE_NETWORK_HOSTS'];
  const ELSEWHERE = [
    'HOST',
    'PORT',
    'WORKER_PORT',
    'DATABASE_OWNER_URL',
    'PORTAL_AS',
    'LOCAL_SIGN_ON_PROVIDER',
    ...PLAIN_TEXT,
  ];
  const { environment = {} } = compose.services['api'] ?? {};
  for (const name of Object.keys(everySetting).filter((one) => !ELSEWHERE.includes(one)))
    expect([name, environment[name]]).toEqual([
      name,
      ITS_OWN.includes(name) ? expect.any(String) : expect.stringMatching(`^\\$\\{${name}(:\\?|:-\\w*)\\}$`),
    ]);
  expect(compose.services['worker']?.environment).toEqual({ ...environment, WORKER_PORT: '3001' });
});

test('OPS-06 a shell reads the example as Compose and systemd do', async () => {
  const script = 'set -a; . ./deploy/portal.env.example; env -0';
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env: { PATH } });
  const written = example.split('\n').filter((line) => /^\w+=/.test(line));
  expect(stdout.split('\0')).toEqual(
    expect.arrayContaining(
      written.map((line) => line.replace(/=(.*)$/, (_, value: string) => `=${bare(value)}`)),
    ),
  );
});

test('OPS-06 what is imported over HTTP is not spooled into memory', () => {
  expect(compose.services['api']).toMatchObject({ volumes: expect.arrayContaining(['spool:/tmp']) });
  expect(compose.services['api']?.tmpfs).toBeUndefined();
});

test('OPS-06 security rule: nginx sends pages on to https, and refuses every call that comes in plain text', async () => {
  const text = await readFile('deploy/nginx.conf', 'utf8');
  const refused = /location ~ (\S+) \{\n {4}return 403;/.exec(text)?.[1] ?? '';
  const paths = Object.values(contract).flatMap((calls) => Object.values(calls).map(({ path }) => path));
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !new RegExp(refused).test(path))).toEqual([]);
  for (const page of ['/', '/login', '/dashboard', '/profile', '/fcs/x', '/offer/1/x'])
    expect(page).not.toMatch(new RegExp(refused));
});

test('OPS-45 on port 80 the question of a certificate authority is answered for each name, and outside nothing is told but that the portal answers', async () => {
  const text = await readFile('deploy/nginx.conf', 'utf8');
  const [, , onPort80 = '', portal = ''] = text.split(/^server \{$/m);
  expect(onPort80).toMatch(/listen 80;\n {2}server_name portal\.example\.com files\.portal\.example\.com;/);
  expect(onPort80).toMatch(/location \/\.well-known\/acme-challenge\/ \{\n {4}root \/var\/www\/acme;/);
  expect(portal).toMatch(
    /location = \/status \{\n {4}auth_request \/status\/api;\n {4}try_files \S+ =204;\n {2}\}/,
  );
  expect(portal).toMatch(/location = \/status\/api \{\n {4}internal;/);
  expect(portal).toMatch(/location ~ \^\/\(healthz\|readyz\|metrics\)\$ \{\n {4}return 404;/);
});

test('OPS-45 portal-admin gives the owner’s address to the commands that need it alone, and drops the caller’s environment', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-admin-'));
  await writeFile(path.join(folder, 'portal.env'), "PORTAL_NAME='Harbor Capital'\n");
  await writeFile(path.join(folder, 'owner.env'), 'DATABASE_OWNER_URL=of-the-owner\n');
  const shown = ['PORTAL_NAME', 'DATABASE_OWNER_URL', 'SUDO_USER', 'NODE_OPTIONS', 'NODE_ENV'];
  const script = (await readFile('deploy/portal-admin', 'utf8'))
    .replaceAll('/etc/portal/', `${folder}/`)
    .replace('[ "$(id -u)" = 0 ]', 'true')
    .replace(/^exec setpriv .*$/m, `printf '%s|' ${shown.map((name) => `"\${${name}:-}"`).join(' ')}`);
  await writeFile(path.join(folder, 'portal-admin'), script, { mode: 0o755 });
  const run = async (...args: string[]) => {
    const env = { ...process.env, SUDO_USER: 'dana', NODE_OPTIONS: '--no-warnings', DATABASE_OWNER_URL: 'x' };
    return (await promisify(execFile)(path.join(folder, 'portal-admin'), args, { env })).stdout;
  };
  expect(await run('user', 'list')).toBe('Harbor Capital||dana||production|');
  expect(await run('tenant', 'list')).toBe('Harbor Capital||dana||production|');
  for (const words of [
    ['migrate'],
    ['tenant', 'add', 'maple'],
    ['--as', 'sam@maple.example', 'tenant', 'host', 'list', 'maple'],
    ['--as=sam@maple.example', 'tenant', 'host', 'list', 'maple'],
  ])
    expect(await run(...words)).toBe('Harbor Capital|of-the-owner|dana||production|');
  await rm(folder, { recursive: true });
});

test('OPS-06 each server of nginx names its logs and protocols: those of the http block around it hold whole addresses', async () => {
  const text = await readFile('deploy/nginx.conf', 'utf8');
  const [outside = '', ...servers] = text.split(/^server \{$/m);
  expect(servers).toHaveLength(4);
  expect(outside).not.toMatch(/^(access_log|error_log|ssl_protocols|server_tokens)/m);
  for (const server of servers) {
    expect(server).toContain('  access_log /var/log/nginx/access.log portal;\n');
    expect(server).toContain('  error_log /var/log/nginx/error.log crit;\n');
    if (server.includes('listen 443')) {
      expect(server).toContain('  ssl_protocols TLSv1.2 TLSv1.3;\n');
      // Only suites with forward secrecy and authenticated encryption.
      const suites = /ssl_ciphers (\S+);/.exec(server)?.[1]?.split(':') ?? [''];
      expect(suites.filter((suite) => !/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20)/.test(suite))).toEqual([]);
      // The strongest first, and the server chooses.
      expect(suites.map((suite) => suite.includes('AES128'))).toEqual(suites.map((_, index) => index > 3));
      expect(server).toContain('  ssl_prefer_server_ciphers on;\n');
    }
  }
  const format = /^log_format portal '(.*)';$/m.exec(text)?.[1] ?? '';
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_\w+|document_uri)\b/);
});

test('OPS-13 what nginx answers itself, and what the storage does, has the headers of every other answer', async () => {
  const text = await readFile('deploy/nginx.conf', 'utf8');
  const blocks = text.split(/^(?:server| {2}location \S+) \{$/m);
  const adding = blocks.filter((block) => block.includes('add_header'));
  // The portal, its answer to whoever comes too often, and the storage.
  expect(adding).toHaveLength(3);
  for (const block of adding)
    for (const header of [
      'Strict-Transport-Security $portal_own_hsts',
      'X-Content-Type-Options $portal_own_nosniff',
      'Content-Security-Policy $portal_own_policy',
      'Referrer-Policy $portal_own_referrer',
    ])
      expect(block).toContain(`add_header ${header} always;`);
});

test('OPS-06 no password of a database is on a command line', async () => {
  for (const name of ['backup', 'restore', 'postgres-roles.sh']) {
    const text = await readFile(`deploy/${name}`, 'utf8');
    const commands = text.split('\n').filter((line) => /\b(psql|pg_dump|pg_restore)\b.* -/.test(line));
    expect([name, commands.length > 0]).toEqual([name, true]);
    for (const command of commands) expect(command).not.toMatch(/_URL|_PASSWORD/);
  }
  const script =
    'PGPASSWORD=; . deploy/database.sh; without_password "$0"; printf "%s\\0%s" "$database" "$PGPASSWORD"';
  const taken = async (url: string) => {
    const { stdout } = await promisify(execFile)('bash', ['-euc', script, url], { env: {} });
    return stdout.split('\0');
  };
  expect(await taken('postgresql://a:b%40c%2F\\d%25@db.internal:5433/portal?sslmode=require')).toEqual([
    'postgresql://a@db.internal:5433/portal?sslmode=require',
    'b@c/\\d%',
  ]);
  expect(await taken('postgresql://a@db/portal')).toEqual(['postgresql://a@db/portal', '']);
  expect(await taken('postgresql:///portal')).toEqual(['postgresql:///portal', '']);
  await expect(taken('postgresql://a@db/portal?password=b')).rejects.toThrow('before the @');
});

test('OPS-14 a backup that nobody has said to be for whom is refused before anything is read or written', async () => {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    DATABASE_BACKUP_URL: 'postgresql://portal_backup@127.0.0.1:1/portal',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY: 'portal',
    S3_SECRET_KEY: 'secret',
    S3_BUCKET: 'portal',
  };
  const folder = path.join(tmpdir(), `no-backup-${process.pid}`);
  const refused = promisify(execFile)('deploy/backup', [folder], { env });
  await expect(refused).rejects.toThrow(/BACKUP_RECIPIENTS.*BACKUP_UNENCRYPTED=yes/);
  expect(existsSync(folder)).toBe(false);
});

test('OPS-14 an encrypted backup has no step that writes to the disk before age or the sealed folder', async () => {
  const text = await readFile('deploy/backup', 'utf8');
  const [, encrypted = ''] =
    /if \[ -n "\$\{BACKUP_RECIPIENTS:-\}" \]; then\n([\s\S]*?)\nelse\n/.exec(text) ?? [];
  expect(encrypted).toMatch(/^ {2}pg_dump [^\n]* \| age --encrypt --recipients-file/m);
  expect(encrypted).not.toMatch(/--file=|--format=directory/);
  expect(encrypted).toMatch(/^ {2}destination=sealed:$/m);
  expect(text).toContain('rclone sync --metadata "portal:$S3_BUCKET" "$destination"');
});

test('OPS-06 every variable of compose.yaml is in the example', async () => {
  const used = (await readFile('compose.yaml', 'utf8')).matchAll(/\$\{(\w+)/g);
  const told = Object.keys(filledIn());
  expect([...used].map(([, name = '']) => name).filter((name) => !told.includes(name))).toEqual([]);
});

test('OPS-06 only the proxy is published, everything comes back after a crash, and nothing starts before its database', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect([name, service.ports !== undefined]).toEqual([name, name === 'proxy']);
    expect([name, service.restart]).toEqual([
      name,
      ['certificates', 'migrate', 'backup', 'restore'].includes(name) ? 'no' : 'unless-stopped',
    ]);
  }
  for (const name of ['api', 'api-2', 'worker'])
    expect(compose.services[name]?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
});

test('OPS-20 systemd starts again whatever has ended, however long the database is away', async () => {
  const unit = (await readFile('deploy/portal@.service', 'utf8')).split('\n');
  for (const line of ['Restart=always', 'RestartSec=2', 'StartLimitIntervalSec=0'])
    expect(unit).toContain(line);
  // The only end that another start does not help: settings that are wrong.
  expect(unit).toContain('RestartPreventExitStatus=2');
});

test('OPS-21 the limits of the role are the same wherever it is created, and as the operator is told', async () => {
  for (const file of [
    'deploy/postgres-roles.sh',
    'scripts/services.d/postgres.sh',
    'compose.dev.yaml',
    'docs/operations.md',
  ]) {
    const text = await readFile(file, 'utf8');
    for (const statement of setRoleLimits())
      expect([file, text]).toEqual([file, expect.stringContaining(`${statement};`)]);
  }
});

test('OPS-06 what the image is made of is what .dockerignore lets in', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
  const ignore = (await readFile('.dockerignore', 'utf8')).split('\n');
  const letIn = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(
    copied.filter((file) => !letIn.some((entry) => file === entry || file.startsWith(`${entry}/`))),
  ).toEqual([]);
  expect(ignore).toContain('src/server/testing');
});

test('OPS-06 the settings in docs/operations.md are those that the program reads', async () => {
  expect(await readFile('docs/operations.md', 'utf8')).toContain(settingsTable());
});

test('LOGIN-23 nginx limits the calls and connections of each network, and those before sign-in further', async () => {
  const text = await readFile('deploy/nginx.conf', 'utf8');
  for (const line of [
    'limit_req_zone $portal_visitor zone=portal_calls:10m rate=50r/s;',
    'limit_req_zone $portal_visitor zone=portal_sign_in:10m rate=10r/s;',
    '  limit_conn portal_connections 200;',
    '  limit_req zone=portal_calls burst=300 nodelay;',
    '    limit_req zone=portal_sign_in burst=40 nodelay;',
    'client_header_timeout 10s;',
    'client_body_timeout 15s;',
  ])
    expect(text).toContain(`${line}\n`);
  const servers = text.split(/^server \{$/m).filter((server) => server.includes('  server_name'));
  expect(servers.length).toBe(3);
  for (const server of servers) {
    expect(server).toMatch(/^ {2}limit_conn portal_connections \d+;$/m);
    expect(server).toMatch(/^ {2}limit_req zone=portal_calls /m);
  }
});

test('OPS-06 nginx lets every call through with as large a body as the contract allows', async () => {
  const text = await readFile('deploy/nginx.conf', 'utf8');
  const sizes = /^ {2}location (=|~) (\S+) \{\n {4}client_max_body_size (\d+)([km]?);/gm;
  const locations = [...text.matchAll(sizes)].map(([, how, address = '', size, unit = '']) => ({
    fits: (path: string) => (how === '=' ? path === address : new RegExp(address).test(path)),
    bytes: Number(size) * ({ k: 1024, m: 1024 ** 2 }[unit] ?? 1),
  }));
  const allowed = Object.values(contract)
    .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
    .flatMap(({ path: address, maxBodyBytes: bytes }) => (bytes ? [{ address, bytes }] : []));
  const passed = allowed.map(({ address }) => {
    const location = locations.find(({ fits }) => fits(address.replaceAll(/:\w+/g, '1')));
    return { address, bytes: location?.bytes };
  });
  expect(passed).toEqual(allowed);
});

test('OPS-24 PgBouncer hands connections on after each transaction, prepares statements and encrypts both ways', async () => {
  const text = await readFile('deploy/pgbouncer.ini', 'utf8');
  const settings = Object.fromEntries(
    [...text.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(settings).toMatchObject({
    pool_mode: 'transaction',
    auth_type: 'scram-sha-256',
    client_tls_sslmode: 'require',
    server_tls_sslmode: 'verify-full',
  });
  expect(Number(settings['max_prepared_statements'])).toBeGreaterThan(0);
  // What it would ignore would not be in force.
  expect(settings['ignore_startup_parameters']).toBeUndefined();
});
