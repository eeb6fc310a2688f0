import { formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { formatPercent, type Rate } from '../../shared/domain/rate.ts';
import { inWinAnsi } from '../platform/pdf/font-characters.ts';
import {
  bytesOfPdf,
  group,
  openPdf,
  PAGE,
  type PdfDocument,
  type PdfElement,
  rule,
  tagged,
} from '../platform/pdf/pdf-document.ts';
import type { ScheduleA } from './schedule-a.queries.ts';

const MARGIN = 60;
const WIDTH = PAGE.width - 2 * MARGIN;
const NAMES = 190;
/** Enough for a name of any length that the portal takes, on one page with everything else. */
const MOST_CHARACTERS = 150;
const INK = '#111111';
const QUIET = '#555555';
const RULE = '#c4c4c4';
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';

interface Line {
  name: string;
  value: string;
  isTotal?: boolean;
}

/** The Schedule A on one Letter page, tagged for screen readers, in grey, with the same bytes for the same figures. */
export function scheduleAPdf(schedule: ScheduleA): Buffer {
  const merchant = shown(schedule.merchantName);
  const document = openPdf({
    title: `Schedule A: ${merchant}, MID ${shown(schedule.mid)}, ${shown(schedule.syndicateName)}`,
    author: shown(schedule.funderName),
    madeOn: new Date(`${schedule.agreementDate}T12:00:00Z`),
    margin: MARGIN,
  });
  const page = document.struct('Document');
  document.addStructure(page);
  heading(document, page, schedule);
  table(document, page, 'The advance', advanceLines(schedule, merchant));
  table(document, page, 'The participation', participationLines(schedule));
  smallPrint(document, page);
  page.end();
  return bytesOfPdf(document);
}

const OFTEN: Readonly<Record<PaymentFrequency, string>> = { DAILY: 'daily', WEEKLY: 'weekly' };

const advanceLines = (schedule: ScheduleA, merchant: string): Line[] => [
  { name: 'Merchant', value: merchant },
  { name: 'MID', value: shown(schedule.mid) },
  { name: 'Funded on', value: formatDate(schedule.fundedDate) },
  { name: 'Funding amount', value: formatMoney(schedule.fundedAmount) },
  { name: 'Factor rate', value: exact(schedule.factorRate) },
  { name: 'Right to receive (RTR)', value: formatMoney(schedule.paybackAmount) },
  { name: 'Term', value: `${schedule.termDays} business days` },
  { name: 'Payment', value: `${formatMoney(schedule.payment)} ${OFTEN[schedule.frequency]}` },
];

const participationLines = (schedule: ScheduleA): Line[] => [
  { name: 'Participant', value: shown(schedule.syndicateName) },
  { name: 'Agreed on', value: formatDate(schedule.agreementDate) },
  { name: 'Share', value: percentInFull(schedule.sharePercent) },
  { name: 'Participation amount', value: formatMoney(schedule.participationAmount) },
  { name: 'Commission', value: formatMoney(schedule.commissionAmount) },
  { name: 'Syndication fee', value: formatMoney(schedule.syndicationFee) },
  { name: 'Total investment cost', value: formatMoney(schedule.investmentCost), isTotal: true },
  { name: 'Part RTR', value: formatMoney(schedule.anticipatedReturn), isTotal: true },
  { name: 'Management fee', value: `${percentInFull(schedule.managementFeePercent)} of each payout` },
];

/** Two decimals as everywhere, and all of them where there are more. */
const exact = (value: Rate): string => (value.round(2).eq(value) ? value.toFixed(2) : value.toString());
const percentInFull = (percent: Rate): string =>
  percent.round(2).eq(percent) ? formatPercent(percent) : `${percent.toString()}%`;

const shown = (text: string): string => {
  const plain = inWinAnsi(text);
  return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS - 1)}…` : plain;
};

function heading(document: PdfDocument, page: PdfElement, { funderName, agreementDate }: ScheduleA): void {
  tagged(document, page, 'P', () => write(document, shown(funderName), { size: 10, color: QUIET }));
  document.y += 18;
  tagged(document, page, 'H1', () => write(document, 'Schedule A', { font: BOLD, size: 26 }));
  document.y += 6;
  const words = `To the participation agreement, made on ${formatDate(agreementDate)}. All amounts are in U.S. dollars.`;
  tagged(document, page, 'P', () => write(document, words, { size: 10.5, color: QUIET, lineGap: 3 }));
}

function table(document: PdfDocument, page: PdfElement, title: string, lines: readonly Line[]): void {
  document.y += 22;
  tagged(document, page, 'H2', () => write(document, title, { font: BOLD, size: 12 }));
  document.y += 5;
  line(document, INK, 1);
  group(document, page, 'Table', (body) => {
    for (const each of lines) tableRow(document, body, each);
  });
}

function tableRow(document: PdfDocument, body: PdfElement, { name, value, isTotal = false }: Line): void {
  const top = document.y + 6;
  const font = isTotal ? BOLD : REGULAR;
  group(document, body, 'TR', (row) => {
    tagged(document, row, 'TH', () =>
      write(document, name, { font, color: isTotal ? INK : QUIET, y: top, width: NAMES }),
    );
    tagged(document, row, 'TD', () =>
      write(document, value, { font, y: top, x: MARGIN + NAMES, width: WIDTH - NAMES, isEnd: true }),
    );
  });
  document.y += 4;
  line(document, RULE, 0.5);
}

function smallPrint(document: PdfDocument, page: PdfElement): void {
  document.y += 20;
  const words = [
    'The RTR is what the merchant has sold and pays back over the term. The part RTR is the participant’s share of it, before management fees.',
    'The total investment cost is the participation amount with its part of the commission and the syndication fee.',
  ];
  for (const sentence of words) {
    tagged(document, page, 'P', () => write(document, sentence, { size: 8.5, color: QUIET, lineGap: 2 }));
    document.y += 3;
  }
}

const line = (document: PdfDocument, color: string, thickness: number): void =>
  rule(document, { x: MARGIN, y: document.y, width: WIDTH, color, thickness });

interface Look {
  font?: string;
  size?: number;
  color?: string;
  x?: number;
  y?: number;
  width?: number;
  lineGap?: number;
  isEnd?: boolean;
}

function write(document: PdfDocument, words: string, look: Look): void {
  const { font = REGULAR, size = 10, color = INK, x = MARGIN, y = document.y, isEnd = false } = look;
  const { width = WIDTH, lineGap = 0 } = look;
  document
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(words, x, y, { width, lineGap, align: isEnd ? 'right' : 'left' });
}
