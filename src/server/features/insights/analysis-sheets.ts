import { pointsOf } from '../../../shared/domain/cohort.ts';
import { partOf } from '../../../shared/domain/exposure.ts';
import { ratioPercent } from '../../../shared/domain/money.ts';
import { rateFromUnits } from '../../../shared/domain/rate.ts';
import { wholeOf } from '../../ledger/analysis/keep-analyses.ts';
import type { Analysis } from '../../ledger/analysis/stored-analysis.ts';
import type { Cell } from '../../platform/spreadsheet/values.ts';
import type { Limits } from './limits.queries.ts';
import type { PartSheets } from './part-sheets.ts';

/** A sheet for each kind of concentration. Each adds up to the net balance. */
export function concentrationSheets({ exposures, netBalance }: Analysis, limits: Limits): PartSheets {
  const percent = (balance: bigint) => rateFromUnits(BigInt(partOf(balance, netBalance)), 2);
  const sheets = exposures.map((exposure) => {
    const { kind, groups, others } = exposure;
    const limit = limits.get(kind) ?? null;
    const row = (name: string, balance: bigint, dealCount: number, ofLimit: Cell) => ({
      cells: [name, dealCount, balance, percent(balance), ofLimit],
    });
    return {
      name: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`,
      columns: [
        { header: 'Group', kind: 'text' as const, width: 36 },
        { header: 'Deals', kind: 'count' as const, width: 9 },
        { header: 'Net Balance', kind: 'money' as const, width: 16 },
        { header: 'Part', kind: 'percent' as const, width: 10 },
        { header: 'Your Limit', kind: 'percent' as const, width: 11 },
      ],
      rows: [
        groups.map(({ name, balance, dealCount }) => row(name ?? 'Not known', balance, dealCount, limit)),
        others.groupCount > 0
          ? [row(`${others.groupCount} others`, others.balance, others.dealCount, null)]
          : [],
      ],
      total: () => [null, null, wholeOf(exposure), null, null],
    };
  });
  return { sheets, rowCount: exposures.reduce((count, { groups }) => count + groups.length + 1, 0) };
}

/** The quarters, and what each has paid by the age of its deals. */
export function cohortSheets({ cohorts, asOf }: Analysis): PartSheets {
  const points = cohorts.map((cohort) => ({ ...cohort, points: pointsOf(cohort, asOf) }));
  const quarters = {
    name: 'Cohorts',
    columns: [
      { header: 'Quarter From', kind: 'date' as const, width: 13 },
      { header: 'Deals', kind: 'count' as const, width: 9 },
      { header: 'Cost', kind: 'money' as const, width: 16 },
      { header: 'Net Paid', kind: 'money' as const, width: 16 },
      { header: 'Net Paid / Cost', kind: 'percent' as const, width: 16 },
    ],
    rows: [
      cohorts.map(({ quarter, dealCount, cost, netPaid }) => ({
        cells: [quarter, dealCount, cost, netPaid, cost === 0n ? null : ratioPercent(netPaid, cost)],
      })),
    ],
    total: () => [
      null,
      cohorts.reduce((sum, { dealCount }) => sum + dealCount, 0),
      cohorts.reduce((sum, { cost }) => sum + cost, 0n),
      cohorts.reduce((sum, { netPaid }) => sum + netPaid, 0n),
      null,
    ],
  };
  const months = {
    name: 'By month of age',
    columns: [
      { header: 'Quarter From', kind: 'date' as const, width: 13 },
      { header: 'Months', kind: 'count' as const, width: 9 },
      { header: 'Net Paid by Then', kind: 'money' as const, width: 18 },
      { header: 'Of Cost', kind: 'percent' as const, width: 10 },
    ],
    rows: points.map(({ quarter, cost, points: ofQuarter }) =>
      ofQuarter.map(({ month, netPaid }) => ({
        cells: [quarter, month, netPaid, cost === 0n ? null : ratioPercent(netPaid, cost)],
      })),
    ),
  };
  const rowCount = points.reduce((count, cohort) => count + 1 + cohort.points.length, 0);
  return { sheets: [quarters, months], rowCount };
}
