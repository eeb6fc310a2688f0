import { NO_DEAL, toPaymentEntry } from '../../../ledger/day-file/post-entries.ts';
import { addEntry, addMoved, type EntryCount } from '../../../ledger/day-file/posting-runs.ts';
import { SuspectedDuplicate } from '../../../ledger/day-file/suspected-duplicates.ts';
import { openPaymentSource } from '../../../ledger/payment-sources.ts';
import { postPayments } from '../../../ledger/post-payments.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { readToday } from '../../../platform/db/today.ts';
import { Refusal } from '../../../platform/errors.ts';
import { nextFreeReferences, readPostedElsewhere } from '../day-sheet/made-references.ts';
import { type SaidOfLine, wordsOfSaid } from '../day-sheet/read-again.ts';
import { readWaitingEntry, type WaitingEntry, type WaitingLine } from './waiting-entry.ts';

/** What a run counts for each outcome. */
const COUNTED: Readonly<Record<string, EntryCount>> = {
  posted: 'postedCount',
  reversed: 'reversedCount',
  returned: 'returnedCount',
};

interface LineToPost extends WaitingLine {
  said: SaidOfLine;
  /** Somebody says that it is a payment of its own although it resembles another one. */
  isPostedToo: boolean;
  /** Why it posts although it needs a look. */
  reason: string | undefined;
}

/**
 * Posts a line of a day's spreadsheet that was left out, today and under its own reference, so never twice. What it resembles may have
 * been posted since the file was checked, so that it is compared once more, as is what makes it odd.
 */
export async function postLine(
  tx: Tx,
  { tenantId, runId, line, said, isPostedToo, reason }: LineToPost,
  by: DeskUser,
): Promise<void> {
  const { fileName } = await lockRunOf(tx, { tenantId, runId, line });
  const settled = await readSettled(tx, { tenantId, runId, line });
  if (settled) {
    if (settled.outcome === 'posted') return;
    throw new Refusal('line_settled');
  }
  const waiting = await readWaitingEntry(tx, { tenantId, runId, line }, said);
  const sourceId = await openPaymentSource(tx, tenantId, { kind: 'day file', fileName, runId, by });
  const { reference } = waiting.entry;
  const isElsewhere = await isPostedElsewhere(tx, tenantId, waiting);
  if (isElsewhere && !isPostedToo) throw suspected(reference);
  const entry = {
    ...waiting.entry,
    reference: isElsewhere ? await nextFreeReference(tx, tenantId, reference) : reference,
  };
  const payment = { ...toPaymentEntry(entry, waiting.deal?.id ?? NO_DEAL), origin: { sourceId, line } };
  const [outcome] = await postPayments(tx, tenantId, [payment], await readToday(tx), {
    confirmed: isPostedToo ? 'all' : new Set(),
  });
  if (outcome instanceof Refusal) throw outcome;
  if (outcome instanceof SuspectedDuplicate) throw suspected(outcome.resembles);
  // Nobody is asked why a line posts that cannot be posted. What was posted is rolled back.
  if (waiting.concerns.length > 0 && reason === undefined)
    throw new Refusal('line_needs_reason', { message: waiting.concerns.join(' ') });
  if (outcome === 'posted') await addMoved(tx, tenantId, runId, { posted: entry.amount, reversed: 0n });
  if (outcome === 'reversed') await addMoved(tx, tenantId, runId, { posted: 0n, reversed: entry.amount });
  await addEntry(tx, tenantId, runId, COUNTED[String(outcome)] ?? 'knownCount');
  await settle(
    tx,
    { tenantId, runId, line },
    { outcome: 'posted', reason: waiting.concerns.length > 0 ? (reason ?? null) : null, said, by },
  );
}

const suspected = (reference: string) =>
  new Refusal('payment_suspected', {
    message: `It has the same deal, day and amount as the payment ${reference}.`,
  });

/** Whether another file has posted a payment under the reference that was made for this line. */
async function isPostedElsewhere(
  tx: Tx,
  tenantId: string,
  { fileId, hasMadeReference, entry }: WaitingEntry,
): Promise<boolean> {
  if (!hasMadeReference) return false;
  return (await readPostedElsewhere(tx, { tenantId, fileId }, [entry])).has(entry.reference);
}

async function nextFreeReference(tx: Tx, tenantId: string, reference: string): Promise<string> {
  const free = await nextFreeReferences(tx, tenantId, { references: [reference], taken: [] });
  return free.get(reference) ?? reference;
}

/** Drops a line, which is then never posted. */
export async function dropLine(
  tx: Tx,
  { tenantId, runId, line, reason }: WaitingLine & { reason: string },
  by: DeskUser,
): Promise<void> {
  await lockRunOf(tx, { tenantId, runId, line });
  const settled = await readSettled(tx, { tenantId, runId, line });
  if (settled?.outcome === 'dropped') return;
  if (settled) throw new Refusal('line_settled');
  await settle(tx, { tenantId, runId, line }, { outcome: 'dropped', reason, by });
}

/** Of two who settle the same line at once, the second finds it settled. */
async function lockRunOf(tx: Tx, { tenantId, runId, line }: WaitingLine): Promise<{ fileName: string }> {
  const run = await tx
    .selectFrom('postingRuns')
    .select('fileName')
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  const held = await tx
    .selectFrom('postingHeldEntries')
    .select('line')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('line', '=', line)
    .executeTakeFirst();
  if (!run || (!held && (await refusalOf(tx, { tenantId, runId, line })) === null))
    throw new Refusal('not_found');
  return run;
}

const readSettled = (tx: Tx, { tenantId, runId, line }: WaitingLine) =>
  tx
    .selectFrom('settledLines')
    .select('outcome')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('line', '=', line)
    .executeTakeFirst();

async function refusalOf(tx: Tx, { tenantId, runId, line }: WaitingLine): Promise<string | null> {
  const refusal = await tx
    .selectFrom('postingRefusals')
    .select('code')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('line', '=', line)
    .executeTakeFirst();
  return refusal?.code ?? null;
}

interface Settled {
  outcome: 'posted' | 'dropped';
  reason: string | null;
  said?: SaidOfLine;
  by: DeskUser;
}

async function settle(
  tx: Tx,
  { tenantId, runId, line }: WaitingLine,
  { outcome, reason, said, by }: Settled,
): Promise<void> {
  await tx
    .insertInto('settledLines')
    .values({ tenantId, runId, line, outcome, reason, settledBy: by.userId })
    .execute();
  await recordAudit(tx, {
    ...{ actorId: by.userId, operator: by, subject: `posting run ${runId}` },
    action: outcome === 'posted' ? 'waiting line posted' : 'waiting line dropped',
    details: { line, ...(said && wordsOfSaid(said)), ...(reason !== null && { reason }) },
  });
}
