import { type Database, openDatabase } from '../db/database.ts';
import { isTenantId } from '../db/transactions.ts';

/** What the operator typed is not a command: the message says what is. */
export class UsageError extends Error {}

export interface Command {
  usage: string;
  run(args: readonly string[]): Promise<void>;
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Work that takes as long as it takes, on a connection of its own. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new UsageError('DATABASE_URL is not set.');
  const db = openDatabase(url, { maxConnections: 2, statementTimeout: 30 * 60_000 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export function requireTenant(tenant: string | undefined): string {
  if (tenant === undefined || !isTenantId(tenant)) throw new UsageError('--tenant takes the id of a tenant.');
  return tenant;
}
