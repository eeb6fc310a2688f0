import { type CalendarDate, formatDate, formatMonth } from '../../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../../db/database.ts';
import { mapBatches } from '../../../db/stream-rows.ts';
import type { Download } from '../../../http/streams.ts';
import type { Row, Sheet } from '../../../spreadsheet/sheet.ts';
import { workbookStream } from '../../../spreadsheet/workbook.ts';
import { type Found, findParticipations } from '../found-participations.ts';
import type { ParticipationChoice } from '../participation-choice.ts';
import { countParticipations, type Participation, streamParticipations } from '../participations.queries.ts';
import { COLUMNS, type View } from './columns.ts';
import { estimatePayouts, payoutLinesSheet } from './payout-lines.ts';
import { addTo, noTotals } from './totals.ts';

/** As measured on a book of 50,000 deals. */
const BYTES_PER_DEAL: Readonly<Record<View, number>> = {
  quickview: 73,
  detailedview: 96,
  syndicated_deals: 110,
};
const BYTES_PER_PAYOUT = 54;

export interface ExportOrder {
  view: View;
  choice: ParticipationChoice;
  syndicateName: string;
  /** The day it is where payouts are made. */
  today: CalendarDate;
}

/** A table's rows as a spreadsheet, all of them, with what they were chosen by on a sheet of its own. */
export async function exportParticipations(tx: Tx, order: ExportOrder): Promise<Download> {
  const { choice, view } = order;
  const found = await findParticipations(tx, choice);
  const rowCount = await countParticipations(tx, choice, found);
  const payoutCount = view === 'syndicated_deals' ? await estimatePayouts(tx, choice, rowCount) : 0;
  return {
    fileName: `${fileNameOf(order)}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_DEAL[view] + payoutCount * BYTES_PER_PAYOUT,
    open: () =>
      workbookStream([
        dealsSheet(tx, order, found),
        ...(view === 'syndicated_deals' ? [payoutLinesSheet(tx, choice, found)] : []),
        filterSheet(order, rowCount),
      ]),
  };
}

function fileNameOf({ view, choice }: ExportOrder): string {
  if (view !== 'syndicated_deals') return view;
  const dates = [choice.payoutsFrom, choice.payoutsTo].filter((date) => date !== null);
  return [view, ...dates].join('_');
}

function dealsSheet(tx: Tx, { view, choice }: ExportOrder, found: Found | null): Sheet {
  const columns = COLUMNS[view];
  const totals = noTotals();
  const toRow = (participation: Participation): Row => {
    addTo(totals, participation);
    const struck = columns.flatMap(({ isStruck }, index) => (isStruck?.(participation) ? [index] : []));
    return {
      cells: columns.map(({ cell }) => cell(participation)),
      ...(struck.length > 0 && { struck: new Set(struck) }),
    };
  };
  return {
    name: 'Deals',
    columns,
    rows: mapBatches(streamParticipations(tx, choice, found), toRow),
    total: () => columns.map(({ total }) => total?.(totals) ?? null),
  };
}

/** Who reads the file later knows what is in it and what is not. */
function filterSheet({ syndicateName, today, choice, view }: ExportOrder, rowCount: number): Sheet {
  const day = (date: CalendarDate | null) => (date === null ? 'Any' : formatDate(date));
  const facts = [
    ['Syndicate', syndicateName],
    ['Made on', formatDate(today)],
    ['Deals', String(rowCount)],
    ['Status', choice.status ?? 'All Status'],
    ['Agreement month', choice.agreementMonth === null ? 'All M/Y' : formatMonth(choice.agreementMonth)],
    ['Search', choice.search.trim() || 'None'],
    ['Payouts from', day(choice.payoutsFrom)],
    ['Payouts to', day(choice.payoutsTo)],
    ['Sorted by', `${choice.sort.column}, ${choice.sort.direction === 'asc' ? 'ascending' : 'descending'}`],
    ...(view === 'detailedview'
      ? [['Struck through', 'Not included in the balance: written off, or completed with discount']]
      : []),
  ];
  return {
    name: 'Filter',
    columns: [
      { header: 'Filter', kind: 'text', width: 20 },
      { header: 'Value', kind: 'text', width: 60 },
    ],
    rows: [facts.map((cells) => ({ cells }))],
  };
}
