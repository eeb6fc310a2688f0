/**
 * Runs integration tests through PgBouncer in transaction mode, with deploy/pgbouncer.ini: the api's connections go through it,
 * those of worker, commands and imports directly to PostgreSQL.
 *   PGBOUNCER=/usr/sbin/pgbouncer npm run prove pgbouncer                    the tests of HTTP
 *   PGBOUNCER=/usr/sbin/pgbouncer npm run prove pgbouncer -- src/server/…    some files
 * It needs PgBouncer 1.21 or newer: docs/operations.md says how to get one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPgBouncer } from '../src/server/testing/pgbouncer.ts';
import { requiredVariable } from '../src/server/testing/required-variable.ts';

const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';
const direct = requiredVariable('DATABASE_URL');
const pgbouncer = await startPgBouncer(program, direct);
console.log(`${pgbouncer.version}, ${program}`);
const files = process.argv.slice(2);
const tests = spawn(
  'vitest',
  ['run', '--project', 'integration', '--project', 'replaced modules', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PGBOUNCER_URL: pgbouncer.through(direct),
      PGBOUNCER_CONSOLE: pgbouncer.adminUrl,
    },
  },
);
const [code] = (await once(tests, 'exit')) as [number | null];
await pgbouncer.stop();
process.exitCode = code ?? 1;
