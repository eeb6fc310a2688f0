import type { deskBoardContract } from '../../../shared/contract/desk-board.ts';
import { type Promises, QUEUE_NAMES, type QueueName } from '../../../shared/domain/desk-queues.ts';
import type { Staff } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { readOwnBook } from '../../book/own-book.queries.ts';
import { readPromises } from '../../book/queue-promises.ts';
import type { Deps } from '../../deps.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import { readLateDate } from '../../payout-runs/runs.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { changeJobsOfTenant, JOB_CHANGES, type JobChange } from '../../platform/jobs/change-kept-jobs.ts';
import { listKeptJobs } from '../../platform/jobs/kept-jobs.ts';
import { describeApprovals, readApprovalsOf } from './approvals-queue.ts';
import { readHappened } from './happened.ts';
import { type HealthDeps, watchHealth } from './health.ts';
import { readLockedPeople } from './locked-people.ts';
import { readPagesOfQueue } from './pages-of-queue.ts';
import type { ListedQueue } from './queue-sql.ts';
import { countQueues, type Item, listQueue, MOST_LISTED } from './queues.queries.ts';
import { readLastCheck, readPostedFile, readReports, readWaitingRun } from './today.queries.ts';

export function boardHandlers(deps: Pick<Deps, 'throttle'> & HealthDeps): Handlers<typeof deskBoardContract> {
  const readHealth = watchHealth(deps);

  /** Every queue in the order of the board. */
  async function readQueues(tx: Tx, caller: Staff) {
    const promises = await readPromises(tx, caller.tenantId);
    const counted = [
      ...(await countQueues(tx, promises)),
      listed('locked', await readLockedPeople(tx, deps.throttle, promises.locked)),
      listed('approvals', await readApprovalsOf(tx, caller, promises.approvals)),
    ];
    const read = new Map(counted.map((queue) => [queue.name, queue]));
    return QUEUE_NAMES.map((name) => {
      const { count, oldest } = read.get(name) ?? { count: 0, oldest: null };
      return {
        name,
        waitingCount: count,
        oldest: oldest?.title ?? null,
        since: oldest?.began.toISOString() ?? null,
        dueAt: oldest?.endsAt?.toISOString() ?? null,
        promise: promises[name],
      };
    });
  }

  const readListed = async (tx: Tx, name: ListedQueue, promises: Promises) =>
    name === 'locked'
      ? (await readLockedPeople(tx, deps.throttle, promises.locked)).slice(0, MOST_LISTED)
      : listQueue(tx, name, promises[name]);

  return {
    async board({ caller, tx }) {
      const { tenantId, userId, permissions } = caller;
      const own = await readOwnBook(tx, tenantId);
      return {
        day: await readToday(tx),
        ...(await readPostedFile(tx, tenantId)),
        check: await readLastCheck(tx, tenantId),
        reports: await readReports(tx, tenantId),
        ...own,
        nextPayout: own.nextPayout && {
          ...own.nextPayout,
          movesOn: await readLateDate(tx, tenantId, own.nextPayout.payDate),
        },
        waitingRun: await readWaitingRun(tx, tenantId, userId),
        queues: await readQueues(tx, caller),
        happened: permissions.has('view-audit') ? await readHappened(tx, tenantId) : null,
      };
    },

    async queue({ params: { name }, caller, tx }) {
      const promises = await readPromises(tx, caller.tenantId);
      const items =
        name === 'approvals'
          ? await describeApprovals(
              tx,
              caller.tenantId,
              await readApprovalsOf(tx, caller, promises.approvals),
            )
          : await withPages(tx, name, await readListed(tx, name, promises));
      return {
        items: items.map(({ itemId, title, remark, began, endsAt, address }) => ({
          itemId,
          what: title,
          detail: remark,
          since: began.toISOString(),
          dueAt: endsAt?.toISOString() ?? null,
          address,
        })),
      };
    },

    health: readHealth,

    retryJob: ({ params: { jobId }, caller, tx }) => change(tx, caller, jobId, JOB_CHANGES.retry),

    dropJob: ({ params: { jobId }, caller, tx }) => change(tx, caller, jobId, JOB_CHANGES.drop),
  };
}

const listed = <Oldest>(name: QueueName, items: readonly Oldest[]) => ({
  name,
  count: items.length,
  oldest: items[0] ?? null,
});

async function withPages(tx: Tx, name: ListedQueue, items: readonly Item[]) {
  const pages = await readPagesOfQueue(
    tx,
    name,
    items.map(({ key }) => key),
  );
  return items.map(({ key, line, ...item }) => ({
    ...item,
    itemId: line === null ? key.toString() : `${key}-${line}`,
    address: pages.get(key) ?? null,
  }));
}

/** Changes a job of the caller's tenant that was given up, and no other: one that is still tried needs nobody. */
async function change(tx: Tx, { tenantId, userId }: Staff, jobId: bigint, asked: JobChange) {
  const jobs = await listKeptJobs(tx, { ids: [jobId], tenantId, state: 'given up' }, 1);
  const operator = { via: 'desk', userId, name: await nameOfMember(tx, tenantId, userId) } as const;
  return { isDone: (await changeJobsOfTenant(tx, jobs, asked, operator)) > 0 };
}
