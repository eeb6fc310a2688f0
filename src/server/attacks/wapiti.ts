import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MODULES =
  'sql,blindsql,exec,file,xss,permanentxss,crlf,redirect,methods,htaccess,shellshock,xxe,backup,csp,http_headers,cookieflags';

interface Report {
  vulnerabilities: Record<string, { path: string; parameter: string | null; info: string }[]>;
  anomalies: Report['vulnerabilities'];
}

/** Runs wapiti on these addresses with these headers and returns its findings, including anomalies such as server errors. */
export async function wapiti(
  origin: string,
  addresses: readonly string[],
  headers: Record<string, string>,
): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wapiti-'));
  try {
    const file = path.join(folder, 'report.json');
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    await run(
      'wapiti',
      [
        ...['-u', `${origin}/`, '--scope', 'domain', '-m', MODULES, '-l', '2', '-d', '1', '--color'],
        ...addresses.flatMap((address) => ['-s', `${origin}${address}`]),
        ...named,
        ...['--flush-session', '--store-session', folder, '--store-config', folder, '--no-bugreport'],
        ...['-f', 'json', '-o', file, '-t', '20'],
      ],
      { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, HOME: folder } },
    );
    const { vulnerabilities, anomalies } = JSON.parse(await readFile(file, 'utf8')) as Report;
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, cases]) =>
      cases.map(({ path: address, parameter, info }) => `${kind}: ${address} ${parameter ?? ''} ${info}`),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
