import { type CalendarDate, formatDate, formatMonth } from '../../../../shared/domain/calendar-date.ts';
import { formatUpcomingPayouts } from '../../../../shared/domain/upcoming-payouts.ts';
import type { View } from '../../../book/columns.ts';
import { BYTES_PER_DEAL, dealsSheet } from '../../../book/deals-sheet.ts';
import { findParticipations } from '../../../book/found-participations.ts';
import { type ParticipationChoice, sortHeader } from '../../../book/participation-choice.ts';
import { countParticipations } from '../../../book/participations.queries.ts';
import { estimatePayouts, payoutLinesSheet } from '../../../book/payout-lines-sheet.ts';
import { readPortfolioTotals } from '../../../book/portfolio.queries.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { SpreadsheetDownload } from '../../../platform/http/streams.ts';
import type { Sheet } from '../../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../../platform/spreadsheet/workbook.ts';

/** Measured on a book of 50,000 deals. */
const BYTES_PER_PAYOUT = 54;

export interface ExportRequest {
  view: View;
  choice: ParticipationChoice;
  syndicateName: string;
  /** Today's date in New York. */
  today: CalendarDate;
}

/** All rows of a table as a spreadsheet, with a separate sheet that lists the filters. */
export async function exportParticipations(tx: Tx, order: ExportRequest): Promise<SpreadsheetDownload> {
  const { choice, view } = order;
  const found = await findParticipations(tx, choice);
  const rowCount = await countParticipations(tx, choice, found);
  const totals = await readPortfolioTotals(tx, choice.tenantId, choice.syndicateId);
  const payoutCount = view === 'syndicated_deals' ? await estimatePayouts(tx, choice, rowCount) : 0;
  return {
    fileName: `${fileNameOf(order)}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_DEAL[view] + payoutCount * BYTES_PER_PAYOUT,
    open: () =>
      workbookStream([
        dealsSheet(tx, view, choice, found),
        ...(view === 'syndicated_deals' ? [payoutLinesSheet(tx, choice, found)] : []),
        filterSheet(order, rowCount, totals && formatUpcomingPayouts(totals)),
      ]),
  };
}

function fileNameOf({ view, choice }: ExportRequest): string {
  if (view !== 'syndicated_deals') return view;
  const { payoutsFrom: from, payoutsTo: to } = choice;
  if (from !== null && to !== null) return `${view}_${from}_${to}`;
  if (from !== null) return `${view}_from_${from}`;
  return to === null ? view : `${view}_until_${to}`;
}

/** Who reads the file later knows what is in it and what is not. */
function filterSheet(
  { syndicateName, today, choice, view }: ExportRequest,
  rowCount: number,
  upcoming: string | null | undefined,
): Sheet {
  const day = (date: CalendarDate | null) => (date === null ? 'Any' : formatDate(date));
  const facts = [
    ['Syndicate', syndicateName],
    ['Made on', formatDate(today)],
    ['Deals', String(rowCount)],
    ['Status', choice.status ?? 'All Status'],
    ['Agreement month', choice.agreementMonth === null ? 'All M/Y' : formatMonth(choice.agreementMonth)],
    ...(choice.onWatchlist ? [['Watchlist', 'Only deals on it']] : []),
    ['Search', choice.search.trim() || 'None'],
    ['Payouts from', day(choice.payoutsFrom)],
    ['Payouts to', day(choice.payoutsTo)],
    ['Sorted by', `${sortHeader(choice)}, ${choice.sort.direction === 'asc' ? 'ascending' : 'descending'}`],
    ['Payouts', 'Everything posted, also what is on its way'],
    ['On its way in the whole book', upcoming ?? 'Nothing'],
    ...(view === 'detailedview'
      ? [['Struck through', 'Not included in the balance: written off, or completed with discount']]
      : []),
  ];
  return {
    name: 'Filter',
    columns: [
      { header: 'Filter', kind: 'text', width: 30 },
      { header: 'Value', kind: 'text', width: 60 },
    ],
    rows: [facts.map((cells) => ({ cells }))],
  };
}
