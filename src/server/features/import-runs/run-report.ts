import {
  isCount,
  RUN_FIGURES,
  type RunFigure,
  SHEET_FIELDS,
  type SheetKind,
} from '../../../shared/domain/import-runs.ts';
import { parseMoney } from '../../../shared/domain/money.ts';
import type { ImportReport } from '../../import/import-book.ts';
import type { MappedBook, MappedFile } from '../../import/mapping/map-book.ts';
import { placeOf } from '../../import/mapping/mapping-work.ts';
import type { RunPlan } from '../../import/mapping/plan.ts';
import { isOpen, type RunProblem } from '../../import/mapping/problems.ts';
import { TOUCHES_NOTHING, type Touched } from '../../import/touched.ts';
import { type Rehearsal, wordsOfFailure } from './rehearse-run.ts';

interface KindCounts {
  kind: string;
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  bad: number;
}

interface RunChange {
  kind: string;
  line: number;
  externalId: string;
  field: string;
  before: string;
  after: string;
}

interface RunTotal {
  figure: RunFigure;
  given: string | null;
  computed: string;
}

/** What checking a run has found. It is stored as it is. */
export interface RunReport {
  files: MappedFile[];
  counts: KindCounts[];
  problems: RunProblem[];
  changes: RunChange[];
  totals: RunTotal[];
  touched: Touched;
  /** Null where it was not tried, because something of it was wrong. */
  rehearsal: Rehearsal | null;
  blocker: string | null;
  /** What the files were read as. What earlier releases have checked does not have it. */
  fingerprint?: string;
}

export const EMPTY_REPORT: RunReport = {
  files: [],
  counts: [],
  problems: [],
  changes: [],
  totals: [],
  touched: TOUCHES_NOTHING,
  rehearsal: null,
  blocker: null,
};

const MAX_CHANGES = 1_000;

export function reportOf(
  book: MappedBook,
  report: ImportReport,
  plan: RunPlan,
  rehearsal: Rehearsal | null = null,
): RunReport {
  const { problems, files, fileNames, fingerprint } = book;
  for (const { kind, problemGroups } of report.files)
    for (const { count, first } of problemGroups) {
      const [example] = first;
      if (!example) continue;
      const { fileIndex } = placeOf(example.line);
      const fileName = fileNames.get(kind)?.[fileIndex] ?? example.file;
      const { column: field, reason, outcome } = example;
      const shown = first.slice(0, count);
      const about = { kind, fileName, field, reason, outcome };
      for (const [index, { line, value }] of shown.entries())
        problems.add({
          ...about,
          line: placeOf(line).line,
          value,
          count: index === 0 ? count - shown.length + 1 : 1,
        });
    }
  const found = problems.all();
  const totals = totalsOf(book.figures, plan);
  return {
    files,
    counts: report.files.map(({ kind, counts: { warned: _, ...counts } }) => ({ kind, ...counts })),
    problems: found,
    changes: report.files
      .flatMap(({ kind, changes }) =>
        changes.map(({ line, externalId, field, before, after }) => ({
          ...{ kind, externalId, field, before, after },
          line: placeOf(line).line,
        })),
      )
      .slice(0, MAX_CHANGES),
    totals,
    touched: report.touched,
    rehearsal,
    fingerprint,
    blocker: blockerOf(files, found, totals, report) ?? wordsOfFailure(rehearsal),
  };
}

const labelOf = ({ kind, field }: RunProblem): string =>
  SHEET_FIELDS[kind as SheetKind]?.[field]?.label ?? field;

function totalsOf(figures: MappedBook['figures'], { totals }: RunPlan): RunTotal[] {
  return RUN_FIGURES.map((figure) => ({
    figure,
    given: totals.find((total) => total.figure === figure)?.amount ?? null,
    computed: figures[figure],
  }));
}

const isSameTotal = ({ figure, given, computed }: RunTotal): boolean =>
  given === null ||
  (isCount(figure) ? Number(given) === Number(computed) : parseMoney(given) === parseMoney(computed));

/** The first thing that has to be done before it can be imported. */
function blockerOf(
  files: readonly MappedFile[],
  problems: readonly RunProblem[],
  totals: readonly RunTotal[],
  { files: reports }: ImportReport,
): string | null {
  if (!files.some(({ kind }) => kind !== null)) return 'Say what the rows of a file are';
  const open = problems.find(isOpen);
  if (open) {
    const [value] = open.values;
    const rows = `${open.count.toLocaleString('en-US')} row${open.count === 1 ? '' : 's'}`;
    // Of what is missing, the value only says for whom.
    const isMissing = open.fix === 'constant' || open.fix === 'each';
    const subject = value?.value && !isMissing ? `“${value.value}”` : labelOf(open);
    return `${subject} ${open.reason} (${rows})`.trim();
  }
  const other = totals.find((total) => !isSameTotal(total));
  if (other)
    return `The control total of ${other.figure} is ${other.given}, and the files come to ${other.computed}`;
  const work = reports.reduce((sum, { counts }) => sum + counts.new + counts.changed, 0);
  return work === 0 ? 'Everything in these files is in the book already' : null;
}

/**
 * What was not imported although the check had said nothing of it, because the book has changed since; null if there is nothing. Of an import
 * that was taken up again all rows but payments are in, whatever their file says to the book by now.
 */
export function missedWords(checked: RunReport, done: RunReport, hasBegun: boolean): string | null {
  const known = new Map(checked.problems.map(({ key, count }) => [key, count]));
  const missed = done.problems.filter(
    ({ key, kind, outcome, isLeftOut, count }) =>
      (!hasBegun || kind === 'payments') &&
      outcome !== 'warned' &&
      !isLeftOut &&
      count > (known.get(key) ?? 0),
  );
  if (missed.length === 0) return null;
  return `Not all of it was imported, because the book has changed since the check: ${missed.map(wordsOf).join('; ')}.`;
}

const wordsOf = ({ kind, field, reason, count, values: [first] }: RunProblem): string =>
  `${count} of ${kind}: ${field} ${reason}${first?.value ? ` (“${first.value}”)` : ''}`;
