import type { DayFileEntry } from '../../../ledger/day-file/day-file.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { nextFreeReferences, readPostedElsewhere } from './made-references.ts';
import { withDebitsOfReturns } from './made-returns.ts';
import type { SheetId } from './read-lines.ts';
import { readDebitsOfKnownReturns, readKnownReferences } from './returned-references.ts';

export interface Resolved {
  /** Each under the reference that it is posted with. */
  entries: DayFileEntry[];
  /** Made references of debits that other files have posted. */
  postedElsewhere: ReadonlySet<string>;
  /** The lines of returns whose own reference is unknown, and that fit no debit of their deal. */
  unknownReturns: ReadonlySet<number>;
}

interface HowToResolve {
  /** The file has no references of its own. */
  hasMadeReferences: boolean;
  /** Lines that somebody has confirmed although they resemble another one. */
  confirmedLines: ReadonlySet<number>;
}

/** Finds the reference under which each line is posted. */
export async function resolveReferences(
  tx: Tx,
  id: SheetId,
  entries: readonly DayFileEntry[],
  { hasMadeReferences, confirmedLines }: HowToResolve,
): Promise<Resolved> {
  return hasMadeReferences ? resolveMade(tx, id, entries, confirmedLines) : resolveOwn(tx, id, entries);
}

/** A debit that another file has posted is another one only if somebody says so, and then has a number of its own. */
async function resolveMade(
  tx: Tx,
  id: SheetId,
  entries: readonly DayFileEntry[],
  confirmedLines: ReadonlySet<number>,
): Promise<Resolved> {
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
  const { entries: resolved } = await withDebitsOfReturns(tx, id.tenantId, numbered, {
    isKnown: () => false,
    mayBeAgain: true,
  });
  return { entries: resolved, postedElsewhere, unknownReturns: new Set() };
}

/** A processor may give a return a number of its own. One that was taken for a debit before is a return of that debit again. */
async function resolveOwn(tx: Tx, id: SheetId, entries: readonly DayFileEntry[]): Promise<Resolved> {
  const ofReturns = entries.flatMap(({ result, reference }) => (result === 'returned' ? [reference] : []));
  const nothing = { postedElsewhere: new Set<string>(), unknownReturns: new Set<number>() };
  if (ofReturns.length === 0) return { entries: [...entries], ...nothing };
  const known = new Set(await readKnownReferences(tx, id.tenantId, ofReturns));
  for (const { result, reference } of entries) if (result === 'cleared') known.add(reference);
  const debits = await readDebitsOfKnownReturns(
    tx,
    id,
    ofReturns.filter((reference) => !known.has(reference)),
  );
  const named = entries.map((entry) =>
    entry.result === 'returned' && !known.has(entry.reference)
      ? { ...entry, reference: debits.get(entry.reference) ?? entry.reference }
      : entry,
  );
  for (const reference of debits.values()) known.add(reference);
  const { entries: resolved, unmatched } = await withDebitsOfReturns(tx, id.tenantId, named, {
    isKnown: (reference) => known.has(reference),
    mayBeAgain: false,
  });
  return { ...nothing, entries: resolved, unknownReturns: unmatched };
}
