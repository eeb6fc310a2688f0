import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import {
  concernOfUnknownReturn,
  concernOfWaitingDebit,
  concernsOf,
} from '../../../../shared/domain/line-concerns.ts';
import type { DayFileEntry } from '../../../ledger/day-file/day-file.ts';
import { inTurns } from '../../../platform/in-turns.ts';
import type { KnownDeal } from './compared-deals.ts';

interface FoundConcerns {
  concerns: readonly string[];
  /** A person has not accepted all of them. */
  isOpen: boolean;
}

interface ComparedWith {
  kept: readonly { line: number; merchant: string | null; acceptedConcerns: readonly string[] | null }[];
  deals: ReadonlyMap<string, KnownDeal>;
  today: CalendarDate;
  unknownReturns: ReadonlySet<number>;
}

/** What a person has to look at, by line. Lines without a deal are refused, and lines without a concern are not among them. */
export async function findConcerns(
  entries: readonly DayFileEntry[],
  { kept, deals, today, unknownReturns }: ComparedWith,
): Promise<ReadonlyMap<number, FoundConcerns>> {
  const byLine = new Map(kept.map((line) => [line.line, line]));
  const found = new Map<number, FoundConcerns>();
  const note = (line: number, concerns: readonly string[]) => {
    const accepted = new Set(byLine.get(line)?.acceptedConcerns);
    if (concerns.length > 0)
      found.set(line, { concerns, isOpen: concerns.some((concern) => !accepted.has(concern)) });
  };
  for await (const turn of inTurns(entries))
    for (const entry of turn) {
      const deal = deals.get(entry.mid);
      if (!deal) continue;
      const line = { ...entry, merchant: byLine.get(entry.line)?.merchant ?? '' };
      note(entry.line, [
        ...concernsOf(line, deal.on(entry.date), today),
        ...(unknownReturns.has(entry.line) ? [concernOfUnknownReturn(entry.amount)] : []),
      ]);
    }
  const waitingDebits = new Map(
    entries.flatMap(({ line, result, reference }) =>
      result === 'cleared' && found.get(line)?.isOpen ? [[reference, line] as const] : [],
    ),
  );
  for (const { line, result, reference } of entries) {
    const debitLine = result === 'returned' ? waitingDebits.get(reference) : undefined;
    if (debitLine !== undefined)
      note(line, [...(found.get(line)?.concerns ?? []), concernOfWaitingDebit(debitLine)]);
  }
  return found;
}
