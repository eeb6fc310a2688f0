const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };
const SETS = /(?:^|; ?)set (local )?statement_timeout = '?(\d+)(ms|s|min|h)?'?(?=;|$)/;
const RESETS = 'reset statement_timeout';

interface SaidLimit {
  /** Until the end of the transaction. */
  isLocal: boolean;
  /** Undefined when the role's own limit is in force again. */
  milliseconds: number | undefined;
}

/** What a statement says about how long the next ones may take; null if it says nothing about it. */
export function limitOf(text: string): SaidLimit | null {
  if (text === RESETS) return { isLocal: false, milliseconds: undefined };
  const found = SETS.exec(text);
  if (!found) return null;
  const [, local, count, unit = 'ms'] = found;
  return { isLocal: local !== undefined, milliseconds: Number(count) * (UNITS[unit] ?? 1) };
}

/** PostgreSQL answers within its own limit that it has canceled a statement; a server that says nothing after that is gone. */
const GRACE_MS = 5_000;
/** The longest that a timer of Node can wait. */
const FOREVER_MS = 2 ** 31 - 1;

/** The driver's option for a statement with this limit. PostgreSQL takes 0 for none. */
export const patienceFor = (limit: number | undefined): { query_timeout?: number } =>
  limit === undefined ? {} : { query_timeout: limit === 0 ? FOREVER_MS : limit + GRACE_MS };
