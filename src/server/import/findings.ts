import type { Problem } from '../platform/records/problem.ts';
import type { RowPlace } from './changed-rows.ts';
import { createGroups, type Group } from './groups.ts';
import type { FieldChange } from './kind.ts';
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
  /** Of the new, changed and unchanged rows, those that look wrong. */
  warned: number;
}

export interface FoundProblem extends Problem {
  file: string;
  outcome: 'bad' | 'refused' | 'warned';
}

export interface FoundChange extends FieldChange, RowPlace {}

export interface KindReport {
  kind: Source['kind'];
  file: string;
  counts: RowCounts;
  /** At most the first thousand of each. */
  problems: FoundProblem[];
  warnings: FoundProblem[];
  changes: FoundChange[];
  /** All of them, the same fault of many rows and the changes of one column together. */
  problemGroups: Group<FoundProblem>[];
  changeGroups: Group<FoundChange>[];
}

export const MAX_PROBLEMS = 1_000;

export interface Listeners {
  onProblem?: ((problem: FoundProblem) => void) | undefined;
  onChange?: ((change: FoundChange) => void) | undefined;
}

export type Findings = ReturnType<typeof createFindings>;

/**
 * Collects the results of an import: counts every row, keeps a limited number of problems and changes, and reports each as it
 * is found.
 */
export function createFindings({ onProblem, onChange }: Listeners = {}) {
  const reports = new Map<Source, ReturnType<typeof createReport>>();
  let isUnreadable = false;

  function reportOf(source: Source) {
    const report = reports.get(source) ?? createReport(source);
    reports.set(source, report);
    return report;
  }

  /** Adds the problems of one row. */
  function add(source: Source, outcome: FoundProblem['outcome'], problems: readonly Problem[]): void {
    const report = reportOf(source);
    report.counts[outcome] += 1;
    const kept = outcome === 'warned' ? report.warnings : report.problems;
    for (const problem of problems.map(shortened)) {
      const found = {
        file: source.name,
        outcome,
        ...(hasBankNumbers(source.kind) ? masked(problem) : problem),
      };
      if (kept.length < MAX_PROBLEMS) kept.push(found);
      report.problemGroups.add(`${outcome} ${found.column} ${found.reason.replaceAll(/\d+/g, '0')}`, found);
      onProblem?.(found);
    }
  }

  return {
    count: (source: Source, outcome: 'new' | 'unchanged', by = 1) => {
      reportOf(source).counts[outcome] += by;
    },
    changed(source: Source, place: RowPlace, changes: readonly FieldChange[]): void {
      const report = reportOf(source);
      report.counts.changed += 1;
      for (const change of changes) {
        const found = { ...place, ...change };
        if (report.changes.length < MAX_PROBLEMS) report.changes.push(found);
        report.changeGroups.add(change.field, found);
        onChange?.(found);
      }
    },
    bad: (source: Source, ...problems: readonly Problem[]) => add(source, 'bad', problems),
    refused: (source: Source, ...problems: readonly Problem[]) => add(source, 'refused', problems),
    /** The row is imported, but looks wrong. */
    warned: (source: Source, ...problems: readonly Problem[]) => add(source, 'warned', problems),
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
        problemGroups: report.problemGroups.all(),
        changeGroups: report.changeGroups.all(),
      })),
    /** Adds an empty report, because a file may have no rows. */
    open: (source: Source) => void reportOf(source),
  };
}

/** The beginning of a value is enough to find it by. */
const MAX_VALUE_LENGTH = 100;

const shortened = (problem: Problem): Problem => ({
  ...problem,
  ...(problem.value !== undefined && { value: problem.value.slice(0, MAX_VALUE_LENGTH) }),
});

const createReport = ({ kind, name }: Source) => ({
  kind,
  file: name,
  counts: { new: 0, changed: 0, unchanged: 0, refused: 0, bad: 0, warned: 0 },
  problems: [] as FoundProblem[],
  warnings: [] as FoundProblem[],
  changes: [] as FoundChange[],
  problemGroups: createGroups<FoundProblem>(),
  changeGroups: createGroups<FoundChange>(),
});

/**
 * When columns are in the wrong order or the header is missing, bank numbers can appear in place of names, and messages
 * quote names. The value itself is never told.
 */
const masked = ({ line, column, reason }: Problem): Problem => ({
  line,
  column: withoutNumbers(column),
  reason: withoutNumbers(reason),
});

const withoutNumbers = (text: string) => text.replaceAll(/\d(?:[\s-]?\d){4,}/g, '•••••');
