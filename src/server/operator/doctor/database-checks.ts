import { sql } from 'kysely';
import { MAX_CONCURRENT_IMPORTS } from '../../import/import-book.ts';
import type { Database } from '../../platform/db/database.ts';
import { migrationNames } from '../../platform/db/migrate.ts';
import { readRoleLimits, setRoleLimits } from '../../platform/db/role-limits.ts';
import { readQueue } from '../../platform/operations/queue.ts';
import type { Env } from '../../platform/settings/env.ts';
import { formatCount } from '../command.ts';
import { type Check, type Finding, failed, ok, warning } from './finding.ts';
import { versionFinding } from './postgres-version.ts';

const MAX_CLOCK_SKEW_SECONDS = 5;
const OVERDUE_SECONDS = 15 * 60;

export const databaseChecks = (db: Database, env: Env): Check[] => [
  {
    subject: 'database',
    advice: 'Is the server up, and DATABASE_URL right?',
    look: () => lookAtServer(db),
  },
  {
    subject: 'connections',
    advice: 'The catalogue could not be read.',
    look: () => lookAtConnections(db, env),
  },
  {
    subject: 'roles',
    advice: 'The catalogue could not be read.',
    look: () => lookAtRole(db),
  },
  {
    subject: 'time limits',
    advice: 'The settings of the role could not be read.',
    look: () => lookAtLimits(db, env),
  },
  {
    subject: 'migrations',
    advice: 'Run: portal migrate',
    look: () => lookAtMigrations(db),
  },
  {
    subject: 'queue',
    advice: 'Run: portal migrate (it installs the job tables)',
    look: () => lookAtQueue(db),
  },
];

async function lookAtServer(db: Database): Promise<Finding[]> {
  // Connects first, so that connecting does not count toward the clock difference.
  await sql`select 1`.execute(db);
  const asked = Date.now();
  const { rows } = await sql<{
    version: number;
    name: string;
    seconds: number;
    isReplica: boolean;
    isReadOnly: boolean;
    tls: string | null;
  }>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_version') as name, pg_is_in_recovery() as is_replica,
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl) as tls,
      extract(epoch from clock_timestamp())::float8 as seconds`.execute(db);
  const answered = Date.now();
  const [server] = rows;
  if (!server) throw new Error('The database gave no answer');
  const skew = Math.abs(server.seconds - (asked + answered) / 2000);
  const findings = [
    versionFinding(
      server.version,
      server.name,
      `${answered - asked} ms round trip, ${server.tls ?? 'not encrypted'}`,
    ),
    skew > MAX_CLOCK_SKEW_SECONDS
      ? warning(
          'clock',
          `${skew.toFixed(1)} s off the database's clock, so links and sessions expire at the wrong time. Set up NTP on both.`,
        )
      : ok('clock', `${skew.toFixed(1)} s off the database's clock`),
  ];
  if (server.isReplica)
    findings.push(failed('database', 'This is a read-only replica. Set DATABASE_URL to the primary.'));
  else if (server.isReadOnly)
    findings.push(failed('database', 'It is set to read only (default_transaction_read_only).'));
  return findings;
}

/** Of one api and one worker; where there are more of them, theirs come on top. */
async function lookAtConnections(db: Database, env: Env): Promise<Finding[]> {
  const ofApi = env.DATABASE_POOL_SIZE + env.DATABASE_POOL_SIZE_SIGN_IN + env.DATABASE_POOL_SIZE_OPERATIONS;
  const ofWorker =
    env.DATABASE_POOL_SIZE_WORKER + env.DATABASE_POOL_SIZE_QUEUE + env.DATABASE_POOL_SIZE_OPERATIONS;
  const { rows } = await sql<{ most: number }>`
    select current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer as most`.execute(db);
  const most = rows[0]?.most ?? 0;
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = env;
  const isPooled = directUrl !== url;
  const held = isPooled
    ? `an api may hold ${ofApi} connections of the pooler and ${MAX_CONCURRENT_IMPORTS} of the database, and a worker ${ofWorker}`
    : `an api may hold ${ofApi + MAX_CONCURRENT_IMPORTS} connections and a worker ${ofWorker}`;
  return [
    (isPooled ? 0 : ofApi) + MAX_CONCURRENT_IMPORTS + ofWorker > most
      ? failed(
          'connections',
          `${held}, and the database has ${most}. Lower the settings DATABASE_POOL_SIZE…, or raise max_connections.`,
        )
      : ok('connections', `${held}; the database has ${most}`),
  ];
}

async function lookAtRole(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{
    role: string;
    bypasses: boolean;
    owned: number;
    openTables: string[];
    memberOf: string[];
  }>`
    select current_user as role, rolsuper or rolbypassrls as bypasses,
      (select count(*)::integer from pg_class
        where relnamespace = 'public'::regnamespace and pg_has_role(role.oid, relowner, 'member') and relkind in ('r', 'p')) as owned,
      (select coalesce(array_agg(other.rolname::text order by other.rolname), '{}') from pg_roles other
        where other.oid <> role.oid and pg_has_role(role.oid, other.oid, 'member')) as member_of,
      (select coalesce(array_agg(relname::text order by relname), '{}') from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and not (relrowsecurity and relforcerowsecurity) and relname <> 'throttles') as open_tables
    from pg_roles role where rolname = current_user`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error('The role is not in the catalogue');
  const { role, bypasses, owned, openTables, memberOf } = seen;
  const findings: Finding[] = [];
  if (bypasses)
    findings.push(
      failed('roles', `${role} bypasses row-level security. Run: alter role ${role} nosuperuser nobypassrls`),
    );
  if (owned > 0)
    findings.push(
      failed('roles', `${role} owns ${owned} tables. DATABASE_URL must use a role that does not own them.`),
    );
  if (!bypasses && memberOf.length > 0)
    findings.push(
      failed(
        'roles',
        `${role} is a member of ${memberOf.join(', ')}. Run: revoke ${memberOf.join(', ')} from ${role}`,
      ),
    );
  if (openTables.length > 0)
    findings.push(
      failed('roles', `Without row-level security: ${openTables.join(', ')}. Run: portal migrate`),
    );
  return findings.length > 0
    ? findings
    : [ok('roles', `${role} is subject to row-level security on every table`)];
}

/** PostgreSQL ends what takes too long, before the portal takes it for gone. */
async function lookAtLimits(db: Database, env: Env): Promise<Finding[]> {
  const limits = await readRoleLimits(db);
  const missing = Object.entries(limits).filter(([, { milliseconds }]) => milliseconds === 0);
  if (missing.length > 0)
    return [
      failed(
        'time limits',
        `The server's role has no ${missing.map(([name]) => name).join(' and no ')}, so what hangs holds its locks. As a superuser: ${setRoleLimits().join('; ')};`,
      ),
    ];
  const { statement_timeout, idle_in_transaction_session_timeout } = limits;
  const words = `statements ${statement_timeout.value}, idle transactions ${idle_in_transaction_session_timeout.value}, answers ${env.DATABASE_QUERY_TIMEOUT_SECONDS}s`;
  return [
    statement_timeout.milliseconds >= env.DATABASE_QUERY_TIMEOUT_SECONDS * 1000
      ? warning(
          'time limits',
          `${words}: a slow statement is taken for a database that is gone. Raise DATABASE_QUERY_TIMEOUT_SECONDS, or lower statement_timeout of the role.`,
        )
      : ok('time limits', words),
  ];
}

async function lookAtMigrations(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from migrations.kysely_migration order by name`.execute(db);
  const ran = rows.map(({ name }) => name);
  const known = await migrationNames();
  const missing = known.filter((name) => !ran.includes(name));
  const unknown = ran.filter((name) => !known.includes(name));
  if (missing.length > 0)
    return [
      failed('migrations', `${missing.length} have not run, from ${missing[0]} on. Run: portal migrate`),
    ];
  if (unknown.length > 0)
    return [
      warning(
        'migrations',
        `The database is newer than this program: it has ${unknown.at(-1)}. Finish the upgrade.`,
      ),
    ];
  return [ok('migrations', `up to date, at ${known.at(-1)}`)];
}

async function lookAtQueue(db: Database): Promise<Finding[]> {
  const jobs = await readQueue(db);
  const sum = (state: 'ready' | 'running' | 'failed' | 'retrying') =>
    jobs.reduce((total, job) => total + Number(job[state]), 0);
  const oldest = Math.max(0, ...jobs.map((job) => job.oldestReadySeconds));
  const counts = `${formatCount(sum('ready'))} ready, ${formatCount(sum('running'))} running, ${formatCount(sum('retrying'))} to be retried`;
  const findings = [
    oldest > OVERDUE_SECONDS
      ? failed(
          'queue',
          `${counts}; one has been ready for ${Math.round(oldest / 60)} minutes. Is a worker running? See its log.`,
        )
      : ok('queue', counts),
  ];
  const named = jobs.filter((job) => job.failed > 0).map((job) => `${job.name} (${job.failed})`);
  if (named.length > 0)
    findings.push(
      warning(
        'queue',
        `Given up after all tries: ${named.join(', ')}. Run: portal jobs list --state given-up`,
      ),
    );
  return findings;
}
