import { type Database, openDatabase } from '../db/database.ts';
import { listTenants, type Tenant } from '../db/tenants.ts';
import { readDatabaseUrl } from '../env.ts';

/** What the operator typed is not a command: the message says what is. */
export class UsageError extends Error {}

export interface Command {
  usage: string;
  run(args: readonly string[]): Promise<void>;
}

/** '1,250' */
export const grouped = (count: number): string => count.toLocaleString('en-US');

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Work that takes as long as it takes, on a connection of its own. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(readDatabaseUrl(), { maxConnections: 2, statementTimeout: 30 * 60_000 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The tenant of that short name. */
export async function requireTenant(db: Database, slug: string | undefined): Promise<Tenant> {
  const tenants = await listTenants(db);
  const tenant = tenants.find((candidate) => candidate.slug === slug);
  if (tenant) return tenant;
  const known = tenants.map((candidate) => candidate.slug).join(', ');
  throw new UsageError(`--tenant takes the short name of a tenant: ${known || 'there is none yet'}.`);
}
