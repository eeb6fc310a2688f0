/** A place where stored figures do not agree with the figures they are derived from. */
export interface Difference {
  /** What was compared: a table, a figure on a screen, a column of an export. */
  where: string;
  key: Record<string, unknown>;
  /** Null when the row should not exist. */
  expected: Record<string, unknown> | null;
  /** Null when the row is missing. */
  actual: Record<string, unknown> | null;
}

/** A statement that has nothing in common with the ledger has hundreds. */
const MOST_NAMED = 6;

/** 'syndicate_totals, syndicate_id 7: net_pay_cents is 101, should be 100' */
export function describeDifference({ where, key, expected, actual }: Difference): string {
  const place = [where, ...Object.entries(key).map(([name, value]) => `${name} ${value}`)].join(', ');
  if (expected === null) return `${place}: should not be there`;
  if (actual === null) return `${place}: is missing`;
  const wrong = Object.keys(expected).filter((name) => expected[name] !== actual[name]);
  const named = wrong
    .slice(0, MOST_NAMED)
    .map((name) => `${name} is ${actual[name]}, should be ${expected[name]}`);
  const more = wrong.length - named.length;
  return `${place}: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}`;
}
