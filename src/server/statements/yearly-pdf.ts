import { formatMonth } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { counted, METHOD_SENTENCES, METHOD_WORDS } from '../../shared/domain/statement-words.ts';
import type { YearlyFigures, YearlySums } from '../../shared/domain/statements.ts';
import { tagged } from '../platform/pdf/pdf-document.ts';
import { drawTable, fitTable, type PdfTable } from '../platform/pdf/tables.ts';
import { linesOf, putText, QUIET } from '../platform/pdf/text.ts';
import { left, name, right } from './monthly-tables.ts';
import {
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

const ROW_HEIGHT = 15;

/** A year by month and by deal. The deals go on over as many pages as they need. */
export const yearlyPdf = (statement: PrintedStatement<YearlyFigures>): Promise<Buffer> =>
  makePaper(statement, async (paper) => {
    const { figures, brandColor } = statement;
    drawParties(paper, figures.parties);
    drawVersion(paper, statement);
    const words = { from: figures.from, to: figures.to, writtenOffMid: null };
    drawBalance(paper, figures.balance, words, brandColor);
    drawMonths(paper, figures);
    drawMethod(paper, figures);
    await flowTable(paper, statement, 'By deal', dealsTable(figures));
  });

const SUMS = ['collected', 'netPay', 'principal', 'income', 'loss'] as const;
const SUM_COLUMNS = ['Collected', 'Net pay', 'Principal', 'Income', 'Loss'].map(right);
const FEES = ['managementFee', 'syndicationFee'] as const;

const cellsOf = (sums: YearlySums, columns: readonly (keyof YearlySums)[] = SUMS): string[] =>
  columns.map((sum) => formatMoney(sums[sum]));

function drawMonths(paper: Paper, { months, total }: YearlyFigures): void {
  const { document, root } = paper;
  const table: PdfTable = {
    columns: [left('Month'), ...SUM_COLUMNS, right('Mgt fee'), right('Synd. fee')],
    rows: months.map((sums) => [formatMonth(sums.month), ...cellsOf(sums, [...SUMS, ...FEES])]),
    total: ['The year', ...cellsOf(total, [...SUMS, ...FEES])],
  };
  sectionHead(paper, 'By month');
  const place = { x: LEFT, y: paper.y + SECTION_HEAD, rowHeight: ROW_HEIGHT, from: 0, to: months.length };
  paper.y =
    drawTable(document, root, table, fitTable(document, table, WIDTH), { ...place, hasTotal: true }) + 8;
}

function drawMethod(paper: Paper, { method }: YearlyFigures): void {
  const { document, root } = paper;
  const words = `Principal and income: ${METHOD_WORDS[method]}. ${METHOD_SENTENCES[method]} A loss is the part of a deal’s cost that had not come back when the deal closed, in the month in which it closed. Syndication fees are part of the cost. This statement is not a tax form.`;
  const look = { size: 7.5, color: QUIET };
  tagged(document, root, 'P', () => {
    for (const line of linesOf(document, words, { ...look, width: WIDTH, most: 4 })) {
      putText(document, line, { x: LEFT, y: paper.y, width: WIDTH }, look);
      paper.y += 10.5;
    }
  });
  paper.y += 14;
}

const dealsTable = ({ deals, total }: YearlyFigures): PdfTable => ({
  columns: [left('MID'), name('Merchant'), right('Cost'), ...SUM_COLUMNS],
  rows: deals.map((deal) => [deal.mid, deal.merchantName, formatMoney(deal.cost), ...cellsOf(deal)]),
  total: [counted(deals.length, 'deal'), '', '', ...cellsOf(total)],
});
