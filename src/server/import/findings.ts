import type { Problem } from '../platform/records/problem.ts';
import { hidesNumbers } from './kinds/all.ts';
import type { Source } from './source.ts';

/** Of rows. */
export interface Counts {
  new: number;
  changed: number;
  unchanged: number;
  /** There before, and told with values that may not change; or refused by the ledger. */
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
  counts: Counts;
  /** The first of them, when there are many. */
  problems: FoundProblem[];
}

export const MOST_PROBLEMS = 1_000;

export type Findings = ReturnType<typeof createFindings>;

/** What an import has found so far: counted all, remembered as many as somebody would read, and each told once as it comes. */
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

  /** The problems of one row. */
  function add(source: Source, outcome: 'bad' | 'refused', problems: readonly Problem[]): void {
    const report = reportOf(source);
    report.counts[outcome] += 1;
    for (const problem of problems) {
      const found = {
        file: source.name,
        outcome,
        ...(hidesNumbers(source.kind) ? masked(problem) : problem),
      };
      if (report.problems.length < MOST_PROBLEMS) report.problems.push(found);
      onProblem(found);
    }
  }

  return {
    count: (source: Source, outcome: 'new' | 'changed' | 'unchanged', by = 1) => {
      reportOf(source).counts[outcome] += by;
    },
    bad: (source: Source, ...problems: readonly Problem[]) => add(source, 'bad', problems),
    refused: (source: Source, ...problems: readonly Problem[]) => add(source, 'refused', problems),
    /** Nobody knows what the rest of the file says, so leaving out its bad rows is no way to go on. */
    unreadable: (source: Source, ...problems: readonly Problem[]) => {
      isUnreadable = true;
      add(source, 'bad', problems);
    },
    isUnreadable: () => isUnreadable,
    total: (outcome: keyof Counts) =>
      [...reports.values()].reduce((sum, { counts }) => sum + counts[outcome], 0),
    reports: (): KindReport[] =>
      [...reports.values()].map((report) => ({
        ...report,
        problems: report.problems.toSorted((one, other) => one.line - other.line),
      })),
    /** A file may have no row at all. */
    open: (source: Source) => void reportOf(source),
  };
}

/** A row in the wrong order, or without a header, has its numbers where a name is expected, and names are quoted. */
const masked = ({ line, column, reason }: Problem): Problem => ({
  line,
  column: withoutNumbers(column),
  reason: withoutNumbers(reason),
});

const withoutNumbers = (text: string) => text.replaceAll(/\d(?:[\s-]?\d){4,}/g, '•••••');
