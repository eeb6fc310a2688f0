import { formatMonth } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { counted, METHOD_SENTENCES, STATUS_GROUP_NAMES } from '../../shared/domain/statement-words.ts';
import type { MonthlyFigures } from '../../shared/domain/statements.ts';
import { decorate, group, tagged } from '../platform/pdf/pdf-document.ts';
import { drawTable, fitTable, heightOfTable, type PdfTable } from '../platform/pdf/tables.ts';
import { linesOf, putAmount, putText, QUIET } from '../platform/pdf/text.ts';
import {
  cashTable,
  feesTable,
  newDealsTable,
  payoutsTable,
  principalTable,
  writtenOffTable,
} from './monthly-tables.ts';
import {
  BOTTOM,
  flowTable,
  LEFT,
  makePaper,
  type Paper,
  type PrintedStatement,
  SECTION_HEAD,
  sectionHead,
  WIDTH,
} from './statement-paper.ts';
import { drawBalance, drawParties, drawVersion } from './statement-parts.ts';

const BETWEEN_HALVES = 21;
const HALF = (WIDTH - BETWEEN_HALVES) / 2;
const DEALS_WIDTH = 293;
const LISTS = { x: LEFT + DEALS_WIDTH + BETWEEN_HALVES, width: WIDTH - DEALS_WIDTH - BETWEEN_HALVES };
const STATUS_BOX = 36;
/** As airy as the room on the page permits, and never so tight that the rows run together. */
const ROW_HEIGHTS = [15.5, 15, 14.5, 14, 13.5, 13, 12.5, 12];
/** Longer lists go to pages of their own. */
const MOST = { payDates: 42, newDeals: 12, writtenOff: 4 } as const;

type List = keyof typeof MOST;
const LISTS_IN_ORDER: readonly List[] = ['payDates', 'newDeals', 'writtenOff'];

/** A section with its title: a table, or a sentence in its place. */
interface Section {
  title: string;
  table: PdfTable | null;
  words: string;
}

/** A month on one Letter page, in grey as well as in color. Lists that are too long for it follow on further pages. */
export const monthlyPdf = (statement: PrintedStatement<MonthlyFigures>): Promise<Buffer> =>
  makePaper(statement, async (paper) => {
    const { figures, brandColor } = statement;
    const [first, ...others] = figures.writtenOff;
    drawParties(paper, figures.parties);
    drawVersion(paper, statement);
    const writtenOffMid = first && others.length === 0 ? first.mid : null;
    drawBalance(paper, figures.balance, { from: figures.from, to: figures.to, writtenOffMid }, brandColor);
    const places = choosePlaces(figures, BOTTOM - paper.y);
    drawPayouts(paper, figures, places);
    drawColumns(paper, figures, places);
    drawStatuses(paper, figures);
    const lists = { payDates: payoutsTable, newDeals: newDealsTable, writtenOff: writtenOffTable };
    const titles = { payDates: 'Payouts by date', newDeals: 'New deals', writtenOff: 'Written off' };
    // The lists of further pages begin on one of their own.
    paper.y = BOTTOM;
    for (const list of LISTS_IN_ORDER)
      if (figures[list].length > 0 && !places.onFirst.has(list))
        await flowTable(paper, statement, titles[list], lists[list](figures));
  });

/** What of the first page depends on how much there is to say. */
interface Places {
  onFirst: ReadonlySet<List>;
  /** Whether the cash account is under the deals, where these leave more room than the amounts beside them. */
  isCashLeft: boolean;
  rowHeight: number;
}

/** Which lists are on the first page, and how high its rows are, so that everything else is on it too. */
function choosePlaces(figures: MonthlyFigures, room: number): Places {
  const onFirst = new Set(LISTS_IN_ORDER.filter((list) => figures[list].length <= MOST[list]));
  for (const leaving of [null, 'newDeals', 'writtenOff', 'payDates'] as const) {
    if (leaving) onFirst.delete(leaving);
    for (const rowHeight of ROW_HEIGHTS) {
      const right = { onFirst, isCashLeft: false, rowHeight };
      const left = { ...right, isCashLeft: true };
      const lower = heightOf(figures, left) < heightOf(figures, right) ? left : right;
      if (heightOf(figures, lower) <= room) return lower;
    }
  }
  return { onFirst, isCashLeft: true, rowHeight: ROW_HEIGHTS.at(-1) ?? 0 };
}

const gapAfter = (rowHeight: number): number => rowHeight * 0.9;

function heightOf(figures: MonthlyFigures, places: Places): number {
  const { rowHeight, onFirst } = places;
  const count = figures.payDates.length;
  const payouts = onFirst.has('payDates') && count > 0 ? 1 + Math.ceil((count + 1) / 2) : 1;
  const { deals, amounts } = columnsOf(figures, places);
  const column = (sections: readonly Section[]) =>
    sections.reduce((sum, section) => sum + heightOfSection(section, rowHeight) + gapAfter(rowHeight), 0);
  const columns = Math.max(column(deals), column(amounts));
  return SECTION_HEAD + payouts * rowHeight + gapAfter(rowHeight) + columns + SECTION_HEAD + STATUS_BOX;
}

function heightOfSection({ table, words }: Section, rowHeight: number): number {
  const place = { rowHeight, from: 0, to: table?.rows.length ?? 0, hasTotal: table?.total !== undefined };
  return SECTION_HEAD + (table ? heightOfTable(table, place) : 0) + (words === '' ? 0 : 2 * WORDS_LINE);
}

const WORDS_LINE = 10;

function drawPayouts(paper: Paper, figures: MonthlyFigures, { rowHeight, onFirst }: Places): void {
  const { document, root } = paper;
  const table = payoutsTable(figures);
  sectionHead(paper, 'Payouts by date');
  const y = paper.y + SECTION_HEAD;
  const count = table.rows.length;
  if (count === 0 || !onFirst.has('payDates')) {
    const words =
      count === 0
        ? `Nothing was paid out in ${formatMonth(figures.from)}.`
        : `${counted(count, 'pay date')}, net pay ${table.total?.at(-1)}. They are listed on the pages that follow.`;
    drawWords(paper, words, { x: LEFT, y, width: WIDTH });
    paper.y = y + rowHeight + gapAfter(rowHeight);
    return;
  }
  const fit = fitTable(document, table, HALF);
  const half = Math.ceil((count + 1) / 2);
  const inLeft = Math.min(half, count);
  const both = { y, rowHeight };
  drawTable(document, root, table, fit, { ...both, x: LEFT, from: 0, to: inLeft, hasTotal: false });
  const x = LEFT + HALF + BETWEEN_HALVES;
  drawTable(document, root, table, fit, { ...both, x, from: inLeft, to: count, hasTotal: true });
  paper.y = y + (1 + half) * rowHeight + gapAfter(rowHeight);
}

const elsewhere = (count: number): string => `${counted(count, 'deal')}, listed on the pages that follow.`;

function columnsOf(figures: MonthlyFigures, { onFirst, isCashLeft }: Places) {
  const { newDeals, writtenOff, method } = figures;
  const section = (title: string, table: PdfTable | null, words = ''): Section => ({ title, table, words });
  const deals = [
    newDeals.length > 0 && onFirst.has('newDeals')
      ? section('New deals', newDealsTable(figures))
      : section(
          'New deals',
          null,
          newDeals.length === 0 ? 'No new deals in the month.' : elsewhere(newDeals.length),
        ),
  ];
  if (writtenOff.length > 0)
    deals.push(
      onFirst.has('writtenOff')
        ? section('Written off', writtenOffTable(figures))
        : section('Written off', null, elsewhere(writtenOff.length)),
    );
  const amounts = [
    section('Fees', feesTable(figures)),
    section('Principal and income', principalTable(figures), METHOD_SENTENCES[method]),
  ];
  const cash = cashTable(figures);
  if (cash) (isCashLeft ? deals : amounts).push(section('Cash account', cash));
  return { deals, amounts };
}

function drawColumns(paper: Paper, figures: MonthlyFigures, places: Places): void {
  const { deals, amounts } = columnsOf(figures, places);
  const { rowHeight } = places;
  const begin = paper.y;
  const ends = [
    drawSections(paper, deals, rowHeight, { x: LEFT, y: begin, width: DEALS_WIDTH }),
    drawSections(paper, amounts, rowHeight, { ...LISTS, y: begin }),
  ];
  paper.y = Math.max(...ends);
}

function drawSections(
  paper: Paper,
  sections: readonly Section[],
  rowHeight: number,
  { x, width, ...from }: { x: number; y: number; width: number },
): number {
  const { document, root } = paper;
  let { y } = from;
  for (const section of sections) {
    sectionHead(paper, section.title, { x, width, y });
    const { table, words } = section;
    let end = y + SECTION_HEAD;
    if (table) {
      const place = {
        x,
        y: end,
        rowHeight,
        from: 0,
        to: table.rows.length,
        hasTotal: table.total !== undefined,
      };
      end = drawTable(document, root, table, fitTable(document, table, width), place);
    }
    if (words !== '') drawWords(paper, words, { x, y: end + 2, width });
    y += heightOfSection(section, rowHeight) + gapAfter(rowHeight);
  }
  return y;
}

function drawWords(
  paper: Paper,
  words: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const look = { size: 7.5, color: QUIET };
  tagged(paper.document, paper.root, 'P', () => {
    const lines = linesOf(paper.document, words, { ...look, width, most: 2 });
    for (const [index, line] of lines.entries())
      putText(paper.document, line, { x, y: y + index * WORDS_LINE, width }, look);
  });
}

function drawStatuses(paper: Paper, { byStatus }: MonthlyFigures): void {
  const { document, root } = paper;
  sectionHead(paper, 'Closing balance by status');
  const y = paper.y + SECTION_HEAD;
  if (byStatus.length === 0) {
    drawWords(paper, 'No deal has a balance.', { x: LEFT, y, width: WIDTH });
    return;
  }
  const width = WIDTH / byStatus.length;
  decorate(document, () => {
    document.roundedRect(LEFT, y, WIDTH, STATUS_BOX, 6).lineWidth(0.75).strokeColor('#d9dde1').stroke();
    for (let index = 1; index < byStatus.length; index += 1)
      document
        .moveTo(LEFT + index * width, y)
        .lineTo(LEFT + index * width, y + STATUS_BOX)
        .lineWidth(0.5)
        .stroke();
  });
  group(document, root, 'Table', (body) => {
    for (const [index, { group: status, deals, balance }] of byStatus.entries()) {
      const place = { x: LEFT + index * width + 9, width: width - 14 };
      group(document, body, 'TR', (row) => {
        const words = `${STATUS_GROUP_NAMES[status]}, ${deals.toLocaleString('en-US')}`;
        tagged(document, row, 'TH', () =>
          putText(document, words, { ...place, y: y + 6.5 }, { size: 8, color: QUIET }),
        );
        tagged(document, row, 'TD', () =>
          putAmount(
            document,
            formatMoney(balance),
            { ...place, y: y + 18 },
            { weight: 'semibold', size: 9.5 },
          ),
        );
      });
    }
  });
}
