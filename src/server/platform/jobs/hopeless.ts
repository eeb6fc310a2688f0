import { NoResultError } from 'kysely';
import { Refusal } from '../errors.ts';
import { InvalidMailError } from '../integrations/mail.ts';

/** A payload that does not match its job. */
export class InvalidPayloadError extends Error {
  constructor(cause: unknown) {
    super('The payload does not match its job.', { cause });
    this.name = 'InvalidPayloadError';
  }
}

/** PostgreSQL's errors about a value (no text, no number, out of range), and about a row that is named and does not exist. */
const ABOUT_A_VALUE = /^(22...|23503)$/;

/**
 * Whether another try of the same job would end in the same way: what the payload holds or names cannot be used. A job is added
 * in the transaction that writes what it names, so a row that is missing does not come later.
 */
export function isHopeless(error: unknown): boolean {
  if (error instanceof InvalidPayloadError || error instanceof InvalidMailError) return true;
  if (error instanceof NoResultError || (error instanceof Refusal && error.code === 'not_found')) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && ABOUT_A_VALUE.test(code);
}
