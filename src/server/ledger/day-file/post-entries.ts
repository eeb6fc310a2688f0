import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { PostingOutcome } from '../decide-postings.ts';
import type { PaymentEntry } from '../payment-entry.ts';
import { postPayments } from '../post-payments.ts';
import type { DayFileEntry } from './day-file.ts';
import { type HeldEntry, recordHeldEntries } from './held-entries.ts';
import {
  addMoved,
  NO_COUNTS,
  type PostingCounts,
  type RefusedEntry,
  recordRefusals,
} from './posting-runs.ts';
import { type ConfirmedDuplicates, SuspectedDuplicate } from './suspected-duplicates.ts';

interface EntriesOfRun {
  runId: bigint;
  /** What the payments name as where they came from. */
  sourceId: bigint;
  entries: readonly DayFileEntry[];
  postedOn: CalendarDate;
  confirmed: ConfirmedDuplicates;
}

/** Posts entries of a run, and records those that are refused or held. */
export async function postEntries(
  tx: Tx,
  tenantId: string,
  { runId, sourceId, entries, postedOn, confirmed }: EntriesOfRun,
): Promise<PostingCounts> {
  const dealIds = await dealsByMid(tx, tenantId, entries);
  const payments = entries.map((entry) => ({
    ...toPaymentEntry(entry, dealIds.get(entry.mid) ?? NO_DEAL),
    origin: { sourceId, line: entry.line },
  }));
  const outcomes = await postPayments(tx, tenantId, payments, postedOn, { confirmed });
  const refused = entries.flatMap(({ line, reference }, index): RefusedEntry[] => {
    const outcome = outcomes[index];
    return outcome instanceof Refusal ? [{ line, reference, code: outcome.code }] : [];
  });
  const held = entries.flatMap(
    ({ line, reference, mid, amount, date, debit_date: debitDate }, index): HeldEntry[] => {
      const outcome = outcomes[index];
      if (!(outcome instanceof SuspectedDuplicate)) return [];
      return [{ line, reference, mid, amount, date, debitDate, resembles: outcome.resembles }];
    },
  );
  await recordRefusals(tx, tenantId, runId, refused);
  await recordHeldEntries(tx, tenantId, runId, held);
  const sumOf = (outcome: PostingOutcome) =>
    sumMoney(entries.filter((_, index) => outcomes[index] === outcome).map(({ amount }) => amount));
  await addMoved(tx, tenantId, runId, { posted: sumOf('posted'), reversed: sumOf('reversed') });
  return count(outcomes);
}

/** Ids begin with 1, so posting finds no deal with this one and refuses the entry. */
export const NO_DEAL = 0n;

export async function dealsByMid(
  tx: Tx,
  tenantId: string,
  entries: readonly DayFileEntry[],
): Promise<Map<string, bigint>> {
  const mids = [...new Set(entries.map(({ mid }) => mid))];
  const deals = await tx
    .selectFrom('deals')
    .select(['id', 'mid'])
    .where('tenantId', '=', tenantId)
    .where('mid', '=', sql<string>`any(${mids}::text[])`)
    .execute();
  return new Map(deals.map(({ id, mid }) => [mid, id]));
}

export function toPaymentEntry(
  { reference, amount, date, ...entry }: DayFileEntry,
  dealId: bigint,
): PaymentEntry {
  const debit = { reference, dealId, amount, date, debitDate: entry.debit_date };
  return entry.result === 'cleared'
    ? { ...debit, result: 'cleared' }
    : { ...debit, result: 'returned', returnCode: entry.return_code };
}

function count(outcomes: readonly PostingOutcome[]): PostingCounts {
  const counts = { ...NO_COUNTS };
  for (const outcome of outcomes) {
    if (outcome instanceof Refusal) counts.refused += 1;
    else if (outcome instanceof SuspectedDuplicate) counts.held += 1;
    else if (outcome === 'already known') counts.known += 1;
    else if (outcome === 'voided') throw new Error('A day file voids nothing.');
    else counts[outcome] += 1;
  }
  return counts;
}
