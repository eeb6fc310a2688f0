import { bankDayBefore } from '../../../shared/domain/bank-holidays.ts';
import { formatDate, formatPeriod } from '../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../shared/domain/money.ts';
import { returnCodeWords } from '../../../shared/domain/return-codes.ts';
import { sinceLines } from '../../../shared/domain/since-words.ts';
import { formatUpcomingDates } from '../../../shared/domain/upcoming-payouts.ts';
import { pathOf } from '../../../shared/pages.ts';
import { type FigureTable, type Letter, oneLine } from '../../platform/mail/letter.ts';
import type { Changes } from './changes.queries.ts';
import type { Payout, Report } from './report.queries.ts';
import type { ReportWorkbook } from './report-workbook.ts';

/** The mail is read on a phone, so it lists only the first rows. The spreadsheet has all of them. */
const MAX_ROWS_IN_MAIL = 8;

export function reportLetter(report: Report, workbook: ReportWorkbook, origin: string): Letter {
  const { syndicateName, funderName, key, period, paid, next } = report;
  const day = formatDate(key.reportDate);
  const payouts = [
    ...(paid ? [payoutTable(dueTitle(paid), paid)] : []),
    ...(next ? [payoutTable(nextTitle(next, report), next)] : []),
  ];
  return {
    subject: oneLine(`Nightly Syndication Report: ${syndicateName}, ${day}`),
    heading: 'Nightly Syndication Report',
    paragraphs: [
      `${syndicateName} with ${funderName}, ${formatPeriod(period)}.`,
      ...(paid ? [] : [`No payout was due on ${day}.`]),
      ...stuckWords(report),
    ],
    figures: [sinceTable(report), ...payouts, ...changeTables(report), portfolioTable(report)],
    action: { label: 'Open the portal', url: `${origin}${pathOf('dashboard')}` },
    closing: closingOf(report, workbook),
  };
}

/** The five lines of the dashboard's strip, in the same words. */
const sinceTable = ({ since, key }: Report): FigureTable => ({
  title: `Since the report of ${formatDate(bankDayBefore(key.reportDate))}`,
  rows: sinceLines(since).map(({ label, value, detail }) => ({
    label: detail ? `${label} (${detail})` : label,
    value: value ?? 'none',
  })),
});

/** With payout runs, a payout can be due and not be paid. */
const dueTitle = ({ payDate, state }: Payout) =>
  state === 'paid' ? `Paid out on ${formatDate(payDate)}` : `Due on ${formatDate(payDate)}, ${state}`;

/** What does not arrive unless somebody does something. */
const stuckWords = ({ stuck }: Report): string[] =>
  stuck.map(
    ({ payDate, netPay, words }) => `Payout of ${formatDate(payDate)}, ${formatMoney(netPay)}: ${words}`,
  );

const nextTitle = ({ payDate }: Payout, { madeOn }: Report) =>
  `Next payout, ${formatDate(payDate)}${payDate > madeOn ? ' (so far)' : ''}`;

const count = (number: number) => number.toLocaleString('en-US');

const payoutTable = (
  title: string,
  { dealCount, gross, managementFee, netPay, traceNumber }: Payout,
): FigureTable => ({
  title,
  rows: [
    { label: 'Deals', value: count(dealCount) },
    { label: 'Gross', value: formatMoney(gross) },
    { label: 'Management fee', value: formatMoney(-managementFee) },
    { label: 'Net pay', value: formatMoney(netPay), isTotal: true },
    ...(traceNumber === null ? [] : [{ label: 'Trace number', value: traceNumber }]),
  ],
});

/** The figures of the dashboard's summary strip. */
function portfolioTable({ totals, madeOn }: Report): FigureTable {
  const cash = totals.showsCashBalance ? totals.cashBalance : null;
  return {
    title: `Portfolio on ${formatDate(madeOn)}`,
    rows: [
      { label: 'Deals', value: count(totals.participationCount) },
      { label: 'Total Anticipated Return', value: formatMoney(totals.anticipatedReturn) },
      { label: 'Total Investment Cost', value: formatMoney(totals.investmentCost) },
      { label: 'Portfolio Balance', value: formatMoney(totals.portfolioBalance) },
      { label: 'Total Payouts, paid', value: formatMoney(totals.paidPayouts) },
      ...upcomingRow(totals),
      ...(cash === null ? [] : [{ label: 'Cash Balance', value: formatMoney(cash) }]),
    ],
  };
}

/** Payouts that are posted but not yet paid. The deals in the spreadsheet include both. */
function upcomingRow(totals: Report['totals']) {
  const days = formatUpcomingDates(totals);
  if (!days) return [];
  return [{ label: `On its way, ${formatPeriod(days)}`, value: formatMoney(totals.upcomingPayouts) }];
}

function changeTables({ changes }: Report): FigureTable[] {
  const { newDeals, returnedPayments, correctedPayments, statusChanges } = changes;
  const deal = ({ merchantName, mid }: { merchantName: string; mid: string }) => `${merchantName} (${mid})`;
  const cost = formatMoney(sumMoney(newDeals.map(({ investmentCost }) => investmentCost)));
  const tables: FigureTable[] = [
    {
      title: 'New deals, with what they cost',
      rows: [
        ...shortened(newDeals.map((one) => ({ label: deal(one), value: formatMoney(one.investmentCost) }))),
        ...(newDeals.length > 1 ? [{ label: 'Total', value: cost, isTotal: true }] : []),
      ],
    },
    {
      title: "Merchants' payments returned by the bank",
      rows: shortened(
        returnedPayments.map((one) => ({
          label: `${deal(one)}, ${returnCodeWords(one.returnCode)}`,
          value: formatMoney(one.amount),
        })),
      ),
    },
    {
      title: "Corrections of merchants' payments, with what they change for you",
      rows: shortened(
        correctedPayments.map((one) => ({
          label: `${deal(one)}, ${sayCorrection(one)}`,
          value: formatMoney(one.netPayChange),
        })),
      ),
    },
    {
      title: 'Changes of status',
      rows: shortened(statusChanges.map((one) => ({ label: deal(one), value: one.status }))),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

const sayCorrection = ({ amount, correctedAmount }: Changes['correctedPayments'][number]) =>
  correctedAmount === null
    ? `${formatMoney(amount)} voided`
    : `${formatMoney(amount)} corrected to ${formatMoney(correctedAmount)}`;

function shortened(rows: FigureTable['rows']): FigureTable['rows'] {
  const more = rows.length - MAX_ROWS_IN_MAIL;
  if (more <= 1) return rows;
  return [
    ...rows.slice(0, MAX_ROWS_IN_MAIL),
    { label: `and ${count(more)} more`, value: 'in the spreadsheet' },
  ];
}

function closingOf({ supportEmail }: Report, { attachment, leftOut }: ReportWorkbook): string[] {
  const { fileName } = attachment;
  return [
    leftOut.length === 0
      ? `The spreadsheet ${fileName} has every deal behind these figures.`
      : `The spreadsheet ${fileName} would be too large for a mail with these in it: ${leftOut.join(', ')}. Please download them in the portal.`,
    `This mail goes to the e-sign address and the CC addresses of your profile. Questions: ${supportEmail}`,
  ];
}
