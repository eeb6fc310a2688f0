import { buffer } from 'node:stream/consumers';
import { formatDate, formatPeriod } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatUpcomingPayouts } from '../../../shared/domain/upcoming-payouts.ts';
import { BYTES_PER_DEAL, dealsSheet } from '../../book/deals-sheet.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Attachment } from '../../platform/integrations/mail.ts';
import type { Sheet } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import type { Report } from './report.queries.ts';
import {
  correctedPaymentsSheet,
  newDealsSheet,
  payoutSheet,
  returnedPaymentsSheet,
  statusChangesSheet,
} from './report-sheets.ts';

/** The attachment grows by a third when it is encoded, and many mail servers refuse mails over 20 MB. */
const MAX_ATTACHMENT_BYTES = 10_000_000;

interface Part {
  sheet: Sheet;
  rowCount: number;
}

export interface ReportWorkbook {
  attachment: Attachment;
  /** The sheets that were left out because they would have made the mail too large. */
  leftOut: string[];
}

/** The report's spreadsheet. It is made in the transaction that read the report, so that its totals match the mail. */
export async function makeWorkbook(
  tx: Tx,
  report: Report,
  mostBytes = MAX_ATTACHMENT_BYTES,
): Promise<ReportWorkbook> {
  const included: Sheet[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const { sheet, rowCount } of partsOf(tx, report)) {
    const size = rowCount * BYTES_PER_DEAL.quickview;
    if (bytes + size > mostBytes) {
      leftOut.push(sheet.name);
    } else {
      bytes += size;
      included.push(sheet);
    }
  }
  return {
    attachment: {
      fileName: `nightly_report_${report.key.reportDate}.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: await buffer(workbookStream([...included, aboutSheet(report, leftOut)])),
    },
    leftOut,
  };
}

/** The most important sheets first, because the last ones are left out for a large book. */
function partsOf(tx: Tx, { key, paid, next, changes, totals }: Report): Part[] {
  const payouts = [
    { name: 'Paid out', payout: paid },
    { name: 'Next payout', payout: next },
  ].flatMap(({ name, payout }) =>
    payout ? [{ sheet: payoutSheet(tx, name, key, payout.payDate), rowCount: payout.dealCount }] : [],
  );
  const changed = [
    { sheet: newDealsSheet(changes), rowCount: changes.newDeals.length },
    { sheet: returnedPaymentsSheet(changes), rowCount: changes.returnedPayments.length },
    { sheet: correctedPaymentsSheet(changes), rowCount: changes.correctedPayments.length },
    { sheet: statusChangesSheet(changes), rowCount: changes.statusChanges.length },
  ].filter(({ rowCount }) => rowCount > 0);
  const book = toParticipationChoice(key.tenantId, { syndicateId: key.syndicateId });
  const deals = { sheet: dealsSheet(tx, 'quickview', book, null), rowCount: totals.participationCount };
  return [...payouts, ...changed, deals];
}

/** Explains in the file itself what it contains and what it does not. */
function aboutSheet(report: Report, leftOut: string[]): Sheet {
  const { syndicateName, funderName, key, period, madeOn, totals } = report;
  const facts = [
    ['Syndicate', syndicateName],
    ['Funder', funderName],
    ['Nightly Syndication Report', formatDate(key.reportDate)],
    ['Tells of', formatPeriod(period)],
    ['Made on', formatDate(madeOn)],
    ['Total Payouts, paid', formatMoney(totals.paidPayouts)],
    ['On its way', formatUpcomingPayouts(totals) ?? 'Nothing'],
    ['Total Payouts of the deals', `${formatMoney(totals.totalPayouts)}: everything posted, both of these`],
    ['Left out, being too large for a mail', leftOut.join(', ') || 'Nothing'],
  ];
  return {
    name: 'About',
    columns: [
      { header: 'About', kind: 'text', width: 36 },
      { header: 'Value', kind: 'text', width: 60 },
    ],
    rows: [facts.map((cells) => ({ cells }))],
  };
}
