import { sql } from 'kysely';
import { refusals } from '../../../shared/contract/errors.ts';
import { noticeInWords } from '../../../shared/domain/change-notices.ts';
import {
  type Promises,
  QUEUE_NAMES,
  type QueueName,
  type QueuePromise,
} from '../../../shared/domain/desk-queues.ts';
import { endOfPromise } from '../../book/queue-promises.ts';
import type { Tx } from '../../platform/db/database.ts';
import { errorInOneLine } from '../../platform/jobs/kept-jobs.ts';
import { QUEUE_SQL, type ReadQueue } from './queue-sql.ts';

/** Something that waits. */
export interface Item {
  key: bigint;
  /** Of a file, where the key is that of its run. */
  line: number | null;
  title: string;
  remark: string;
  began: Date;
  endsAt: Date | null;
}

/** More of a queue is not listed on the board. */
export const MOST_LISTED = 10;

const isRead = (name: QueueName): name is ReadQueue => name !== 'locked' && name !== 'approvals';

const oldestOf = (name: ReadQueue, promise: QueuePromise, limit: number) => {
  const { waiting, words } = QUEUE_SQL[name];
  return sql`
    select item.key, item.line, item.began, ${endOfPromise(sql`item.began`, promise)} as ends_at, told.title, told.remark
    from (select key, line, began from (${waiting}) waiting order by began, key, line limit ${sql.lit(limit)}) item
    cross join lateral (${words}) told`;
};

const countOf = (name: ReadQueue) => {
  const { waiting, count } = QUEUE_SQL[name];
  return count ?? sql`(select count(*)::integer from (${waiting}) waiting)`;
};

export interface CountedQueue {
  name: QueueName;
  count: number;
  oldest: Item | null;
}

type CountedRow = { name: QueueName; count: number } & { [K in keyof Item]: Item[K] | null };

/** Every queue that is read from tables, in one query: its number, and what has waited for the longest time. */
export async function countQueues(tx: Tx, promises: Promises): Promise<CountedQueue[]> {
  const parts = QUEUE_NAMES.filter(isRead).map(
    (name) => sql`
      select ${sql.lit(name)} as name, counted.count, oldest.key, oldest.line, oldest.began, oldest.ends_at, oldest.title, oldest.remark
      from (select ${countOf(name)} as count) counted
      left join lateral (${oldestOf(name, promises[name], 1)}) oldest on true`,
  );
  const { rows } = await sql<CountedRow>`${sql.join(parts, sql` union all `)}`.execute(tx);
  return rows.map(({ name, count, ...oldest }) => ({
    name,
    count,
    oldest: oldest.key === null ? null : toldPlainly(name, oldest as Item),
  }));
}

export async function listQueue(tx: Tx, name: ReadQueue, promise: QueuePromise): Promise<Item[]> {
  const { rows } =
    await sql<Item>`${oldestOf(name, promise, MOST_LISTED)} order by item.began, item.key, item.line`.execute(
      tx,
    );
  return rows.map((item) => toldPlainly(name, item));
}

/** What a line was refused for, what a job failed with and what a bank writes is stored as a code or as an error. */
function toldPlainly(name: QueueName, item: Item): Item {
  if (name === 'mails' || name === 'jobs') return { ...item, remark: errorInOneLine(item.remark) };
  if (name === 'change-notices') return { ...item, remark: `${item.remark}: ${noticeInWords(item.remark)}` };
  return name === 'lines' ? { ...item, remark: whyNotPosted(item.remark) } : item;
}

function whyNotPosted(code: string): string {
  if (code === 'held') return 'Looks like a payment that was posted before. Waits to be confirmed.';
  if (code === 'not_found') return 'No deal has this MID.';
  return Object.entries(refusals).find(([known]) => known === code)?.[1].message ?? code;
}
