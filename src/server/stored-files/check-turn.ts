import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

/** Who uploads: a link, or somebody who is signed in. */
type Sender = { linkHash: Buffer } | { userId: bigint | null };

/** The files of one funder that are checked at once, of the four jobs that a worker runs. */
const PLACES = [0, 1];

/** The scheduled work of the night has lower places than this. */
const FURTHEST_BACK = 9;

/**
 * Where in line the check of an upload stands. A scan can take a minute, so one funder's uploads hold at most two places, the
 * files of one sender are checked one after the other, and each further file of a sender goes behind the first of all others.
 */
export async function turnOf(tx: Tx, tenantId: string, sender: Sender, fileId: string) {
  const name =
    'linkHash' in sender ? `link ${sender.linkHash.toString('hex', 0, 8)}` : `user ${sender.userId}`;
  const lines = PLACES.map((place) => `uploads of ${tenantId} ${place}`);
  const { rows } = await sql<{ line: string; waiting: number; own: number }>`
    select line, count(job.id)::integer as waiting,
      (count(job.id) filter (where starts_with(job.key, ${`check of ${name} `})))::integer as own
    from unnest(${lines}::text[]) line
    left join graphile_worker._private_job_queues queue on queue.queue_name = line
    left join graphile_worker._private_jobs job on job.job_queue_id = queue.id and job.attempts < job.max_attempts
    group by line order by own desc, waiting, line`.execute(tx);
  const [best = { line: lines[0] ?? null, own: 0 }] = rows;
  return { queue: best.line, key: `check of ${name} ${fileId}`, priority: Math.min(best.own, FURTHEST_BACK) };
}
