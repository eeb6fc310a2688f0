import { setTimeout } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** What happens to the cluster. `strike` returns whom it hit and how that is undone when people can work again. */
interface Event {
  about: string;
  /** Undone after so many seconds, however people fare. Others are undone when they can work again. */
  lastsSeconds?: number;
  strike(cluster: Cluster, round: number): Promise<{ on: string; undo?: () => Promise<void> | void }>;
}

/** Longer than Patroni's ttl, so that another node has become the leader meanwhile. */
const FROZEN_SECONDS = 32;
export const CLOCK_STEP_SECONDS = 300;

export type EventName =
  | 'node'
  | 'postmaster'
  | 'freeze'
  | 'switchover'
  | 'standby'
  | 'etcd-member'
  | 'etcd-leader'
  | 'etcd-majority'
  | 'disk'
  | 'clock'
  | 'pgbouncer';

export const EVENTS: Readonly<Record<EventName, Event>> = {
  node: {
    about: 'leader: machine killed',
    async strike(cluster) {
      const leader = await cluster.leader();
      await leader.kill();
      return { on: leader.name, undo: leader.start };
    },
  },
  postmaster: {
    about: 'leader: postmaster killed',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.killPostmaster();
      return { on: leader.name };
    },
  },
  freeze: {
    about: `leader: frozen ${FROZEN_SECONDS} s, resumed`,
    lastsSeconds: FROZEN_SECONDS,
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.freeze();
      return { on: leader.name, undo: leader.resume };
    },
  },
  switchover: {
    about: 'switchover',
    async strike(cluster) {
      const leader = await cluster.leader();
      await cluster.switchover();
      return { on: leader.name };
    },
  },
  standby: {
    about: 'synchronous standby: machine killed',
    async strike(cluster) {
      const standby = await cluster.synchronousStandby();
      await standby.kill();
      return { on: standby.name, undo: standby.start };
    },
  },
  'etcd-member': {
    about: 'etcd: a follower killed',
    lastsSeconds: 15,
    async strike({ etcd }) {
      const leader = await etcd.leader();
      const member = etcd.members.find((one) => one !== leader) ?? etcd.members[0];
      return killMembers([member]);
    },
  },
  'etcd-leader': {
    about: 'etcd: its leader killed',
    lastsSeconds: 15,
    strike: async ({ etcd }) => killMembers([await etcd.leader()]),
  },
  'etcd-majority': {
    about: 'etcd: two of three killed',
    lastsSeconds: 30,
    async strike({ etcd }) {
      const leader = await etcd.leader();
      return killMembers([leader, etcd.members.find((one) => one !== leader)]);
    },
  },
  disk: {
    about: 'leader: disk full',
    lastsSeconds: 40,
    async strike(cluster) {
      const leader = await cluster.leader();
      await leader.fillDisk();
      return { on: leader.name, undo: leader.emptyDisk };
    },
  },
  clock: {
    about: `leader: clock stepped ${CLOCK_STEP_SECONDS / 60} minutes`,
    lastsSeconds: 20,
    async strike(cluster, round) {
      const leader = await cluster.leader();
      const seconds = round % 2 === 0 ? CLOCK_STEP_SECONDS : -CLOCK_STEP_SECONDS;
      leader.stepClock(seconds);
      return { on: `${leader.name}, ${seconds > 0 ? 'ahead' : 'back'}`, undo: () => leader.stepClock(0) };
    },
  },
  pgbouncer: {
    about: 'PgBouncer killed, started after 2 s',
    async strike({ pooler }) {
      await pooler?.kill();
      await setTimeout(2_000);
      pooler?.start();
      return { on: 'PgBouncer' };
    },
  },
};

async function killMembers(members: readonly (Cluster['etcd']['members'][number] | undefined)[]) {
  for (const member of members) await member?.kill();
  return {
    on: members.map((member) => member?.name).join(', '),
    undo() {
      for (const member of members) member?.start();
    },
  };
}
