/** What is wrong with a line of a file, with a message for the file's author. */
export interface Problem {
  line: number;
  /** Empty when the problem concerns the whole line. */
  column: string;
  reason: string;
  /** What the column holds, for messages that show it. */
  value?: string | undefined;
}

/** The rest of the file cannot be parsed, so its content is unknown. */
export class UnreadableError extends Error {
  readonly problems: readonly Problem[];

  constructor(...problems: Problem[]) {
    super(problems.map(({ line, column, reason }) => `${line}: ${column} ${reason}`).join('; '));
    this.name = 'UnreadableError';
    this.problems = problems;
  }
}
