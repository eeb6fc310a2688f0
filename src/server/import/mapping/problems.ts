import type { ProblemFix } from '../../../shared/domain/import-runs.ts';

export interface ProblemValue {
  value: string;
  count: number;
  lines: number[];
  /** Meanings that it is likely to have: investors with a name like it, or the address that it has and shares. */
  suggested: string[] | undefined;
  /** What is wrong with this one, as a sentence. */
  about: string | undefined;
}

/** What is wrong alike with many rows, put right once. */
export interface RunProblem {
  key: string;
  kind: string;
  fileName: string;
  field: string;
  reason: string;
  outcome: 'bad' | 'refused' | 'warned';
  fix: ProblemFix | null;
  /** What earlier releases have checked does not say it. */
  isNamesake: boolean | undefined;
  count: number;
  isLeftOut: boolean;
  values: ProblemValue[];
}

interface FoundProblem {
  kind: string;
  fileName: string;
  field: string;
  reason: string;
  line: number;
  value?: string | undefined;
  suggested?: string[] | undefined;
  about?: string | undefined;
  fix?: ProblemFix | null;
  isNamesake?: boolean;
  outcome?: RunProblem['outcome'];
  /** How many rows it stands for. */
  count?: number;
}

/** Nothing is imported before its rows are put right or left out. */
export const isOpen = ({ outcome, isLeftOut }: Pick<RunProblem, 'outcome' | 'isLeftOut'>): boolean =>
  outcome === 'bad' && !isLeftOut;

const MAX_VALUES = 100;
const MAX_LINES = 20;
const MAX_VALUE_LENGTH = 100;

export type Problems = ReturnType<typeof createProblems>;

/** Gathers problems by kind, field and reason, with the values that they are about. */
export function createProblems(leftOut: readonly string[]) {
  const known = new Set(leftOut);
  const byKey = new Map<string, RunProblem>();
  return {
    add({ line, value = '', suggested, about: aboutValue, count = 1, ...found }: FoundProblem): void {
      const { fix = null, isNamesake = false, outcome = 'bad', ...about } = found;
      const key = `${about.kind} ${about.field} ${about.reason.replaceAll(/\d+/g, '0')}`.slice(0, 300);
      const problem = byKey.get(key) ?? {
        ...{ key, ...about, outcome, fix, isNamesake, count: 0 },
        isLeftOut: known.has(key),
        values: [],
      };
      byKey.set(key, problem);
      problem.count += count;
      noteValue(
        problem,
        { value: value.slice(0, MAX_VALUE_LENGTH), suggested, about: aboutValue },
        line,
        count,
      );
    },
    all: () => [...byKey.values()],
  };
}

function noteValue(
  { values }: RunProblem,
  found: Pick<ProblemValue, 'value' | 'suggested' | 'about'>,
  line: number,
  count: number,
): void {
  const known = values.find((entry) => entry.value === found.value);
  if (known) {
    known.count += count;
    if (known.lines.length < MAX_LINES) known.lines.push(line);
  } else if (values.length < MAX_VALUES) values.push({ ...found, count, lines: [line] });
}
