import type { WatchPlace } from '../../../shared/contract/watchlist.ts';
import { watchWords } from '../../../shared/domain/watch-words.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import type { Row, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import { readWatchlist, readWatchSummary } from './watchlist.queries.ts';

const BATCH = 250;
const BYTES_PER_ROW = 90;

interface Book {
  tenantId: string;
  syndicateId: bigint;
}

/** Every deal that needs a look, in the order of the list, with all of its reasons. */
export async function exportWatchlist(tx: Tx, book: Book): Promise<SpreadsheetDownload> {
  const { watchedCount, arrears, netBalance, asOf } = await readWatchSummary(tx, book);
  const sheet: Sheet = {
    name: 'Watchlist',
    columns: [
      { header: 'MID', kind: 'text', width: 14 },
      { header: 'Company Name', kind: 'text', width: 36 },
      { header: 'Status', kind: 'text', width: 26 },
      { header: 'Why', kind: 'text', width: 60 },
      { header: 'Since', kind: 'date', width: 13 },
      { header: 'Arrears', kind: 'money', width: 16 },
      { header: 'Balance at Stake', kind: 'money', width: 18 },
    ],
    rows: watchedRows(tx, book),
    total: () => [null, null, null, null, null, arrears, netBalance],
  };
  return {
    fileName: asOf ? `watchlist_${asOf}.xlsx` : 'watchlist.xlsx',
    rowCount: watchedCount,
    estimatedBytes: watchedCount * BYTES_PER_ROW,
    open: () => workbookStream([sheet]),
  };
}

async function* watchedRows(tx: Tx, book: Book): AsyncGenerator<Row[]> {
  let after: WatchPlace | null = null;
  for (;;) {
    const deals: Awaited<ReturnType<typeof readWatchlist>> = await readWatchlist(tx, book, after, BATCH);
    yield deals.map((deal) => ({
      cells: [
        deal.mid,
        deal.merchantName,
        deal.status,
        deal.reasons.map((watched) => watchWords(watched, deal.status)).join('; '),
        deal.since,
        deal.arrears,
        deal.netBalance,
      ],
    }));
    after = deals.at(-1) ?? null;
    if (deals.length < BATCH) return;
  }
}
