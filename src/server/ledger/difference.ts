/** A place where the book does not agree with itself. */
export interface Difference {
  /** What was looked at: a table, a screen's figure, an export's column. */
  where: string;
  key: Record<string, unknown>;
  /** Null: it should not be there. */
  expected: Record<string, unknown> | null;
  /** Null: it is missing. */
  actual: Record<string, unknown> | null;
}

/** 'syndicate_totals, syndicate_id 7: net_pay_cents is 101, should be 100' */
export function describeDifference({ where, key, expected, actual }: Difference): string {
  const place = [where, ...Object.entries(key).map(([name, value]) => `${name} ${value}`)].join(', ');
  if (expected === null) return `${place}: should not be there`;
  if (actual === null) return `${place}: is missing`;
  const wrong = Object.keys(expected).filter((name) => expected[name] !== actual[name]);
  return `${place}: ${wrong.map((name) => `${name} is ${actual[name]}, should be ${expected[name]}`).join('; ')}`;
}
