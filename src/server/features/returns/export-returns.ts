import { rateFromUnits } from '../../../shared/domain/rate.ts';
import { type Returns, returnsOf, type ScenarioReturns } from '../../../shared/domain/returns.ts';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import type { StoredReturns } from '../../ledger/returns/read-returns.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import type { Row, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';

const BYTES_PER_ROW = 40;

const SCENARIO_NAMES: Readonly<Record<ScenarioReturns['scenario'], string>> = {
  agreed: 'Every deal pays as agreed',
  adjusted: 'Adjusted for status',
  nothing: 'Nothing more comes in',
};

/** The three end values, and what they are made of: what was paid in and out by day, and the net balance by status. */
export function exportReturns({ basis, recovery }: StoredReturns): SpreadsheetDownload {
  const returns = returnsOf(basis, recovery);
  const sheets = [
    figures(returns),
    statuses(returns),
    flows('Paid in', basis.costs),
    flows('Paid out', basis.payouts),
  ];
  const rowCount = basis.costs.length + basis.payouts.length + (returns?.recovered.length ?? 0) + 3;
  return {
    fileName: `returns_${basis.today}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_ROW,
    open: () => workbookStream(sheets),
  };
}

const figures = (returns: Returns | null): Sheet => ({
  name: 'Returns',
  columns: [
    { header: 'End Value', kind: 'text', width: 28 },
    { header: 'Cost', kind: 'money', width: 16 },
    { header: 'Paid to Date', kind: 'money', width: 16 },
    { header: 'Still to Come', kind: 'money', width: 16 },
    { header: 'Total Value', kind: 'money', width: 16 },
    { header: 'DPI', kind: 'text', width: 9 },
    { header: 'RVPI', kind: 'text', width: 9 },
    { header: 'TVPI', kind: 'text', width: 9 },
    { header: 'Yearly Rate (XIRR)', kind: 'percent', width: 18 },
    { header: 'Note', kind: 'text', width: 44 },
  ],
  rows: [returns ? returns.scenarios.map((scenario) => scenarioRow(returns, scenario)) : []],
});

function scenarioRow(
  returns: Returns,
  { scenario, toCome, totalValue, multiples, rate }: ScenarioReturns,
): Row {
  const multiple = (name: keyof typeof multiples) => multiples[name].toFixed(returns.places);
  return {
    cells: [
      SCENARIO_NAMES[scenario],
      returns.cost,
      returns.paid,
      toCome,
      totalValue,
      multiple('dpi'),
      multiple('rvpi'),
      multiple('tvpi'),
      rate.rate.kind === 'rate' ? rate.rate.percent : null,
      noteOf(rate),
    ],
  };
}

function noteOf(outcome: ScenarioReturns['rate']): string | null {
  if (outcome.rate.kind !== 'rate') return `No yearly rate: ${outcome.rate.kind}`;
  return outcome.kind === 'period'
    ? `Under a year: ${outcome.percent.toFixed(2)}% in ${outcome.days} days`
    : null;
}

const statuses = (returns: Returns | null): Sheet => ({
  name: 'Net balance by status',
  columns: [
    { header: 'Status', kind: 'text', width: 32 },
    { header: 'Deals', kind: 'count', width: 9 },
    { header: 'Net Balance', kind: 'money', width: 16 },
    { header: 'Part Expected', kind: 'percent', width: 14 },
    { header: 'Counted', kind: 'money', width: 16 },
  ],
  rows: [
    (returns?.recovered ?? []).map(({ status, dealCount, netBalance, percent, counted }) => ({
      cells: [
        status,
        dealCount,
        netBalance,
        percent === null ? null : rateFromUnits(BigInt(percent), 0),
        counted,
      ],
    })),
  ],
  total: () => [
    null,
    null,
    returns?.netBalance ?? 0n,
    null,
    (returns?.recovered ?? []).reduce((sum, { counted }) => sum + counted, 0n),
  ],
});

const flows = (name: string, days: readonly CashFlow[]): Sheet => ({
  name,
  columns: [
    { header: 'Date', kind: 'date', width: 13 },
    { header: 'Amount', kind: 'money', width: 16 },
  ],
  rows: [days.map(({ date, amount }) => ({ cells: [date, amount] }))],
  total: () => [null, days.reduce((sum, { amount }) => sum + amount, 0n)],
});
