import PDFDocument from 'pdfkit';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { formatPercent, type Rate } from '../../shared/domain/rate.ts';
import type { ScheduleA } from './schedule-a.queries.ts';
import { inWinAnsi } from './win-ansi.ts';

const MARGIN = 60;
const WIDTH = 612 - 2 * MARGIN;
const NAMES = 190;
/** Enough for a name of any length that the portal takes, on one page with everything else. */
const MOST_CHARACTERS = 150;
const INK = '#111111';
const QUIET = '#555555';
const RULE = '#c4c4c4';
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';

type Document = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Document['struct']>;

interface Line {
  name: string;
  value: string;
  isTotal?: boolean;
}

/** The Schedule A on one Letter page, tagged for screen readers, in grey, with the same bytes for the same figures. */
export function scheduleAPdf(schedule: ScheduleA): Buffer {
  const merchant = shown(schedule.merchantName);
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: {
      Title: `Schedule A: ${merchant}, MID ${shown(schedule.mid)}, ${shown(schedule.syndicateName)}`,
      Author: shown(schedule.funderName),
      CreationDate: new Date(`${schedule.agreementDate}T12:00:00Z`),
    },
  });
  const page = document.struct('Document');
  document.addStructure(page);
  heading(document, page, schedule);
  table(document, page, 'The advance', advanceLines(schedule, merchant));
  table(document, page, 'The participation', participationLines(schedule));
  smallPrint(document, page);
  page.end();
  document.end();
  const chunks: Buffer[] = [];
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
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

function heading(document: Document, page: Element, { funderName, agreementDate }: ScheduleA): void {
  add(document, page, 'P', () => write(document, shown(funderName), { size: 10, color: QUIET }));
  document.y += 18;
  add(document, page, 'H1', () => write(document, 'Schedule A', { font: BOLD, size: 26 }));
  document.y += 6;
  const words = `To the participation agreement, made on ${formatDate(agreementDate)}. All amounts are in U.S. dollars.`;
  add(document, page, 'P', () => write(document, words, { size: 10.5, color: QUIET, lineGap: 3 }));
}

function table(document: Document, page: Element, title: string, lines: readonly Line[]): void {
  document.y += 22;
  add(document, page, 'H2', () => write(document, title, { font: BOLD, size: 12 }));
  document.y += 5;
  rule(document, INK, 1);
  const body = document.struct('Table');
  page.add(body);
  for (const line of lines) tableRow(document, body, line);
  body.end();
}

function tableRow(document: Document, body: Element, { name, value, isTotal = false }: Line): void {
  const top = document.y + 6;
  const font = isTotal ? BOLD : REGULAR;
  const row = document.struct('TR');
  body.add(row);
  add(document, row, 'TH', () =>
    write(document, name, { font, color: isTotal ? INK : QUIET, y: top, width: NAMES }),
  );
  add(document, row, 'TD', () =>
    write(document, value, { font, y: top, x: MARGIN + NAMES, width: WIDTH - NAMES, isEnd: true }),
  );
  row.end();
  document.y += 4;
  rule(document, RULE, 0.5);
}

function smallPrint(document: Document, page: Element): void {
  document.y += 20;
  const words = [
    'The RTR is what the merchant has sold and pays back over the term. The part RTR is the participant’s share of it, before management fees.',
    'The total investment cost is the participation amount with its part of the commission and the syndication fee.',
  ];
  for (const sentence of words) {
    add(document, page, 'P', () => write(document, sentence, { size: 8.5, color: QUIET, lineGap: 2 }));
    document.y += 3;
  }
}

const add = (document: Document, parent: Element, kind: 'P' | 'H1' | 'H2' | 'TH' | 'TD', draw: () => void) =>
  parent.add(document.struct(kind, {}, draw));

/** Decoration, which a screen reader passes over. */
function rule(document: Document, color: string, width: number): void {
  document.markContent('Artifact', { type: 'Layout' });
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + WIDTH, document.y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke();
  document.endMarkedContent();
}

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

function write(document: Document, words: string, look: Look): void {
  const { font = REGULAR, size = 10, color = INK, x = MARGIN, y = document.y, isEnd = false } = look;
  const { width = WIDTH, lineGap = 0 } = look;
  document
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(words, x, y, { width, lineGap, align: isEnd ? 'right' : 'left' });
}
