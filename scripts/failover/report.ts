import { setTimeout } from 'node:timers/promises';
import type { Book } from './book.ts';
import { asSuperuser, type Cluster } from './cluster.ts';
import { CLOCK_STEP_SECONDS } from './events.ts';
import type { Ledger } from './ledger.ts';
import { runPortal } from './load.ts';
import type { Mailbox } from './mailbox.ts';
import { isDead, type Row } from './measure.ts';
import type { Service } from './portal.ts';
import { compare, mailsOf } from './verify.ts';

/** Jobs of a worker that died are released after a minute; those that were queued while a clock was ahead are due when it has caught up. */
const MAILS_SECONDS = 180 + CLOCK_STEP_SECONDS;

const COLUMNS = [
  '',
  'event',
  'on',
  'write gap, s',
  'failed writes',
  'read gap, s',
  'failed reads',
  'failed posts',
  'worker: restarts',
  'mails again after, s',
  'load',
];

const line = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

export function printHeader(): void {
  line(COLUMNS);
  line(COLUMNS.map(() => '---'));
}

export function printRow(number: number, row: Row): void {
  line([
    number,
    row.event,
    row.on,
    row.writeGap.toFixed(1),
    row.failedWrites,
    row.readGap.toFixed(1),
    row.failedReads,
    row.failedPosts,
    isDead(row) ? `DEAD${row.isWorkerReady ? ' (says it is ready)' : ''}` : row.workerStarts,
    row.mailsAfter?.toFixed(0) ?? 'never',
    row.load.toFixed(0),
  ]);
  if (row.problem) console.log(`  — ${row.problem}`);
  if (process.env['WHY'] && row.why) console.log(`  — ${row.why}`);
}

interface End {
  rows: readonly Row[];
  ledger: Ledger;
  book: Book;
  mailbox: Mailbox;
  cluster: Cluster;
  worker: Service;
  apis: readonly Service[];
  everybodyDone: boolean;
}

/** Prints what there is at the end beside what was acknowledged. Returns whether all of it is right. */
export async function reportEnd({ rows, ledger, book, mailbox, cluster, worker, apis, everybodyDone }: End) {
  let isGood = true;
  const say = (isRight: boolean, text: string) => {
    isGood &&= isRight;
    console.log(`${isRight ? '' : 'WRONG: '}${text}`);
  };
  console.log('');
  const reads = ledger.attempts.filter(({ of, isDone }) => of === 'read' && isDone).length;
  const failed = ledger.attempts.filter(({ isDone }) => !isDone);
  const reasons = [...Map.groupBy(failed, ({ why = '' }) => why)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([why, all]) => `${all.length} × ${why}`);
  console.log(
    `${rows.length} events; ${reads} pages read; attempts that failed: ${reasons.join(', ') || 'none'}`,
  );
  console.log(`starts: worker ${worker.starts}, apis ${apis.map(({ starts }) => starts).join(' and ')}`);
  say(
    everybodyDone,
    everybodyDone ? 'everybody got an answer in the end' : 'somebody got no answer within two minutes',
  );
  const refusals = [...Map.groupBy(ledger.refusals, String)].map(([why, all]) => `${all.length} × ${why}`);
  say(refusals.length === 0, `refused for good: ${refusals.join(', ') || 'nothing'}`);

  const findings = await compare(cluster.superuserUrl, book, ledger);
  for (const { kind, acknowledged, lost, doubled, unacknowledged } of findings)
    say(
      lost.length + doubled.length === 0,
      `${kind}: ${acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${unacknowledged} done without an acknowledgement ${[...lost, ...doubled].slice(0, 10).join(' ')}`,
    );
  const sum = (count: (finding: (typeof findings)[number]) => number) =>
    findings.reduce((total, finding) => total + count(finding), 0);
  say(
    true,
    `acknowledged / lost / doubled: ${sum((one) => one.acknowledged)} / ${sum((one) => one.lost.length)} / ${sum((one) => one.doubled.length)}`,
  );

  const meant = new Set(ledger.acknowledged.flatMap((command) => mailsOf(command, book.tenantId)));
  for (let seconds = 0; seconds < MAILS_SECONDS; seconds += 1) {
    const received = new Set(mailbox.received);
    if ([...meant].every((id) => received.has(id)) && (await jobsLeft(cluster.superuserUrl)) === 0) break;
    await setTimeout(1_000);
  }
  const received = new Set(mailbox.received);
  const missing = [...meant].filter((id) => !received.has(id)).length;
  const foreign = [...received].filter(
    (id) => /^<(acceptance|pre-funding)\./.test(id) && !meant.has(id),
  ).length;
  say(
    missing + foreign === 0,
    `mails: ${meant.size} meant, ${missing} missing, ${mailbox.received.length - received.size} repeated under the same Message-ID, ${foreign} that nobody meant`,
  );
  const left = await jobsLeft(cluster.superuserUrl);
  say(left === 0, `jobs left in the queue: ${left}`);
  const dead = rows.filter(isDead).length;
  say(dead === 0, `worker alive without help after ${rows.length - dead} of ${rows.length} events`);
  const stuck = rows.filter(({ problem }) => problem !== '').length;
  say(stuck === 0, `cluster whole again without help after ${rows.length - stuck} of ${rows.length} events`);
  for (const command of [['reconcile'], ['audit', 'verify']]) {
    const { code, text } = await runPortal(command, cluster.url);
    say(code === 0, `portal ${command.join(' ')}: ${text}`);
  }
  return isGood;
}

/** Jobs that are due and not given up. */
const jobsLeft = (url: string): Promise<number> =>
  asSuperuser(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts',
    );
    return rows[0]?.count ?? 0;
  });
