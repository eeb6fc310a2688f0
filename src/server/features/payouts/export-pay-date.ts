import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { readPayDate } from '../../book/pay-dates.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mapBatches } from '../../platform/db/stream-rows.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import type { Row, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import { countDealsOfPayDate, type Day, type DealPayout, streamDealsOfPayDate } from './payouts.queries.ts';

/** The same estimate as for a payout in the deals report. */
const BYTES_PER_DEAL = 54;

/** One row for each deal that paid on the day, and their total. */
export async function exportPayDate(tx: Tx, day: Day): Promise<SpreadsheetDownload> {
  const rowCount = await countDealsOfPayDate(tx, day);
  const about = await readPayDate(tx, day);
  const sums = { gross: 0n, managementFee: 0n, netPay: 0n, transactionCount: 0 };
  const toRow = (deal: DealPayout): Row => {
    const { mid, merchantName, gross, managementFee, netPay, transactionCount } = deal;
    sums.gross += gross;
    sums.managementFee += managementFee;
    sums.netPay += netPay;
    sums.transactionCount += transactionCount;
    return { cells: [mid, merchantName, day.payDate, gross, managementFee, netPay, transactionCount] };
  };
  return {
    fileName: `payout_${day.payDate}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_DEAL,
    open: () =>
      workbookStream([
        {
          name: 'Payouts',
          columns: [
            { header: 'MID', kind: 'text', width: 14 },
            { header: 'Company Name', kind: 'text', width: 36 },
            { header: 'Pay Date', kind: 'date', width: 13 },
            { header: 'Gross Amount', kind: 'money', width: 16 },
            { header: 'Mgt Fee', kind: 'money', width: 14 },
            { header: 'Net Pay', kind: 'money', width: 16 },
            { header: 'No. of Transactions', kind: 'count', width: 18 },
          ],
          rows: mapBatches(streamDealsOfPayDate(tx, day), toRow),
          total: () => [null, null, null, sums.gross, sums.managementFee, sums.netPay, sums.transactionCount],
        },
        ...(about ? [aboutSheet(about)] : []),
      ]),
  };
}

/** What has become of the payout, as the page says it. */
const aboutSheet = ({
  payDate,
  state,
  words,
  traceNumber,
}: NonNullable<Awaited<ReturnType<typeof readPayDate>>>): Sheet => ({
  name: 'About',
  columns: [
    { header: 'About', kind: 'text', width: 20 },
    { header: 'Value', kind: 'text', width: 60 },
  ],
  rows: [
    [
      ['Pay Date', formatDate(payDate)],
      ['State', `${state.charAt(0).toUpperCase()}${state.slice(1)}`],
      ...(words === null ? [] : [['What that means', words]]),
      ...(traceNumber === null ? [] : [['Trace number', traceNumber]]),
    ].map((cells) => ({ cells })),
  ],
});
