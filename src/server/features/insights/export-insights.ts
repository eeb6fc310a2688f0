import type { InsightPart } from '../../../shared/contract/insights.ts';
import { readAnalyses, type StoredAnalysis } from '../../ledger/analysis/stored-analysis.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import { cohortSheets, concentrationSheets } from './analysis-sheets.ts';
import { readLimits } from './limits.queries.ts';
import { lossSheets } from './loss-sheets.ts';
import type { Book, PartSheets } from './part-sheets.ts';

const BYTES_PER_ROW = 64;

/** A part of what is kept of a book, as of the day on which it was worked out: the figures of its card. */
export async function exportInsights(tx: Tx, book: Book, part: InsightPart): Promise<SpreadsheetDownload> {
  const [kept] = await readAnalyses(tx, book.tenantId, [book.syndicateId]);
  // The card has no button while there is nothing to download.
  if (!kept) throw new Refusal('not_found');
  const { sheets, rowCount } = await sheetsOf(tx, book, part, kept);
  return {
    fileName: `${part}_${kept.asOf}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_ROW,
    open: () => workbookStream(sheets),
  };
}

async function sheetsOf(tx: Tx, book: Book, part: InsightPart, kept: StoredAnalysis): Promise<PartSheets> {
  if (part === 'concentration') return concentrationSheets(kept, await readLimits(tx, book));
  if (part === 'cohorts') return cohortSheets(kept);
  return lossSheets(tx, book, kept);
}
