import { sql } from 'kysely';
import type { LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import { readClosedPayDates } from '../../../ledger/closed-pay-dates.ts';
import type { DayFileEntry } from '../../../ledger/day-file/day-file.ts';
import { SuspectedDuplicate } from '../../../ledger/day-file/suspected-duplicates.ts';
import type { PostingOutcome } from '../../../ledger/decide-postings.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { readToday } from '../../../platform/db/today.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { Refusal } from '../../../platform/errors.ts';
import { inTurns } from '../../../platform/in-turns.ts';
import { decideEntries } from '../decide-entries.ts';
import { readComparedDeals } from './compared-deals.ts';
import { type Effect, EffectSum } from './effect-sum.ts';
import { findConcerns } from './find-concerns.ts';
import { entryOfLine, type KeptLine } from './line-entry.ts';
import type { SheetId } from './read-lines.ts';
import { resolveReferences } from './resolve-references.ts';

export interface CheckedLine {
  line: number;
  verdict: LineVerdict;
  code: string | null;
  problem: string | null;
  resembles: string | null;
  dealId: bigint | null;
  /** As it will be posted; of a return without the reference of its debit, that of the debit. */
  reference: string | null;
  /** What a person has to look at before it posts; null where nothing is. */
  concerns: readonly string[] | null;
  /** It pays its deal in full. */
  completesDeal: boolean;
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
      const read: DayFileEntry[] = [];
      for await (const turn of inTurns(kept))
        for (const line of turn) {
          const entry = entryOfLine(line);
          if (line.decision === 'leave out') verdicts.set(line.line, plain(line, 'left out'));
          else if ('problem' in entry)
            verdicts.set(line.line, { ...plain(line, 'refused'), code: 'line_unreadable', ...entry });
          else read.push(entry);
        }
      const confirmedLines = new Set(
        kept.filter(({ decision }) => decision === 'post too').map(({ line }) => line),
      );
      const { entries, postedElsewhere, unknownReturns } = await resolveReferences(
        tx,
        { tenantId, fileId },
        read,
        { hasMadeReferences, confirmedLines },
      );
      const deals = await readComparedDeals(
        tx,
        tenantId,
        entries.map(({ mid }) => mid),
      );
      const today = await readToday(tx);
      const concerns = await findConcerns(entries, { kept, deals, today, unknownReturns });
      // What waits for a person comes after the other lines of its deal, which do not count on it.
      const posting = entries.filter(({ line }) => !concerns.get(line)?.isOpen);
      const waiting = entries.filter(({ line }) => concerns.get(line)?.isOpen);
      const decided = [...posting, ...waiting];
      const effects = new EffectSum(today, await readClosedPayDates(tx, tenantId, today));
      const ofPosting = new Set(posting.map(keyOf));
      const completing = new Set<string>();
      const outcomes = await decideEntries(tx, tenantId, decided, {
        dealIdOf: (mid) => deals.get(mid)?.id,
        confirmed: new Set(
          entries.filter(({ line }) => confirmedLines.has(line)).map(({ reference }) => reference),
        ),
        onPayouts: (payouts) =>
          effects.add(
            payouts.filter(({ reference, isReversal }) => ofPosting.has(keyOfPosting(reference, isReversal))),
          ),
        onPayments: (payments) => {
          for (const { reference, settlesDeal } of payments) if (settlesDeal) completing.add(reference);
        },
      });
      for await (const turn of inTurns(decided.entries()))
        for (const [place, { line, mid, reference, result }] of turn) {
          const said = verdictOf(outcomes[place], postedElsewhere.has(reference) ? reference : null);
          const found = said.verdict === 'will post' ? concerns.get(line) : undefined;
          verdicts.set(line, {
            ...{ line, reference, dealId: deals.get(mid)?.id ?? null, problem: null, ...said },
            ...(found?.isOpen && { verdict: 'look at this' as const }),
            concerns: found?.concerns ?? null,
            completesDeal: said.code === 'posted' && result === 'cleared' && completing.has(reference),
          });
        }
      const lines = [...verdicts.values()].toSorted((one, other) => one.line - other.line);
      return { lines, effects: effects.all() };
    },
    { readOnly: true, isSnapshot: true },
  );
}

const keyOfPosting = (reference: string, isReversal: boolean) => `${isReversal} ${reference}`;
const keyOf = ({ reference, result }: DayFileEntry) => keyOfPosting(reference, result === 'returned');

const plain = ({ line, reference }: KeptLine, verdict: LineVerdict): CheckedLine => ({
  ...{ line, reference, verdict, code: null, problem: null, resembles: null, dealId: null },
  ...{ concerns: null, completesDeal: false },
});

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

/** In pages, because the driver takes a whole answer apart at once. */
const PAGE = 5_000;

async function readKept(tx: Tx, { tenantId, fileId }: SheetId) {
  const page = (after: number) =>
    tx
      .selectFrom('daySheetLines')
      .select(['line', 'mid', 'amountCents', 'entryDate', 'result', 'returnCode', 'debitDate'])
      .select(['unreadable', 'decision', 'reference', 'acceptedConcerns'])
      .select(sql<string | null>`cells ->> 'merchant'`.as('merchant'))
      .where('tenantId', '=', tenantId)
      .where('fileId', '=', fileId)
      .where('line', '>', after)
      .orderBy('line')
      .limit(PAGE)
      .execute();
  const kept = await page(0);
  for (let next = kept; next.length === PAGE; kept.push(...next)) next = await page(next.at(-1)?.line ?? 0);
  return kept;
}
