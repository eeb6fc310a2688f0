import type { Problem } from '../platform/records/problem.ts';
import { hasBankNumbers } from './kinds/all.ts';
import type { Source } from './source.ts';

/** The number of rows with each outcome. */
export interface RowCounts {
  new: number;
  changed: number;
  unchanged: number;
  /** Rows that exist and were re-imported with values that may not change, and payments that the ledger refused. */
  refused: number;
  bad: number;
}

export interface FoundProblem extends Problem {
  file: string;
  outcome: 'bad' | 'refused';
}

export interface KindReport {
  kind: Source['kind'];
  file: string;
  counts: RowCounts;
  /** At most the first thousand. */
  problems: FoundProblem[];
}

export const MAX_PROBLEMS = 1_000;

export type Findings = ReturnType<typeof createFindings>;

/**
 * Collects the results of an import: counts every row, keeps a limited number of problems, and reports each problem as it
 * is found.
 */
export function createFindings(onProblem: (problem: FoundProblem) => void = () => undefined) {
  const reports = new Map<Source, KindReport>();
  let isUnreadable = false;

  function reportOf(source: Source): KindReport {
    const report = reports.get(source) ?? {
      kind: source.kind,
      file: source.name,
      counts: { new: 0, changed: 0, unchanged: 0, refused: 0, bad: 0 },
      problems: [],
    };
    reports.set(source, report);
    return report;
  }

  /** Adds the problems of one row. */
  function add(source: Source, outcome: 'bad' | 'refused', problems: readonly Problem[]): void {
    const report = reportOf(source);
    report.counts[outcome] += 1;
    for (const problem of problems) {
      const found = {
        file: source.name,
        outcome,
        ...(hasBankNumbers(source.kind) ? masked(problem) : problem),
      };
      if (report.problems.length < MAX_PROBLEMS) report.problems.push(found);
      onProblem(found);
    }
  }

  return {
    count: (source: Source, outcome: 'new' | 'changed' | 'unchanged', by = 1) => {
      reportOf(source).counts[outcome] += by;
    },
    bad: (source: Source, ...problems: readonly Problem[]) => add(source, 'bad', problems),
    refused: (source: Source, ...problems: readonly Problem[]) => add(source, 'refused', problems),
    /** The rest of the file could not be read, so the import cannot continue by skipping bad rows. */
    unreadable: (source: Source, ...problems: readonly Problem[]) => {
      isUnreadable = true;
      add(source, 'bad', problems);
    },
    isUnreadable: () => isUnreadable,
    total: (outcome: keyof RowCounts) =>
      [...reports.values()].reduce((sum, { counts }) => sum + counts[outcome], 0),
    reports: (): KindReport[] =>
      [...reports.values()].map((report) => ({
        ...report,
        problems: report.problems.toSorted((one, other) => one.line - other.line),
      })),
    /** Adds an empty report, because a file may have no rows. */
    open: (source: Source) => void reportOf(source),
  };
}

/**
 * When columns are in the wrong order or the header is missing, bank numbers can appear in place of names, and messages
 * quote names.
 */
const masked = ({ line, column, reason }: Problem): Problem => ({
  line,
  column: withoutNumbers(column),
  reason: withoutNumbers(reason),
});

const withoutNumbers = (text: string) => text.replaceAll(/\d(?:[\s-]?\d){4,}/g, '•••••');
