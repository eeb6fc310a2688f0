import type { InsightPart } from '../../../shared/contract/insights.ts';
import { workOutAnalysis } from '../../ledger/analysis/keep-analyses.ts';
import { type Analysis, readAnalyses } from '../../ledger/analysis/stored-analysis.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import { cohortSheets, concentrationSheets } from './analysis-sheets.ts';
import { readLimits } from './limits.queries.ts';
import { lossSheets } from './loss-sheets.ts';
import type { Book, PartSheets } from './part-sheets.ts';

const BYTES_PER_ROW = 64;

/** A part of what is kept of a book, as of the day on which it was worked out: the figures of its card. */
export async function exportInsights(tx: Tx, book: Book, part: InsightPart): Promise<SpreadsheetDownload> {
  const { tenantId, syndicateId } = book;
  const [kept] = await readAnalyses(tx, tenantId, [syndicateId]);
  const analysis = kept ?? (await workOutAnalysis(tx, tenantId, syndicateId, await readToday(tx)));
  const { sheets, rowCount } = await sheetsOf(tx, book, part, analysis);
  return {
    fileName: `${part}_${analysis.asOf}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_ROW,
    open: () => workbookStream(sheets),
  };
}

async function sheetsOf(tx: Tx, book: Book, part: InsightPart, analysis: Analysis): Promise<PartSheets> {
  if (part === 'concentration') return concentrationSheets(analysis, await readLimits(tx, book));
  if (part === 'cohorts') return cohortSheets(analysis);
  return lossSheets(tx, book, analysis);
}
