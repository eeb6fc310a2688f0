import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { formatPayDays } from '../../shared/domain/pay-date.ts';
import { formatPercent } from '../../shared/domain/rate.ts';
import { counted } from '../../shared/domain/statement-words.ts';
import type { StatementBalance, StatementParties } from '../../shared/domain/statements.ts';
import { decorate, group, type PdfElement, tagged } from '../platform/pdf/pdf-document.ts';
import { drawTable, fitTable } from '../platform/pdf/tables.ts';
import { linesOf, putAmount, putText, QUIET } from '../platform/pdf/text.ts';
import {
  LEFT,
  type Paper,
  type PrintedStatement,
  SECTION_HEAD,
  sectionHead,
  WIDTH,
} from './statement-paper.ts';

/** Whom it is for, and on which terms. */
export function drawParties(paper: Paper, parties: StatementParties): void {
  const { document, root, y } = paper;
  const place = [parties.city, [parties.state, parties.zipCode].filter(Boolean).join(' ')];
  const address = [parties.street, place.filter(Boolean).join(', ')].filter(
    (line) => line !== null && line !== '',
  );
  const blocks = [
    { x: LEFT, width: 190, lines: [parties.syndicateName, ...address], isStrong: true },
    { x: 244, width: 88, lines: ['Contact', parties.contactPerson ?? '—'] },
    { x: 337, width: 98, lines: ['Pay days', formatPayDays(parties.payDays)] },
    {
      x: 441,
      width: LEFT + WIDTH - 441,
      lines: [
        'Fees',
        `management ${formatPercent(parties.managementFeePercent)},`,
        `syndication ${formatPercent(parties.syndicationFeePercent)}`,
      ],
    },
  ];
  for (const { x, width, lines, isStrong = false } of blocks)
    tagged(document, root, 'P', () => {
      for (const [index, line] of lines.entries()) {
        const isQuiet = isStrong === index > 0;
        const look = { weight: isStrong && index === 0 ? 'semibold' : 'regular', size: 8.5 } as const;
        putText(
          document,
          line ?? '',
          { x, y: y + index * 12.5, width },
          isQuiet ? { ...look, color: QUIET } : look,
        );
      }
    });
  paper.y = y + 50;
}

const MOST_CHANGES = 6;

/** Of a version that replaces another: what changed, and why. */
export function drawVersion(paper: Paper, { version, reason, changes }: PrintedStatement): void {
  if (version === 1) return;
  const { document, root } = paper;
  sectionHead(paper, `Version ${version} replaces version ${version - 1}`);
  paper.y += SECTION_HEAD;
  const words = reason === '' ? 'Why was not recorded.' : `Why: ${reason}`;
  tagged(document, root, 'P', () => {
    for (const line of linesOf(document, words, { width: WIDTH, most: 3, size: 8 })) {
      putText(document, line, { x: LEFT, y: paper.y, width: WIDTH }, { size: 8 });
      paper.y += 11.5;
    }
  });
  const shown = changes.length > MOST_CHANGES ? changes.slice(0, MOST_CHANGES - 1) : changes;
  const table = {
    columns: [
      { head: 'What changed', align: 'left', isFlexible: true },
      { head: 'Before', align: 'right' },
      { head: 'Now', align: 'right' },
    ] as const,
    rows: [
      ...shown.map(({ what, before, after }) => [what, short(before), short(after)]),
      ...(shown.length < changes.length
        ? [[`and ${changes.length - shown.length} more, all of them in the spreadsheet`, '', '']]
        : []),
    ],
  };
  if (shown.length > 0) {
    paper.y += 3;
    const place = { x: LEFT, y: paper.y, rowHeight: 13.5, from: 0, to: table.rows.length, hasTotal: false };
    paper.y = drawTable(document, root, table, fitTable(document, table, WIDTH), place);
  }
  paper.y += 12;
}

/** A figure stays whole; words that a change quotes may be long. */
const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

interface BalanceWords {
  from: CalendarDate;
  to: CalendarDate;
  /** What is known about what was written off, where it is one deal. */
  writtenOffMid: string | null;
}

interface BalanceCell {
  sign: string;
  name: string;
  amount: string;
  note: string;
}

/** Opening + new − collected − written off = closing, in one line. */
export function drawBalance(
  paper: Paper,
  balance: StatementBalance,
  { from, to, writtenOffMid }: BalanceWords,
  brandColor: string,
): void {
  const { document, root } = paper;
  sectionHead(paper, 'Portfolio balance');
  const y = paper.y + SECTION_HEAD;
  const cells: BalanceCell[] = [
    {
      sign: '',
      name: `Opening, ${formatDate(from).slice(0, 5)}`,
      amount: formatMoney(balance.opening),
      note: counted(balance.openingDeals, 'deal'),
    },
    {
      sign: '+',
      name: 'New',
      amount: formatMoney(balance.added),
      note: `${counted(balance.addedDeals, 'deal')}, part RTR`,
    },
    {
      sign: '−',
      name: 'Collected',
      amount: formatMoney(balance.collected),
      note: `gross, ${counted(balance.payDates, 'pay date')}`,
    },
    {
      sign: '−',
      name: 'Written off',
      amount: formatMoney(balance.writtenOff),
      note: `${counted(balance.writtenOffDeals, 'deal')}${writtenOffMid === null ? '' : `, ${writtenOffMid}`}`,
    },
    {
      sign: '=',
      name: `Closing, ${formatDate(to).slice(0, 5)}`,
      amount: formatMoney(balance.closing),
      note: counted(balance.closingDeals, 'deal'),
    },
  ];
  const width = WIDTH / cells.length;
  decorate(document, () => {
    document.roundedRect(LEFT, y, WIDTH, 54, 6).lineWidth(0.75).strokeColor('#d9dde1').stroke();
    document.roundedRect(LEFT + WIDTH - width, y + 5, width - 5, 44, 4).fill(tintOf(brandColor));
  });
  group(document, root, 'Table', (body) => {
    for (const [index, cell] of cells.entries())
      group(document, body, 'TR', (row) =>
        drawBalanceCell(paper, row, cell, { x: LEFT + index * width, y, width }),
      );
  });
  paper.y = y + 54 + 16;
}

function drawBalanceCell(
  { document }: Paper,
  row: PdfElement,
  { sign, name, amount, note }: BalanceCell,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const place = { x: x + 10, width: width - 22 };
  tagged(document, row, 'TH', () => {
    if (sign !== '') putText(document, sign, { x: x - 8, y: y + 20, width: 10 }, { size: 10, color: QUIET });
    putText(document, name, { ...place, y: y + 9 }, { size: 8, color: QUIET });
  });
  tagged(document, row, 'TD', () => {
    putAmount(document, amount, { ...place, y: y + 20.5 }, { weight: 'semibold', size: 10.5 });
    putText(document, note, { ...place, y: y + 36 }, { size: 7.5, color: QUIET });
  });
}

/** The brand color at an eighth of its strength, which prints as a light grey. */
function tintOf(color: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(255 - (255 - part) / 8)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
