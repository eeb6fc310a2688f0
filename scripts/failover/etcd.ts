import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { type Daemon, startDaemon, until } from './processes.ts';

export interface EtcdMember {
  name: string;
  client: string;
  start(): void;
  kill(): Promise<void>;
  isRunning(): boolean;
}

/** Three members on loopback. */
export async function startEtcd(command: readonly string[], folder: string, env: Record<string, string>) {
  await mkdir(folder, { recursive: true });
  const places = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      name: `etcd${number}`,
      client: `http://127.0.0.1:${await freePort()}`,
      peer: `http://127.0.0.1:${await freePort()}`,
    })),
  );
  const cluster = places.map(({ name, peer }) => `${name}=${peer}`).join(',');
  const members = places.map(({ name, client, peer }): EtcdMember => {
    let daemon: Daemon;
    const data = path.join(folder, name);
    const start = () => {
      daemon = startDaemon(
        [
          ...command,
          ...['--name', name, '--data-dir', data, '--initial-cluster', cluster],
          ...['--initial-cluster-state', 'new', '--initial-cluster-token', 'failover'],
          ...['--listen-client-urls', client, '--advertise-client-urls', client],
          ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
          // A busy machine must not look like a broken one.
          ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
        ],
        { log: `${data}.log`, env },
      );
    };
    start();
    return { name, client, start, kill: () => daemon.end('SIGKILL'), isRunning: () => daemon.isRunning };
  });
  await until('etcd answers', 60, async () => (await leaderOf(members)) !== undefined);
  return {
    members,
    leader: () => leaderOf(members),
    async isWhole(): Promise<boolean> {
      const states = await Promise.all(members.map(statusOf));
      return states.every((state) => state !== null && state.leader !== '0');
    },
    stop: () => Promise.all(members.map((member) => member.kill())),
  };
}

interface Status {
  header: { member_id: string };
  leader: string;
}

async function statusOf({ client }: EtcdMember): Promise<Status | null> {
  try {
    const answer = await fetch(`${client}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(2_000),
    });
    return answer.ok ? ((await answer.json()) as Status) : null;
  } catch {
    return null;
  }
}

async function leaderOf(members: readonly EtcdMember[]): Promise<EtcdMember | undefined> {
  const states = await Promise.all(members.map(statusOf));
  return members.find((_, index) => {
    const state = states[index];
    return state !== null && state !== undefined && state.leader === state.header.member_id;
  });
}
