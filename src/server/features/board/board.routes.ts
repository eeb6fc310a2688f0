import type { deskBoardContract } from '../../../shared/contract/desk-board.ts';
import { QUEUE_NAMES } from '../../../shared/domain/desk-queues.ts';
import type { Staff } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { readPromises } from '../../book/queue-promises.ts';
import type { Deps } from '../../deps.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { changeJobsOfTenant, JOB_CHANGES, type JobChange } from '../../platform/jobs/change-kept-jobs.ts';
import { listKeptJobs } from '../../platform/jobs/kept-jobs.ts';
import { readHappened } from './happened.ts';
import { type HealthDeps, watchHealth } from './health.ts';
import { readLockedPeople } from './locked-people.ts';
import { readOffersOfQueue } from './offers-of-queue.ts';
import { readOwnBook } from './own-book.queries.ts';
import { countQueues, listQueue, MOST_LISTED } from './queues.queries.ts';
import { readLastCheck, readPostedFile, readReports, readWaitingRun } from './today.queries.ts';

export function boardHandlers(deps: Pick<Deps, 'throttle'> & HealthDeps): Handlers<typeof deskBoardContract> {
  const readHealth = watchHealth(deps);

  /** Every queue in the order of the board. */
  async function readQueues(tx: Tx, tenantId: string) {
    const promises = await readPromises(tx, tenantId);
    const read = new Map((await countQueues(tx, promises)).map((queue) => [queue.name, queue]));
    const locked = await readLockedPeople(tx, deps.throttle, promises.locked);
    return QUEUE_NAMES.map((name) => {
      const { count, oldest } =
        name === 'locked'
          ? { count: locked.length, oldest: locked[0] ?? null }
          : (read.get(name) ?? { count: 0, oldest: null });
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

  return {
    async board({ caller: { tenantId, permissions }, tx }) {
      // Sent at once: none of them needs what another one finds, and a round trip takes longer than most of them.
      const [day, posted, own, check, reports, waitingRun, queues, happened] = await Promise.all([
        readToday(tx),
        readPostedFile(tx, tenantId),
        readOwnBook(tx, tenantId),
        readLastCheck(tx, tenantId),
        readReports(tx, tenantId),
        readWaitingRun(tx, tenantId),
        readQueues(tx, tenantId),
        permissions.has('view-audit') ? readHappened(tx, tenantId) : null,
      ]);
      return { day, ...posted, check, reports, ...own, waitingRun, queues, happened };
    },

    async queue({ params: { name }, caller: { tenantId }, tx }) {
      const { [name]: promise } = await readPromises(tx, tenantId);
      const items =
        name === 'locked'
          ? (await readLockedPeople(tx, deps.throttle, promise)).slice(0, MOST_LISTED)
          : await listQueue(tx, name, promise);
      const offers = await readOffersOfQueue(
        tx,
        name,
        items.map(({ key }) => key),
      );
      return {
        items: items.map(({ key, line, title, remark, began, endsAt }) => ({
          itemId: line === null ? key.toString() : `${key}-${line}`,
          what: title,
          detail: remark,
          since: began.toISOString(),
          dueAt: endsAt?.toISOString() ?? null,
          offerId: offers.get(key) ?? null,
        })),
      };
    },

    health: readHealth,

    retryJob: ({ params: { jobId }, caller, tx }) => change(tx, caller, jobId, JOB_CHANGES.retry),

    dropJob: ({ params: { jobId }, caller, tx }) => change(tx, caller, jobId, JOB_CHANGES.drop),
  };
}

/** Changes a job of the caller's tenant that was given up, and no other: one that is still tried needs nobody. */
async function change(tx: Tx, { tenantId, userId }: Staff, jobId: bigint, asked: JobChange) {
  const jobs = await listKeptJobs(tx, { ids: [jobId], tenantId, state: 'given up' }, 1);
  const operator = { via: 'desk', userId, name: await nameOfMember(tx, tenantId, userId) } as const;
  return { isDone: (await changeJobsOfTenant(tx, jobs, asked, operator)) > 0 };
}
