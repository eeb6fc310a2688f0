import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { encryptStorage } from '../../src/server/testing/encrypted-storage.ts';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { pathOf } from '../../src/shared/pages.ts';
import { checkUploads } from './check-uploads.ts';
import { type Connection, fetchFrom } from './visitor.ts';

const NAME = 'portal.example.com';
const NGINX = '/usr/sbin/nginx';

/** The token as a link contains it. */
const TOKEN = 'token-that-no-log-may-hold';

/** nginx with the configuration that we ship. Only addresses, ports and folders are adapted to this machine. */
export async function startBalancer(apiPorts: readonly number[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'balancer-'));
  const [http, https] = [await freePort(), await freePort()];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${NAME}`],
      ...['-addext', `subjectAltName=DNS:${NAME},DNS:files.${NAME}`],
      ...['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`],
    ],
    { stdio: 'ignore' },
  );
  execFileSync('sh', ['deploy/certificates', `${folder}/tls`, 'api', 's3'], { stdio: 'ignore' });
  const inner = (name: string) => ({
    cert: `${folder}/tls/${name}/cert.pem`,
    key: `${folder}/tls/${name}/key.pem`,
  });
  const storage = await encryptStorage(inner('s3'));
  const shipped = await readFile('deploy/nginx.conf', 'utf8');
  const upstream = apiPorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n  ');
  const site = shipped
    .replaceAll('listen 80', `listen 127.0.0.1:${http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
    .replace('server api:3000 max_fails=0;\n  server api-2:3000 max_fails=0;', upstream)
    .replace('server s3:8333;', `server 127.0.0.1:${storage.port};`)
    .replaceAll('/etc/nginx/certs', folder)
    .replaceAll('/etc/nginx/trust', `${folder}/tls/trust`)
    .replaceAll('/var/log/nginx', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // The files of Debian and of the nginx image set such a log, and Debian's also sets such protocols.
  const around = `access_log ${folder}/around.log combined; ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;`;
  await writeFile(
    `${folder}/nginx.conf`,
    `user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/start.log;
     events {} http { ${temporary.join(' ')} ${around} include ${folder}/site.conf; }`,
  );
  await writeFile(`${folder}/site.conf`, site);
  execFileSync(NGINX, ['-t', '-q', '-c', `${folder}/nginx.conf`], { stdio: 'inherit' });
  const child = spawn(NGINX, ['-c', `${folder}/nginx.conf`, '-g', 'daemon off;'], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const ca = await readFile(`${folder}/fullchain.pem`);
  // Each visitor has an address of its own, because the proxy limits what one address may ask.
  let visitors = 0;
  const nextAddress = () => {
    visitors = (visitors + 1) % 60_000;
    return `127.1.${visitors >> 8}.${visitors & 255 || 1}`;
  };
  const connect = (servername = NAME): Connection => ({
    origin: `https://${NAME}`,
    newAgent: () =>
      new Agent({ keepAlive: true, maxSockets: 1, ca, servername, localAddress: nextAddress() }),
    request: (options, onAnswer) =>
      request(
        { ...options, host: '127.0.0.1', port: https, headers: { host: servername, ...options.headers } },
        onAnswer,
      ),
    hasAnother: true,
  });

  /** Paths that must not be visible from outside, and where they are redirected. */
  async function checkOutside(): Promise<void> {
    const statusOf = async (address: string, method = 'GET', from = connect()) =>
      (await fetchFrom(from, from.newAgent(), { path: address, method })).status;
    for (const address of ['/healthz', '/readyz', '/metrics', '/metrics?all', '//metrics', '/./readyz'])
      expect(address, await statusOf(address), 404);
    expect('the page', await statusOf('/'), 200);
    expect('reading a file', await statusOf('/portal/x', 'GET', connect(`files.${NAME}`)), 403);
    const plain = await fetchFrom({ ...connect(), request: overHttp }, new HttpAgent(), {
      path: pathOf('signIn'),
    });
    expect('plain HTTP', plain.status, 308);
    if (plain.headers.location !== `https://${NAME}${pathOf('signIn')}`)
      throw new Error('Plain HTTP leads elsewhere.');
    await checkUploads(connect(`files.${NAME}`), `https://files.${NAME}`);
    await checkLogs();
  }

  /** Checks that opening a link writes a line to our log, and its token to no log. */
  async function checkLogs(): Promise<void> {
    const linesBefore = (await readLogs()).split('\n').length;
    const addresses = [
      pathOf('offer', { offerId: 12n, token: TOKEN }),
      `${pathOf('signIn')}?ticket=${TOKEN}`,
      `${pathOf('bankLink')}?id=${TOKEN}`,
      `/no/such/${TOKEN}`,
    ];
    for (const address of addresses) {
      await fetchFrom(connect(), connect().newAgent(), { path: address });
      await fetchFrom({ ...connect(), request: overHttp }, new HttpAgent(), { path: address });
      await fetch(`http://127.0.0.1:${http}${address}`).catch(() => undefined);
    }
    // Each line is written after its answer is sent.
    const wanted = linesBefore + 3 * addresses.length;
    for (let tries = 0; (await readLogs()).split('\n').length < wanted; tries += 1) {
      if (tries === 100) throw new Error('Requests are missing from the log.');
      await setTimeout(50);
    }
    if ((await readLogs()).includes(TOKEN)) throw new Error('A log holds a token.');
  }

  async function readLogs(): Promise<string> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
    return (await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('');
  }
  const overHttp: Connection['request'] = (options, onAnswer) =>
    requestHttp({ ...options, host: '127.0.0.1', port: http, headers: { host: NAME } }, onAnswer);

  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${http}/`).then(
      () => true,
      (error: Error) => String(error.cause).includes('other side closed'),
    );
    if (isUp) break;
    await setTimeout(50);
  }
  return {
    origin: `https://${NAME}`,
    /** With which the api processes listen, so that nginx knows them. */
    apiSettings: { TLS_CERT_FILE: inner('api').cert, TLS_KEY_FILE: inner('api').key },
    connect,
    checkOutside,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      storage.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function expect(what: string, seen: number, wanted: number): void {
  if (seen !== wanted) throw new Error(`${what} answered ${seen} and not ${wanted}.`);
}
