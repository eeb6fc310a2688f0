import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { type ComingDebits, lastDebitOf } from '../../../shared/domain/debit-schedule.ts';
import { debitsToCome, netBalanceOf } from '../../../shared/domain/forecast.ts';
import type { OpenShare } from '../../ledger/forecast/open-shares.ts';
import { workOutWithShares } from '../../ledger/forecast/work-out-forecast.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import type { Row, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';

const BYTES_PER_ROW = 64;

/** What is paid on each pay date, and the deals that it is made of, from what is stored now. */
export async function exportForecast(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<SpreadsheetDownload> {
  const { forecast, shares } = await workOutWithShares(tx, tenantId, syndicateId);
  const rowCount = forecast.payDates.length + shares.length;
  const undated: Row = { cells: [null, 'No date yet', forecast.undated, null] };
  const notReached: Row = { cells: [null, 'Not reached at this pace', null, forecast.notReached] };
  const payDates: Sheet = {
    name: 'Pay dates',
    columns: [
      { header: 'Pay Date', kind: 'date', width: 13 },
      { header: 'Note', kind: 'text', width: 26 },
      { header: 'As Agreed', kind: 'money', width: 16 },
      { header: 'At the Present Pace', kind: 'money', width: 20 },
    ],
    rows: [
      forecast.payDates.map(({ payDate, agreed, atPace }) => ({ cells: [payDate, null, agreed, atPace] })),
      [undated, notReached],
    ],
    total: () => [null, null, forecast.netBalance, forecast.netBalance],
  };
  const deals: Sheet = {
    name: 'Deals',
    columns: [
      { header: 'MID', kind: 'text', width: 14 },
      { header: 'Company Name', kind: 'text', width: 36 },
      { header: 'Status', kind: 'text', width: 26 },
      { header: 'Next Debit', kind: 'date', width: 13 },
      { header: 'Debits Left', kind: 'count', width: 12 },
      { header: 'Expected Payoff', kind: 'date', width: 16 },
      { header: 'Payoff at the Present Pace', kind: 'date', width: 26 },
      { header: 'Net Balance', kind: 'money', width: 16 },
    ],
    rows: [shares.map(dealRow)],
    total: () => [null, null, null, null, null, null, null, forecast.netBalance],
  };
  return {
    fileName: forecast.asOf ? `forecast_${forecast.asOf}.xlsx` : 'forecast.xlsx',
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_ROW,
    open: () => workbookStream([payDates, deals]),
  };
}

function dealRow({ mid, merchantName, deal, share }: OpenShare): Row {
  const { agreed, atPace } = debitsToCome(deal);
  return {
    cells: [
      mid,
      merchantName,
      deal.status,
      firstDebit(agreed),
      debitCount(agreed),
      lastDebitOf(agreed),
      lastDebitOf(atPace),
      netBalanceOf(share),
    ],
  };
}

function firstDebit(coming: ComingDebits): CalendarDate | null {
  const [first] = coming.runs;
  return first ? first.days.at(first.first) : lastDebitOf(coming);
}

const debitCount = ({ runs, last }: ComingDebits): number =>
  runs.reduce((count, run) => count + run.last - run.first + 1, last ? 1 : 0);
