import { CASH_KIND_NAMES } from '../../shared/domain/cash-words.ts';
import { type Cents, sumMoney } from '../../shared/domain/money.ts';
import { METHOD_WORDS, STATUS_GROUP_NAMES, statementNumber } from '../../shared/domain/statement-words.ts';
import type {
  MonthlyFigures,
  StatementBalance,
  YearlyFigures,
  YearlySums,
} from '../../shared/domain/statements.ts';
import type { Column, Row, Sheet } from '../platform/spreadsheet/sheet.ts';
import type { Cell } from '../platform/spreadsheet/values.ts';
import type { PrintedStatement } from './statement-paper.ts';

/** The sheets of a statement, with the figures and the words of its PDF and every change of its version. */
export function statementSheets(statement: PrintedStatement): Sheet[] {
  const { figures } = statement;
  const sheets =
    figures.kind === 'month' ? monthlySheets(statement, figures) : yearlySheets(statement, figures);
  return statement.changes.length === 0 ? sheets : [...sheets, changesSheet(statement)];
}

const text = (header: string, width = 16): Column => ({ header, kind: 'text', width });
const money = (header: string): Column => ({ header, kind: 'money', width: 16 });
const date = (header: string): Column => ({ header, kind: 'date', width: 13 });
const count = (header: string): Column => ({ header, kind: 'count', width: 10 });

const rowsOf = <T>(items: readonly T[], cells: (item: T) => readonly Cell[]): Row[][] => [
  items.map((item) => ({ cells: cells(item) })),
];

type Line = readonly [name: string, amount: Cents | null, deals: number | null, remark: string | null];

const summary = (lines: readonly Line[]): Sheet => ({
  name: 'Summary',
  columns: [text('What', 42), money('Amount'), count('Number'), text('Remark', 70)],
  rows: rowsOf(lines, (line) => line),
});

const remark = (name: string, words: string): Line => [name, null, null, words];

function aboutLines(statement: PrintedStatement): Line[] {
  const { figures, version, reason, sha256, abbreviation } = statement;
  return [
    remark('Statement', statementNumber(abbreviation, figures)),
    remark('Version', reason === '' ? String(version) : `${version}: ${reason}`),
    remark('Funder', figures.parties.funderName),
    remark('Syndicate', figures.parties.syndicateName),
    remark('SHA-256 of the figures', sha256),
  ];
}

const balanceLines = (balance: StatementBalance): Line[] => [
  ['Opening balance', balance.opening, balance.openingDeals, 'deals'],
  ['New (part RTR)', balance.added, balance.addedDeals, 'deals'],
  ['Collected (gross)', -balance.collected, balance.payDates, 'pay dates'],
  ['Written off', -balance.writtenOff, balance.writtenOffDeals, 'deals'],
  ['Closing balance', balance.closing, balance.closingDeals, 'deals'],
];

function monthlySheets(statement: PrintedStatement, figures: MonthlyFigures): Sheet[] {
  const { fees, principal, income, loss, method, cash } = figures;
  const lines: Line[] = [
    ...aboutLines(statement),
    ...balanceLines(figures.balance),
    ['Management fees', fees.management, null, 'taken from payouts'],
    ['Syndication fees', fees.syndication, null, 'in the cost of new deals'],
    ['Principal returned', principal, null, METHOD_WORDS[method]],
    ['Income', income, null, METHOD_WORDS[method]],
    ['Loss', loss, null, 'on deals closed in the month'],
    ...figures.byStatus.map(
      ({ group, balance, deals }): Line => [
        `Closing balance, ${STATUS_GROUP_NAMES[group]}`,
        balance,
        deals,
        'deals',
      ],
    ),
  ];
  const sheets = [summary(lines), payoutsSheet(figures), newDealsSheet(figures), writtenOffSheet(figures)];
  return cash ? [...sheets, cashSheet(figures, cash)] : sheets;
}

const payoutsSheet = ({ payDates }: MonthlyFigures): Sheet => ({
  name: 'Payouts',
  columns: [date('Pay Date'), count('Deals'), money('Gross'), money('Management Fee'), money('Net Pay')],
  rows: rowsOf(payDates, ({ payDate, deals, gross, managementFee, netPay }) => [
    payDate,
    deals,
    gross,
    managementFee,
    netPay,
  ]),
  total: () => [
    null,
    null,
    sumMoney(payDates.map(({ gross }) => gross)),
    sumMoney(payDates.map(({ managementFee }) => managementFee)),
    sumMoney(payDates.map(({ netPay }) => netPay)),
  ],
});

const newDealsSheet = ({ newDeals }: MonthlyFigures): Sheet => ({
  name: 'New deals',
  columns: [text('MID'), text('Merchant', 40), money('Cost'), money('Syndication Fee'), money('Part RTR')],
  rows: rowsOf(newDeals, ({ mid, merchantName, cost, syndicationFee, partRtr }) => [
    mid,
    merchantName,
    cost,
    syndicationFee,
    partRtr,
  ]),
  total: () => [
    null,
    null,
    sumMoney(newDeals.map(({ cost }) => cost)),
    sumMoney(newDeals.map(({ syndicationFee }) => syndicationFee)),
    sumMoney(newDeals.map(({ partRtr }) => partRtr)),
  ],
});

const writtenOffSheet = ({ writtenOff, balance }: MonthlyFigures): Sheet => ({
  name: 'Written off',
  columns: [text('MID'), text('Merchant', 40), text('Status', 24), money('Amount')],
  rows: rowsOf(writtenOff, ({ mid, merchantName, status, amount }) => [mid, merchantName, status, amount]),
  total: () => [null, null, null, balance.writtenOff],
});

const cashSheet = ({ from, to }: MonthlyFigures, cash: NonNullable<MonthlyFigures['cash']>): Sheet => ({
  name: 'Cash',
  columns: [text('What', 24), date('Date'), count('Number'), money('Amount')],
  rows: [
    [
      { cells: ['Balance before', from, null, cash.opening] },
      ...cash.movements.map(({ kind, count: many, amount }) => ({
        cells: [CASH_KIND_NAMES[kind], null, many, amount],
      })),
    ],
  ],
  total: () => [null, to, null, cash.closing],
});

const SUMS = [
  ['collected', 'Collected'],
  ['managementFee', 'Management Fee'],
  ['syndicationFee', 'Syndication Fee'],
  ['netPay', 'Net Pay'],
  ['principal', 'Principal'],
  ['income', 'Income'],
  ['loss', 'Loss'],
] as const satisfies (readonly [keyof YearlySums, string])[];

const sumCells = (sums: YearlySums): Cents[] => SUMS.map(([sum]) => sums[sum]);
const SUM_COLUMNS = SUMS.map(([, header]) => money(header));

function yearlySheets(statement: PrintedStatement, figures: YearlyFigures): Sheet[] {
  const { months, deals, total, method } = figures;
  const lines: Line[] = [
    ...aboutLines(statement),
    ...balanceLines(figures.balance),
    ...SUMS.map(([sum, header]): Line => [header, total[sum], null, null]),
    remark('Principal and income', METHOD_WORDS[method]),
    remark('Not a tax form', 'This statement is not a tax form.'),
  ];
  return [
    summary(lines),
    {
      name: 'Months',
      columns: [date('Month'), ...SUM_COLUMNS],
      rows: rowsOf(months, (sums) => [sums.month, ...sumCells(sums)]),
      total: () => [null, ...sumCells(total)],
    },
    {
      name: 'Deals',
      columns: [text('MID'), text('Merchant', 40), money('Cost'), ...SUM_COLUMNS],
      rows: rowsOf(deals, (deal) => [deal.mid, deal.merchantName, deal.cost, ...sumCells(deal)]),
      total: () => [null, null, null, ...sumCells(total)],
    },
  ];
}

const changesSheet = ({ changes }: PrintedStatement): Sheet => ({
  name: 'Changes',
  columns: [text('What Changed', 42), text('Before', 24), text('Now', 24)],
  rows: rowsOf(changes, ({ what, before, after }) => [what, before, after]),
});
