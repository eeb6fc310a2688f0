import { beginningOf } from '../../../shared/domain/beginning-of.ts';
import type { AuditEvent } from './audit.ts';

type Value =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | readonly (string | number)[]
  | ReadonlySet<string>;

/** Of a long text, such as a note, the trail keeps the beginning. */
const MAX_LENGTH = 500;

/**
 * The details of a change: for each field that differs its old and its new value, as `oldCity` and `newCity`. Never give it a
 * password, a token or a bank number.
 */
export function changesBetween<F extends string>(
  before: Readonly<Record<NoInfer<F>, Value>>,
  after: Readonly<Record<F, Value>>,
): NonNullable<AuditEvent['details']> {
  const details: NonNullable<AuditEvent['details']> = {};
  for (const field of Object.keys(after) as F[]) {
    const [old, now] = [written(before[field]), written(after[field])];
    if (old === now) continue;
    const name = `${field[0]?.toUpperCase()}${field.slice(1)}`;
    details[`old${name}`] = shortened(old);
    details[`new${name}`] = shortened(now);
  }
  return details;
}

/** What was not there is written as nothing. Lists and sets are written in one order. */
function written(value: Value): string | number | boolean {
  if (value === null || value === undefined) return '';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object') return [...value].toSorted().join(', ');
  return value;
}

const shortened = <T>(value: T) => (typeof value === 'string' ? beginningOf(value, MAX_LENGTH) : value);
