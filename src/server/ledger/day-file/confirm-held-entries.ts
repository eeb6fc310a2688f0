import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { openPaymentSource } from '../payment-sources.ts';
import { takeConfirmedEntries } from './held-entries.ts';
import { postEntries } from './post-entries.ts';
import { advanceRun, lockRun, type PostingRun } from './posting-runs.ts';
import type { ConfirmedDuplicates } from './suspected-duplicates.ts';

interface Confirmation {
  references: ConfirmedDuplicates;
  by: Operator;
  batchSize: number;
  fileName: string;
}

/**
 * Posts entries that a run has held, now that somebody confirms them. They count as posted today, not on the day of the run, whose
 * pay dates may have been paid since.
 */
export async function confirmHeldEntries(
  db: Database,
  tenantId: string,
  run: PostingRun,
  confirmation: Confirmation,
): Promise<PostingRun> {
  let current = run;
  for (;;) {
    const next = await withTenant(db, tenantId, (tx) => confirmBatch(tx, tenantId, current, confirmation));
    if (!next) return current;
    current = next;
  }
}

async function confirmBatch(
  tx: Tx,
  tenantId: string,
  run: PostingRun,
  { references, by, batchSize, fileName }: Confirmation,
): Promise<PostingRun | null> {
  await lockRun(tx, tenantId, run);
  const taken = await takeConfirmedEntries(tx, tenantId, run.id, { of: references, limit: batchSize });
  if (taken.length === 0) return null;
  const source = { kind: 'day file', fileName, runId: run.id, by } as const;
  const counts = await postEntries(tx, tenantId, {
    runId: run.id,
    sourceId: await openPaymentSource(tx, tenantId, source),
    entries: taken.map((entry) => ({
      ...entry,
      result: 'cleared',
      return_code: '',
      debit_date: entry.debitDate,
    })),
    postedOn: await readToday(tx),
    confirmed: 'all',
  });
  await recordAudit(tx, {
    actorId: null,
    operator: by,
    action: 'held payments confirmed',
    subject: `posting run ${run.id}`,
    details: { references: listed(taken), confirmed: taken.length, posted: counts.posted },
  });
  return advanceRun(tx, tenantId, run.id, { ...counts, held: -taken.length });
}

/** An event names the first ones; the held entries themselves are kept. */
const MAX_LISTED = 20;

function listed(taken: readonly { reference: string }[]): string {
  const references = taken.slice(0, MAX_LISTED).map(({ reference }) => reference);
  return [...references, ...(taken.length > MAX_LISTED ? ['…'] : [])].join(', ');
}
