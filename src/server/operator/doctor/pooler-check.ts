import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { setRoleLimits } from '../../platform/db/role-limits.ts';
import { leadsDirectly, PooledConnectionError } from '../../platform/db/sessions.ts';
import { directUrlOf, type Env } from '../../platform/settings/env.ts';
import { type Check, type Finding, failed, ok, warning } from './finding.ts';

const SEE = 'See "PgBouncer" in docs/operations.md.';
const PATIENCE_MS = 5_000;
const NO_SUCH_STATEMENT = '26000';

type Urls = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** Looks at what is between the portal and PostgreSQL: the api may share connections, and everything else may not. */
export const poolerChecks = (env: Urls): Check[] => [
  {
    subject: 'pooler',
    advice: `Has the pooler two connections to spare? ${SEE}`,
    look: () => withClients(env.DATABASE_URL, 2, ([one, other]) => lookAtPooler(one, other)),
  },
  {
    subject: 'sessions',
    advice: 'Is DATABASE_DIRECT_URL right?',
    look: () => lookAtSessions(directUrlOf(env)),
  },
];

async function lookAtPooler(one: pg.Client, other: pg.Client): Promise<Finding[]> {
  if (await leadsDirectly(one)) return [ok('pooler', 'none: the api has connections of its own')];
  if (!(await isHandedOn(one, other)))
    return [
      warning(
        'pooler',
        `DATABASE_URL leads through a pooler that keeps a connection for each client, so it saves none. ${SEE}`,
      ),
    ];
  const findings = [...(await lookAtTimeouts(one))];
  if (!(await keepsStatements(one, other)))
    findings.push(
      failed(
        'pooler',
        `It loses prepared statements, so some requests fail. PgBouncer 1.21 or newer is needed, with max_prepared_statements above 0. ${SEE}`,
      ),
    );
  return findings.length > 0
    ? findings
    : [
        ok(
          'pooler',
          'hands connections on after each transaction, prepares statements, and keeps the time limits',
        ),
      ];
}

/** Runs work while the other client holds the connection that the first one had last. */
async function whileHeld<T>(other: pg.Client, work: () => Promise<T>): Promise<T> {
  await other.query('begin');
  try {
    return await work();
  } finally {
    await other.query('rollback');
  }
}

/** Where others use the pooler too, a client may get the same connection again by chance. */
const TRIES = 12;

async function isHandedOn(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await processOf(one);
    if ((await whileHeld(other, () => processOf(one))) !== before) return true;
  }
  return false;
}

async function keepsStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const statement = {
      name: `doctor ${randomUUID()}`,
      text: 'select $1::integer as asked',
      values: [tries],
    };
    try {
      await one.query(statement);
      await whileHeld(other, () => one.query(statement));
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === NO_SUCH_STATEMENT) return false;
      throw error;
    }
  }
  return true;
}

/** A pooler passes on no settings of a connection. What is not set on the role is not in force. */
async function lookAtTimeouts(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(`
    select name from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`);
  return rows.map(({ name }) =>
    failed('pooler', `${name} is not in force through it. As a superuser: ${setRoleLimits().join('; ')}`),
  );
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** A lock must last as long as its client: neither shared with others, nor left behind. */
async function lookAtSessions(url: string): Promise<Finding[]> {
  const key = randomInt(2 ** 47);
  const take = async (client: pg.Client) => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key]);
    return rows[0]?.held === true;
  };
  return withClients(url, 1, ([later]) =>
    withClients(url, 1, async ([first]) => {
      if (!(await leadsDirectly(first)))
        return failed('sessions', `${new PooledConnectionError().message}. ${SEE}`);
      const isKept = (await take(first)) && !(await take(later));
      await first.end();
      let isLeft = !(await take(later));
      // PostgreSQL takes a moment to notice that a client has left.
      for (let tries = 0; isLeft && tries < 20; tries += 1) {
        await setTimeout(100);
        isLeft = !(await take(later));
      }
      return isKept && !isLeft
        ? ok('sessions', 'locks of worker, commands and imports last as long as their connections')
        : failed(
            'sessions',
            `A lock does not last as long as its connection. Set DATABASE_DIRECT_URL. ${SEE}`,
          );
    }),
  ).then((finding) => [finding]);
}

type Clients = [pg.Client, pg.Client];

async function withClients<T>(
  url: string,
  count: number,
  work: (clients: Clients) => Promise<T>,
): Promise<T> {
  const clients = Array.from({ length: count }, () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      application_name: 'portal doctor',
    });
    client.on('error', () => undefined);
    return client;
  });
  try {
    for (const client of clients) await client.connect();
    return await work(clients as Clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
