import { Refusal } from '../errors.ts';

/** What the database says about a tenant that is being moved, or was: see the migration of tenant moves. */
const MOVING = 'PT503';
const MOVED = 'PT421';

/** Shorter than a move usually lasts, so that whoever waits goes on soon after it. */
const RETRY_SECONDS = 3;

/** The refusal that an error of the database stands for; null for every other error. */
export function movingRefusalOf(error: unknown): Refusal | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === MOVING) return new Refusal('tenant_moving', { retryAfterSeconds: RETRY_SECONDS });
  if (code === MOVED) return new Refusal('tenant_moved', { retryAfterSeconds: RETRY_SECONDS });
  return null;
}
