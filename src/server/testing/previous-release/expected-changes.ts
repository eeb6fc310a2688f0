import type { Database } from '../../platform/db/database.ts';

/** Tables whose rows a migration since the release changes or removes, each with the reason. */
export const CHANGED_ON_PURPOSE: Readonly<Record<string, string>> = {};

/** By migration since the release: looks, in a database of that release that has been migrated, whether what it filled in is right. */
export const BACKFILL_CHECKS: Readonly<Record<string, (owner: Database) => Promise<void>>> = {};
