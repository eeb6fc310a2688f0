import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { AS_POSTGRES, PLAIN_ENVIRONMENT, startDaemon } from './processes.ts';

interface Behind {
  server: { host: string; port: number };
  role: string;
  password: string;
}

/** PgBouncer in front of that server, for one role. */
export async function startPooler(
  command: readonly string[],
  folder: string,
  { server, role, password }: Behind,
) {
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_type: 'scram-sha-256',
    auth_file: path.join(folder, 'userlist.txt'),
    pool_mode: 'transaction',
    max_prepared_statements: 600,
    default_pool_size: 40,
    max_client_conn: 400,
    ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout',
    query_wait_timeout: 10,
    server_connect_timeout: 5,
    // A leader that has just changed is asked again at once; by default, nobody gets a connection for 15 seconds.
    server_login_retry: 1,
    tcp_keepalive: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    `[databases]\nportal = host=${server.host} port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  await writeFile(settings.auth_file, `"${role}" "${password}"\n`);
  const start = () =>
    startDaemon([...AS_POSTGRES, ...command, file], {
      log: path.join(folder, 'pgbouncer.log'),
      env: PLAIN_ENVIRONMENT,
    });
  let daemon = start();
  return {
    url: `postgresql://${role}:${password}@127.0.0.1:${port}/portal`,
    kill: () => daemon.end('SIGKILL'),
    start(): void {
      daemon = start();
    },
  };
}
