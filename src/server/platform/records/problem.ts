/** What is wrong with a line of a file, in words for whoever wrote it. */
export interface Problem {
  line: number;
  /** Empty where the line as a whole is meant. */
  column: string;
  reason: string;
}

/** The rest of the file cannot be read, so nobody knows what it says. */
export class UnreadableError extends Error {
  readonly problems: readonly Problem[];

  constructor(...problems: Problem[]) {
    super(problems.map(({ line, column, reason }) => `${line}: ${column} ${reason}`).join('; '));
    this.name = 'UnreadableError';
    this.problems = problems;
  }
}
