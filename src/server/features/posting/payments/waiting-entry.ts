import { concernOfUnknownReturn, concernsOf } from '../../../../shared/domain/line-concerns.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import type { DayFileEntry } from '../../../ledger/day-file/day-file.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { readToday } from '../../../platform/db/today.ts';
import { Refusal } from '../../../platform/errors.ts';
import { type KnownDeal, readComparedDeals } from '../day-sheet/compared-deals.ts';
import { entryOfLine } from '../day-sheet/line-entry.ts';
import { isSaid, readAgain, type SaidOfLine } from '../day-sheet/read-again.ts';
import { resolveReferences } from '../day-sheet/resolve-references.ts';
import { readKnownReferences } from '../day-sheet/returned-references.ts';

export interface WaitingLine {
  tenantId: string;
  runId: bigint;
  line: number;
}

export interface WaitingEntry {
  entry: DayFileEntry;
  fileId: string;
  deal: KnownDeal | undefined;
  hasMadeReference: boolean;
  /** What nobody has accepted yet. */
  concerns: readonly string[];
}

/** A line that waits as it would be posted, with what a person says in place of its cells, and what there is to look at. */
export async function readWaitingEntry(
  tx: Tx,
  waiting: WaitingLine,
  said: SaidOfLine,
): Promise<WaitingEntry> {
  const { tenantId, line } = waiting;
  const kept = await readKept(tx, waiting);
  if (!kept) throw new Refusal('line_unreadable');
  const mapping = (kept.mapping ?? {}) as unknown as SheetMapping;
  const values = isSaid(said)
    ? readAgain(mapping, kept, said)
    : { ...kept, reference: kept.postedReference ?? kept.reference };
  const read = entryOfLine({ ...values, line });
  if ('problem' in read) throw new Refusal('line_unreadable', { message: read.problem });
  const hasMadeReference = mapping['reference']?.from === 'made';
  const { entry, isUnknown } = await resolveReturn(tx, { tenantId, fileId: kept.fileId }, read, {
    hasMadeReference,
  });
  const deal = (await readComparedDeals(tx, tenantId, [entry.mid])).get(entry.mid);
  const found = deal
    ? [
        ...concernsOf(
          { ...entry, merchant: (kept.cells as Record<string, string>)['merchant'] ?? '' },
          deal.on(entry.date),
          await readToday(tx),
        ),
        ...(isUnknown ? [concernOfUnknownReturn(entry.amount)] : []),
      ]
    : [];
  const accepted = new Set(isSaid(said) ? [] : kept.acceptedConcerns);
  return {
    ...{ entry, fileId: kept.fileId, deal, hasMadeReference },
    concerns: found.filter((concern) => !accepted.has(concern)),
  };
}

/** A return whose debit was unknown is compared once more with those that the book has by now. */
async function resolveReturn(
  tx: Tx,
  id: { tenantId: string; fileId: string },
  entry: DayFileEntry,
  { hasMadeReference }: { hasMadeReference: boolean },
): Promise<{ entry: DayFileEntry; isUnknown: boolean }> {
  if (entry.result === 'cleared') return { entry, isUnknown: false };
  if ((await readKnownReferences(tx, id.tenantId, [entry.reference])).length > 0)
    return { entry, isUnknown: false };
  const { entries, unknownReturns } = await resolveReferences(tx, id, [entry], {
    ...{ hasMadeReferences: hasMadeReference, confirmedLines: new Set<number>() },
  });
  return { entry: entries[0] ?? entry, isUnknown: unknownReturns.size > 0 };
}

const readKept = (tx: Tx, { tenantId, runId, line }: WaitingLine) =>
  tx
    .selectFrom('daySheetLines as kept')
    .innerJoin('daySheets as sheet', (join) =>
      join.onRef('sheet.tenantId', '=', 'kept.tenantId').onRef('sheet.fileId', '=', 'kept.fileId'),
    )
    .select(['kept.line', 'kept.reference', 'kept.postedReference', 'kept.mid', 'kept.amountCents'])
    .select(['kept.entryDate', 'kept.result', 'kept.returnCode', 'kept.debitDate', 'kept.unreadable'])
    .select(['kept.cells', 'kept.saidMid', 'kept.saidDate', 'kept.saidAmountCents', 'kept.fileId'])
    .select(['kept.acceptedConcerns', 'sheet.mapping'])
    .where('sheet.tenantId', '=', tenantId)
    .where('sheet.postingRunId', '=', runId)
    .where('kept.line', '=', line)
    .executeTakeFirst();
