import { sql } from 'kysely';
import { type CalendarDate, laterOf } from '../../../../shared/domain/calendar-date.ts';
import type { LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import { toDecimalString } from '../../../../shared/domain/money.ts';
import { openPayDateAfter, readClosedPayDates } from '../../../ledger/closed-pay-dates.ts';
import { type DayFileEntry, entryOf } from '../../../ledger/day-file/day-file.ts';
import { dealsByMid } from '../../../ledger/day-file/post-entries.ts';
import { SuspectedDuplicate } from '../../../ledger/day-file/suspected-duplicates.ts';
import type { Payout, PostingOutcome } from '../../../ledger/decide-postings.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { readToday } from '../../../platform/db/today.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { Refusal } from '../../../platform/errors.ts';
import { decideEntries } from '../decide-entries.ts';
import { nextFreeReferences, readPostedElsewhere } from './made-references.ts';
import { withDebitsOfReturns } from './made-returns.ts';
import type { SheetId } from './read-lines.ts';

interface KeptLine {
  line: number;
  reference: string | null;
  mid: string | null;
  amountCents: bigint | null;
  entryDate: string | null;
  result: 'cleared' | 'returned' | null;
  returnCode: string | null;
  debitDate: string | null;
  unreadable: string | null;
  decision: 'leave out' | 'post too' | null;
}

export interface CheckedLine {
  line: number;
  verdict: LineVerdict;
  code: string | null;
  problem: string | null;
  resembles: string | null;
  dealId: bigint | null;
  /** As it will be posted; of a return without a reference, that of its debit. */
  reference: string | null;
}

/** What a syndicate would be paid on a pay date. */
export interface Effect {
  syndicateId: string;
  payDate: CalendarDate;
  gross: string;
  fee: string;
}

/** Says of each line what posting would do with it, from one moment of the book. */
export function checkLines(
  db: Database,
  { tenantId, fileId }: SheetId,
  { hasMadeReferences }: { hasMadeReferences: boolean },
): Promise<{ lines: CheckedLine[]; effects: Effect[] }> {
  return withTenant(
    db,
    tenantId,
    async (tx) => {
      await sql`set local statement_timeout = '5min'`.execute(tx);
      const kept = await readKept(tx, { tenantId, fileId });
      const verdicts = new Map<number, CheckedLine>();
      const entries: DayFileEntry[] = [];
      for (const line of kept) {
        const read = entryOfLine(line);
        if (line.decision === 'leave out') verdicts.set(line.line, plain(line, 'left out'));
        else if ('problem' in read)
          verdicts.set(line.line, { ...plain(line, 'refused'), code: 'line_unreadable', ...read });
        else entries.push(read);
      }
      const confirmedLines = new Set(
        kept.filter(({ decision }) => decision === 'post too').map(({ line }) => line),
      );
      const { resolved, postedElsewhere } = hasMadeReferences
        ? await resolveMade(tx, { tenantId, fileId }, entries, confirmedLines)
        : { resolved: entries, postedElsewhere: NONE };
      const deals = await dealsByMid(tx, tenantId, resolved);
      const today = await readToday(tx);
      const effects = new EffectSum(today, await readClosedPayDates(tx, tenantId, today));
      const outcomes = await decideEntries(tx, tenantId, resolved, {
        dealIdOf: (mid) => deals.get(mid),
        confirmed: new Set(
          resolved.filter(({ line }) => confirmedLines.has(line)).map(({ reference }) => reference),
        ),
        onPayouts: (payouts) => effects.add(payouts),
      });
      for (const [place, { line, mid, reference }] of resolved.entries())
        verdicts.set(line, {
          ...{ line, reference, dealId: deals.get(mid) ?? null, problem: null },
          ...verdictOf(outcomes[place], postedElsewhere.has(reference) ? reference : null),
        });
      const lines = [...verdicts.values()].toSorted((one, other) => one.line - other.line);
      return { lines, effects: effects.all() };
    },
    { readOnly: true, isSnapshot: true },
  );
}

const plain = ({ line, reference }: KeptLine, verdict: LineVerdict): CheckedLine => ({
  ...{ line, reference, verdict, code: null, problem: null, resembles: null, dealId: null },
});

/** The same checks that a line of a day file goes through. */
function entryOfLine(line: KeptLine): DayFileEntry | { problem: string } {
  if (line.unreadable !== null) return { problem: line.unreadable };
  const { amountCents, entryDate, result, reference, mid } = line;
  const size = amountCents === null ? 0n : amountCents < 0n ? -amountCents : amountCents;
  const read = entryOf(line.line, {
    reference: reference ?? '',
    mid: mid ?? '',
    amount: toDecimalString(size),
    date: entryDate ?? '',
    result: result ?? '',
    return_code: result === 'returned' ? (line.returnCode ?? '') : '',
    debit_date: line.debitDate ?? '',
  });
  if (!('problems' in read)) return read;
  const [first] = read.problems;
  return { problem: WORDS[first?.column ?? ''] ?? `The ${first?.column} ${first?.reason}.` };
}

const WORDS: Readonly<Record<string, string>> = {
  return_code: 'A return needs its code, such as R01.',
  amount: 'The amount is nothing.',
};

function verdictOf(
  outcome: PostingOutcome | undefined,
  postedElsewhere: string | null,
): Pick<CheckedLine, 'verdict' | 'code' | 'resembles'> {
  if (outcome instanceof Refusal) return { verdict: 'refused', code: outcome.code, resembles: null };
  if (outcome instanceof SuspectedDuplicate)
    return { verdict: 'suspected', code: null, resembles: outcome.resembles };
  if (outcome === 'already known' && postedElsewhere !== null)
    return { verdict: 'suspected', code: null, resembles: postedElsewhere };
  return outcome === 'already known'
    ? { verdict: 'posted before', code: null, resembles: null }
    : { verdict: 'will post', code: outcome ?? null, resembles: null };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The references under which the lines are posted whose file has none. A debit that another file has posted is another one only if
 * somebody says so, and then has a number of its own.
 */
async function resolveMade(
  tx: Tx,
  id: SheetId,
  entries: readonly DayFileEntry[],
  confirmedLines: ReadonlySet<number>,
) {
  const postedElsewhere = await readPostedElsewhere(tx, id, entries);
  const isAnother = ({ line, reference, result }: DayFileEntry) =>
    result === 'cleared' && confirmedLines.has(line) && postedElsewhere.has(reference);
  const references = entries.filter(isAnother).map(({ reference }) => reference);
  const taken = entries.map(({ reference }) => reference);
  const free =
    references.length === 0
      ? new Map<string, string>()
      : await nextFreeReferences(tx, id.tenantId, { references, taken });
  const numbered = entries.map((entry) =>
    isAnother(entry) ? { ...entry, reference: free.get(entry.reference) ?? entry.reference } : entry,
  );
  return { resolved: await withDebitsOfReturns(tx, id.tenantId, numbered), postedElsewhere };
}

class EffectSum {
  readonly #today: CalendarDate;
  readonly #closed: ReadonlySet<CalendarDate>;
  readonly #sums = new Map<
    string,
    { syndicateId: bigint; payDate: CalendarDate; gross: bigint; fee: bigint }
  >();

  constructor(today: CalendarDate, closed: ReadonlySet<CalendarDate>) {
    this.#today = today;
    this.#closed = closed;
  }

  add(payouts: readonly Payout[]): void {
    for (const { share, availableOn } of payouts) {
      const { syndicateId, payDays } = share.participant;
      const payDate = openPayDateAfter(laterOf(this.#today, availableOn), payDays, this.#closed);
      const key = `${syndicateId} ${payDate}`;
      const sum = this.#sums.get(key) ?? { syndicateId, payDate, gross: 0n, fee: 0n };
      sum.gross += share.gross;
      sum.fee += share.managementFee;
      this.#sums.set(key, sum);
    }
  }

  all(): Effect[] {
    return [...this.#sums.values()].map(({ syndicateId, payDate, gross, fee }) => ({
      ...{ syndicateId: String(syndicateId), payDate, gross: String(gross), fee: String(fee) },
    }));
  }
}

async function readKept(tx: Tx, { tenantId, fileId }: SheetId): Promise<KeptLine[]> {
  return tx
    .selectFrom('daySheetLines')
    .select(['line', 'mid', 'amountCents', 'entryDate', 'result', 'returnCode', 'debitDate'])
    .select(['unreadable', 'decision', 'reference'])
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .orderBy('line')
    .execute();
}
