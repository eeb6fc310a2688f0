import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { setRoleLimits } from '../../src/server/platform/db/role-limits.ts';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { startEtcd } from './etcd.ts';
import { type DatabaseNode, startNode } from './node.ts';
import { startPooler } from './pooler.ts';
import { PLAIN_ENVIRONMENT, startDaemon, until } from './processes.ts';
import type { Tools } from './tools.ts';

export interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** etcd, Patroni with PostgreSQL, HAProxy and PgBouncer, with a database that has the portal's two roles. */
export async function startCluster(tools: Tools, folder: string) {
  const secret = () => randomBytes(18).toString('hex');
  const passwords = { superuser: secret(), replication: secret(), rewind: secret(), restapi: secret() };
  const ofRoles = { portal_owner: secret(), portal_app: secret() };
  const etcd = await startEtcd(tools.etcd, path.join(folder, 'etcd'), PLAIN_ENVIRONMENT);
  const clockLibrary = tools.compiler && path.join(folder, 'stepped-clock.so');
  if (tools.compiler && clockLibrary)
    execFileSync(tools.compiler, [
      ...['-shared', '-fPIC', '-O2', '-o', clockLibrary],
      ...[path.join(import.meta.dirname, 'stepped-clock.c'), '-ldl'],
    ]);
  const nodes: DatabaseNode[] = [];
  const toStop: (() => Promise<unknown>)[] = [() => etcd.stop()];
  const stop = async () => {
    // Those who depend on others first.
    for (const one of toStop.toReversed()) await one().catch((error) => console.error(error));
  };
  try {
    for (const number of [1, 2, 3]) {
      const node = await startNode(number, {
        ...tools,
        folder,
        clockLibrary,
        passwords,
        etcd: etcd.members.map(({ client }) => client),
      });
      nodes.push(node);
      toStop.push(() => node.stop());
    }
    const proxyPort = await freePort();
    await writeFile(path.join(folder, 'haproxy.cfg'), await proxyConfiguration(nodes, proxyPort));
    const proxy = startDaemon([...tools.haproxy, '-db', '-f', path.join(folder, 'haproxy.cfg')], {
      log: path.join(folder, 'haproxy.log'),
      env: PLAIN_ENVIRONMENT,
    });
    toStop.push(() => proxy.end('SIGTERM'));
    const urlOf = (role: string, password: string, database = 'portal') =>
      `postgresql://${role}:${password}@127.0.0.1:${proxyPort}/${database}`;

    const members = async (): Promise<Member[]> => {
      const answers = await Promise.all(
        nodes.map(({ rest }) =>
          fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2_000) })
            .then(async (answer) => ((await answer.json()) as { members: Member[] }).members)
            .catch(() => null),
        ),
      );
      return answers.find((answer) => answer !== null) ?? [];
    };
    const nodeIn = async (...roles: string[]): Promise<DatabaseNode> => {
      const names = (await members()).filter(({ role }) => roles.includes(role)).map(({ name }) => name);
      const found = nodes.find(({ name }) => names.includes(name));
      if (!found) throw new Error(`Nobody is ${roles.join(' or ')}.`);
      return found;
    };
    /** One leader, two standbys that have everything, one of them synchronous; and the proxy leads there. */
    const isWhole = async (): Promise<boolean> => {
      const all = await members();
      const timelines = new Set(all.map(({ timeline }) => timeline));
      const streaming = all.filter(({ state }) => state === 'streaming');
      return (
        (await etcd.isWhole()) &&
        all.length === 3 &&
        timelines.size === 1 &&
        streaming.length === 2 &&
        all.some(({ role, state }) => role === 'leader' && state === 'running') &&
        all.some(({ role }) => role === 'sync_standby' || role === 'quorum_standby')
      );
    };

    await until('Patroni has a leader and two standbys', 180, isWhole);
    const superuserUrl = (database: string) => urlOf('postgres', passwords.superuser, database);
    await until('HAProxy leads to it', 30, () => asSuperuser(superuserUrl('postgres'), async () => true));
    await asSuperuser(superuserUrl('postgres'), async (client) => {
      for (const [role, password] of Object.entries(ofRoles))
        await client.query(`create role ${role} login password '${password}'`);
      for (const statement of setRoleLimits()) await client.query(statement);
      await client.query('create database portal owner portal_owner');
    });
    await asSuperuser(superuserUrl('portal'), (client) => client.query('create extension pg_trgm'));

    const pooler = tools.pgbouncer
      ? await startPooler(tools.pgbouncer, folder, {
          server: { host: '127.0.0.1', port: proxyPort },
          role: 'portal_app',
          password: ofRoles.portal_app,
        })
      : null;
    if (pooler) toStop.push(pooler.kill);

    return {
      etcd,
      nodes,
      ownerUrl: urlOf('portal_owner', ofRoles.portal_owner),
      url: urlOf('portal_app', ofRoles.portal_app),
      superuserUrl: superuserUrl('portal'),
      pooler,
      isWhole,
      members,
      leader: () => nodeIn('leader'),
      synchronousStandby: () => nodeIn('sync_standby', 'quorum_standby'),
      async switchover(): Promise<void> {
        const leader = await nodeIn('leader');
        const answer = await fetch(`${leader.rest}/switchover`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`patroni:${passwords.restapi}`)}` },
          body: JSON.stringify({ leader: leader.name }),
        });
        if (!answer.ok)
          throw new Error(`The switchover was refused: ${answer.status} ${await answer.text()}`);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** deploy/ha/haproxy.cfg; only addresses and ports are adapted. */
async function proxyConfiguration(nodes: readonly DatabaseNode[], port: number): Promise<string> {
  const shipped = await readFile('deploy/ha/haproxy.cfg', 'utf8');
  return nodes.reduce(
    (text, { name, port: ofNode, rest }) =>
      text.replace(
        new RegExp(`server ${name} .*`),
        `server ${name} 127.0.0.1:${ofNode} check port ${new URL(rest).port}`,
      ),
    shipped.replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`),
  );
}

export async function asSuperuser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
