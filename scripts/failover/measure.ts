import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Book } from './book.ts';
import type { Cluster } from './cluster.ts';
import { EVENTS, type EventName } from './events.ts';
import { type Ledger, longestGap } from './ledger.ts';
import type { Mailbox } from './mailbox.ts';
import type { Service } from './portal.ts';
import { until } from './processes.ts';
import { mailsOf } from './verify.ts';

export interface Row {
  event: string;
  on: string;
  writeGap: number;
  readGap: number;
  failedWrites: number;
  failedReads: number;
  failedPosts: number;
  why: string;
  /** Seconds from the event to the first mail of something that was acknowledged after it; null if none came. */
  mailsAfter: number | null;
  isWorkerReady: boolean;
  workerStarts: number;
  load: number;
  /** Empty if the cluster became whole again by itself. */
  problem: string;
}

export const isDead = ({ mailsAfter, isWorkerReady }: Row): boolean => mailsAfter === null || !isWorkerReady;

export interface Proof {
  cluster: Cluster;
  ledger: Ledger;
  mailbox: Mailbox;
  book: Book;
  worker: Service;
  /** Whether the worker was dead before. It is not waited for again. */
  wasDead: boolean;
}

const BEFORE_MS = 2_000;
const WRITES_AGAIN_SECONDS = 120;
const MAILS_AGAIN_SECONDS = 120;
const DEAD_SECONDS = 10;
const WHOLE_AGAIN_SECONDS = 180;

/** Lets one event happen and watches until people work, mails go out and the cluster is whole again, without any help. */
export async function measureEvent(name: EventName, round: number, proof: Proof): Promise<Row> {
  const { cluster, ledger, worker, mailbox, book } = proof;
  const event = EVENTS[name];
  const problems: string[] = [];
  const attempt = (what: Promise<unknown>) => what.catch((error: Error) => void problems.push(error.message));
  const startsBefore = worker.starts;
  const begun = performance.now();
  const { on, undo } = await event.strike(cluster, round);
  if (event.lastsSeconds === undefined) {
    await attempt(
      until('writes are acknowledged again', WRITES_AGAIN_SECONDS, () => isWriting(ledger, begun)),
    );
    await undo?.();
  } else {
    await setTimeout(event.lastsSeconds * 1000);
    await undo?.();
    await attempt(
      until('writes are acknowledged again', WRITES_AGAIN_SECONDS, () => isWriting(ledger, begun)),
    );
  }
  await attempt(until('the cluster is whole', WHOLE_AGAIN_SECONDS, cluster.isWhole, 500));

  // What was acknowledged before the gap does not count: its mail may have been on its way already.
  const gapEnd = endOfGap(ledger, begun);
  /** Looks again each time: the first commands after a gap may be payments, which cause no mails. */
  const firstMail = () => {
    const later = ledger.acknowledged.filter(({ at }) => at >= gapEnd);
    const arrivals = later
      .flatMap((command) => mailsOf(command, book.tenantId))
      .map((id) => mailbox.arrivals.get(id) ?? Number.POSITIVE_INFINITY);
    return arrivals.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  };
  const patience = proof.wasDead ? DEAD_SECONDS : MAILS_AGAIN_SECONDS;
  await ignoring(until('mails go out', patience, () => Number.isFinite(firstMail())));
  await ignoring(until('the worker is ready', 30, worker.isReady));
  const ended = performance.now();
  const attempts = ledger.between(begun - BEFORE_MS, ended);
  const failed = attempts.filter(({ isDone }) => !isDone);
  return {
    event: event.about,
    on,
    writeGap: longestGap(attempts, 'write', begun - BEFORE_MS, ended),
    readGap: longestGap(attempts, 'read', begun - BEFORE_MS, ended),
    failedWrites: failed.filter(({ of }) => of === 'write').length,
    failedReads: failed.filter(({ of }) => of === 'read').length,
    failedPosts: failed.filter(({ of }) => of === 'post').length,
    why: [...Map.groupBy(failed, ({ why = '' }) => why)]
      .map(([why, all]) => `${all.length} × ${why}`)
      .join(', '),
    mailsAfter: Number.isFinite(firstMail()) ? Math.max(0, firstMail() - begun) / 1000 : null,
    isWorkerReady: await worker.isReady(),
    workerStarts: worker.starts - startsBefore,
    load: loadavg()[0] ?? 0,
    problem: problems.join('; '),
  };
}

/** What did not come is a column of the row. */
const ignoring = (what: Promise<unknown>) => what.catch(() => undefined);

/** Several acknowledged writes within the last seconds, after the event. */
function isWriting(ledger: Ledger, begun: number): boolean {
  const from = Math.max(begun, performance.now() - 2_000);
  const recent = ledger.between(from, Number.POSITIVE_INFINITY);
  const hasTakenEffect = performance.now() - begun > 3_000;
  return hasTakenEffect && recent.filter(({ of, isDone }) => of === 'write' && isDone).length >= 3;
}

/** When the first write after the longest gap was acknowledged. */
function endOfGap(ledger: Ledger, begun: number): number {
  const times = ledger
    .between(begun - BEFORE_MS, Number.POSITIVE_INFINITY)
    .filter(({ of, isDone }) => of === 'write' && isDone)
    .map(({ at }) => at);
  let end = begun;
  let longest = 0;
  for (const [index, at] of times.entries()) {
    const gap = at - (times[index - 1] ?? begun - BEFORE_MS);
    if (gap > longest) [longest, end] = [gap, at];
  }
  return end;
}
