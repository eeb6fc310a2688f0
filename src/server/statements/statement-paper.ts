import { setImmediate } from 'node:timers/promises';
import { formatPeriod } from '../../shared/domain/calendar-date.ts';
import { statementNumber } from '../../shared/domain/statement-words.ts';
import type { StatementChange, StatementFigures } from '../../shared/domain/statements.ts';
import {
  bytesOfPdf,
  decorate,
  openPdf,
  PAGE,
  type PdfDocument,
  type PdfElement,
  rule,
  tagged,
} from '../platform/pdf/pdf-document.ts';
import { drawTable, fitTable, type PdfTable } from '../platform/pdf/tables.ts';
import { inInter, putText, QUIET, registerInter } from '../platform/pdf/text.ts';

/** A kept statement with what stands around its figures. */
export interface PrintedStatement<F extends StatementFigures = StatementFigures> {
  figures: F;
  abbreviation: string;
  version: number;
  madeAt: Date;
  sha256: string;
  /** Why it replaces the version before it; empty of the first. */
  reason: string;
  changes: readonly StatementChange[];
  brandColor: string;
  /** Whom to ask; null where the funder has named nobody. */
  questionsTo: string | null;
}

export const LEFT = 39;
export const WIDTH = PAGE.width - 2 * LEFT;
export const BOTTOM = 726;
export const SECTION_HEAD = 15;
const FOOT = 735;
const TOP_OF_FURTHER = 66;

export interface Paper {
  document: PdfDocument;
  root: PdfElement;
  /** Where the next thing goes. */
  y: number;
}

const TITLES = { month: 'Monthly statement', year: 'Yearly statement' } as const;

const numberOf = ({ figures, abbreviation }: PrintedStatement): string =>
  statementNumber(abbreviation, figures);

/** A document whose pages all have the statement's foot, with the same bytes for the same statement. */
export async function makePaper(
  statement: PrintedStatement,
  fill: (paper: Paper) => Promise<void>,
): Promise<Buffer> {
  const { figures, madeAt } = statement;
  const document = openPdf({
    title: `${TITLES[figures.kind]} ${numberOf(statement)}: ${inInter(figures.parties.syndicateName)}`,
    author: inInter(figures.parties.funderName),
    madeOn: madeAt,
    // What is drawn has its place; a margin would let the library begin pages of its own.
    margin: 0,
  });
  registerInter(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const paper = { document, root, y: 0 };
  drawHead(paper, statement);
  await fill(paper);
  drawFeet(paper, statement);
  root.end();
  return bytesOfPdf(document);
}

function drawHead(paper: Paper, statement: PrintedStatement): void {
  const { document, root } = paper;
  const { figures, brandColor, version } = statement;
  drawMark(document, brandColor);
  tagged(document, root, 'P', () =>
    putText(
      document,
      figures.parties.funderName,
      { x: 74, y: 41, width: 215 },
      { weight: 'semibold', size: 11.5 },
    ),
  );
  const right = { x: LEFT + WIDTH - 280, width: 280 };
  tagged(document, root, 'H1', () =>
    putText(
      document,
      TITLES[figures.kind],
      { ...right, y: 33 },
      { weight: 'semibold', size: 15.5, align: 'right' },
    ),
  );
  const shownVersion = version > 1 ? ` · version ${version}` : '';
  const words = `${formatPeriod(figures)} · No. ${numberOf(statement)}${shownVersion}`;
  tagged(document, root, 'P', () =>
    putText(document, words, { ...right, y: 53 }, { size: 8, color: QUIET, align: 'right' }),
  );
  rule(document, { x: LEFT, y: 75, width: WIDTH, color: brandColor, thickness: 1.4 });
  paper.y = 86;
}

/** Three rising bars on the brand color, as in the portal. */
function drawMark(document: PdfDocument, brandColor: string): void {
  const unit = 26 / 32;
  const bars = [
    [8, 17, 7],
    [14, 13, 11],
    [20, 8, 16],
  ] as const;
  decorate(document, () => {
    document.roundedRect(LEFT, 35, 26, 26, 6.5).fill(brandColor);
    for (const [x, y, height] of bars)
      document.roundedRect(LEFT + x * unit, 35 + y * unit, 4 * unit, height * unit, unit).fill('#ffffff');
  });
}

const moment = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit' },
  timeZone: 'America/New_York',
});

const momentOf = (date: Date): string => moment.format(date).replace(/\s/g, ' ');

function drawFeet(paper: Paper, statement: PrintedStatement): void {
  const { document, root } = paper;
  const { madeAt, questionsTo, sha256 } = statement;
  const { count } = document.bufferedPageRange();
  const questions = questionsTo === null ? '' : ` Questions: ${questionsTo}`;
  const made = `Made ${momentOf(madeAt)} New York time, from the ledger.${questions}`;
  const hash = `SHA-256 of the figures  ${sha256.replace(/(.{4})(?=.)/g, '$1 ')}`;
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    rule(document, { x: LEFT, y: FOOT, width: WIDTH, color: '#d9dde1', thickness: 0.5 });
    const draw = () => {
      putText(document, made, { x: LEFT, y: FOOT + 8, width: WIDTH - 70 }, { size: 7, color: QUIET });
      putText(document, hash, { x: LEFT, y: FOOT + 19, width: WIDTH }, { size: 7, color: QUIET });
      const page = { x: LEFT + WIDTH - 65, y: FOOT + 8, width: 65 };
      putText(document, `Page ${index + 1} of ${count}`, page, { size: 7, color: QUIET, align: 'right' });
    };
    // A screen reader hears it once, after everything else.
    if (index === count - 1) tagged(document, root, 'P', draw);
    else decorate(document, draw);
  }
}

/** A further page, with whose statement it is. */
export function turnPage(paper: Paper, statement: PrintedStatement): void {
  const { document } = paper;
  const { figures } = statement;
  document.addPage();
  decorate(document, () => {
    putText(
      document,
      figures.parties.syndicateName,
      { x: LEFT, y: 37, width: 300 },
      { weight: 'semibold', size: 9 },
    );
    const words = `${TITLES[figures.kind]} · No. ${numberOf(statement)}`;
    const place = { x: LEFT + WIDTH - 220, y: 37.5, width: 220 };
    putText(document, words, place, { size: 8, color: QUIET, align: 'right' });
  });
  rule(document, { x: LEFT, y: 54, width: WIDTH, color: statement.brandColor, thickness: 1.4 });
  paper.y = TOP_OF_FURTHER;
}

export function sectionHead(
  paper: Paper,
  title: string,
  { x = LEFT, width = WIDTH, y = paper.y } = {},
): void {
  tagged(paper.document, paper.root, 'H2', () =>
    putText(paper.document, title, { x, y, width }, { weight: 'semibold', size: 9.5 }),
  );
}

const ROW_OF_LISTS = 14.5;
/** What of a list is printed; its total is of all of it, and so is the spreadsheet. */
const MOST_LINES = 2_000;

/** A list over as many pages as it needs, each with the heads of its columns. */
export async function flowTable(
  paper: Paper,
  statement: PrintedStatement,
  title: string,
  table: PdfTable,
): Promise<void> {
  const { document, root } = paper;
  const count = Math.min(table.rows.length, MOST_LINES);
  const fit = fitTable(document, table, WIDTH);
  const all = table.rows.length.toLocaleString('en-US');
  const first =
    count === table.rows.length
      ? title
      : `${title}: the first ${count.toLocaleString('en-US')} of ${all}, all of them in the spreadsheet`;
  let from = 0;
  do {
    const roomFor = () => Math.floor((BOTTOM - paper.y - SECTION_HEAD) / ROW_OF_LISTS) - 2;
    // A head with a row or two at the lower end of a page is no beginning.
    if (roomFor() < Math.min(3, count - from)) turnPage(paper, statement);
    const to = Math.min(count, from + roomFor());
    sectionHead(paper, from === 0 ? first : `${title}, continued`);
    const place = { x: LEFT, y: paper.y + SECTION_HEAD, rowHeight: ROW_OF_LISTS, from, to };
    paper.y = drawTable(document, root, table, fit, { ...place, hasTotal: to === count }) + 14;
    from = to;
    // Other requests are answered between the pages of a long list.
    await setImmediate();
  } while (from < count);
}
