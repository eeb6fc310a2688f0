import type { Database } from '../../platform/db/database.ts';

/** The tables whose rows are changed or removed by a migration since the release, each with the reason. */
export const CHANGED_ON_PURPOSE: Readonly<Record<string, string>> = {};

/**
 * For each migration since the release, a check on a migrated database of that release that the values it filled in are right.
 */
export const BACKFILL_CHECKS: Readonly<Record<string, (owner: Database) => Promise<void>>> = {};
