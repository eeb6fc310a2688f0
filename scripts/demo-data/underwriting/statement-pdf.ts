import PDFDocument from 'pdfkit';
import { addDays, type CalendarDate, formatDate } from '../../../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../../../src/shared/domain/money.ts';
import type { BankStatement, StatementLine } from './bank-statement.ts';

const MARGIN = 54;
const WIDTH = 612 - 2 * MARGIN;
const BOTTOM = 792 - MARGIN;
const LINE = 13;
const INK = '#14191f';
const QUIET = '#57616c';
const RULE = '#c9ced4';

/** The statement as a letter-size PDF, with the same bytes each time. */
export function statementPdf(statement: BankStatement): Uint8Array {
  const { bank, accountName, figures } = statement;
  const lastDay = lastOf(figures.month);
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    info: {
      Title: `${accountName}, ${formatDate(figures.month)} to ${formatDate(lastDay)}`,
      Author: bank,
      CreationDate: new Date(`${lastDay}T12:00:00Z`),
    },
  });
  heading(document, statement, lastDay);
  summary(document, statement);
  lines(document, 'Deposits and credits', statement.credits);
  lines(document, 'Withdrawals and debits', statement.debits);
  footers(document);
  document.end();
  const chunks: Buffer[] = [];
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Document = InstanceType<typeof PDFDocument>;

function heading(
  document: Document,
  { bank, accountName, holder, address, figures }: BankStatement,
  lastDay: CalendarDate,
) {
  document.font('Helvetica-Bold').fontSize(17).fillColor(INK).text(bank, MARGIN, MARGIN);
  text(document, 'Business account statement', MARGIN, 78, { color: QUIET });
  text(document, accountName, MARGIN, MARGIN, { font: 'Helvetica-Bold', isEnd: true });
  text(document, `${formatDate(figures.month)} to ${formatDate(lastDay)}`, MARGIN, 78, {
    color: QUIET,
    isEnd: true,
  });
  const { street, city, state, zip } = address;
  for (const [index, row] of [holder, street, `${city}, ${state} ${zip}`].entries())
    text(document, row, MARGIN, 112 + index * LINE);
}

function summary(document: Document, { figures, credits, debits }: BankStatement): void {
  const spent = figures.beginningBalanceCents + figures.depositsCents - figures.endingBalanceCents;
  const rows = [
    ['Beginning balance', formatMoney(figures.beginningBalanceCents)],
    [`Deposits and credits (${credits.length})`, formatMoney(figures.depositsCents)],
    [`Withdrawals and debits (${debits.length})`, formatMoney(-spent)],
    ['Ending balance', formatMoney(figures.endingBalanceCents)],
    ['Average balance', formatMoney(figures.averageBalanceCents)],
    ['Days overdrawn', String(figures.negativeDays)],
  ] as const;
  document.y = 168;
  title(document, 'Account summary');
  for (const [name, value] of rows) row(document, name, value);
}

function lines(document: Document, name: string, all: readonly StatementLine[]): void {
  document.y += LINE;
  title(document, name);
  for (const { date, text: words, amount } of all)
    row(document, `${formatDate(date)}   ${words}`, formatMoney(amount));
}

function title(document: Document, name: string): void {
  if (document.y > BOTTOM - 4 * LINE) document.addPage();
  const { y } = document;
  text(document, name, MARGIN, y, { font: 'Helvetica-Bold' });
  document
    .moveTo(MARGIN, y + LINE)
    .lineTo(MARGIN + WIDTH, y + LINE)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  document.y = y + LINE + 5;
}

function row(document: Document, name: string, value: string): void {
  if (document.y > BOTTOM - 2 * LINE) document.addPage();
  const { y } = document;
  text(document, name, MARGIN, y);
  text(document, value.replace('\u2212', '-'), MARGIN, y, { isEnd: true });
  document.y = y + LINE;
}

/** A notice that this is not a real bank statement. */
function footers(document: Document): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    document.page.margins.bottom = 0;
    text(document, 'Demonstration data. Not issued by a bank.', MARGIN, BOTTOM + 10, { color: QUIET });
    text(document, `Page ${page + 1} of ${count}`, MARGIN, BOTTOM + 10, { color: QUIET, isEnd: true });
  }
}

interface Look {
  font?: 'Helvetica' | 'Helvetica-Bold';
  color?: string;
  isEnd?: boolean;
}

function text(document: Document, words: string, x: number, y: number, look: Look = {}): void {
  const { font = 'Helvetica', color = INK, isEnd = false } = look;
  document.font(font).fontSize(9).fillColor(color);
  document.text(words, isEnd ? x + WIDTH - document.widthOfString(words) : x, y, { lineBreak: false });
}

function lastOf(month: CalendarDate): CalendarDate {
  let day = addDays(month, 27);
  while (addDays(day, 1).slice(0, 7) === month.slice(0, 7)) day = addDays(day, 1);
  return day;
}
