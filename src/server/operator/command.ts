import { userInfo } from 'node:os';
import { type CalendarDate, isCalendarDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, parseMoney } from '../../shared/domain/money.ts';
import type { CommandLine } from '../platform/audit/operator.ts';
import { type Database, openDatabase, type Tx } from '../platform/db/database.ts';
import { findTenant, listTenants, type Tenant } from '../platform/db/tenants.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { readDatabaseUrl } from '../platform/settings/env.ts';
import { actingPerson, isPersonNamed, requireActingPerson } from './acting-person.ts';

/** The command line is invalid. The message says what is expected. */
export class UsageError extends Error {}

export interface Command {
  /** What the command does, in one line. */
  about: string;
  /** One line for each form of the command. */
  usage: string | readonly string[];
  /** It is about the whole installation and not about a tenant, so nobody of a tenant's staff can be named. */
  isOfPlatform?: true;
  run(args: readonly string[]): Promise<void>;
}

/** A command that does one of several things, by its first word. */
export const oneOf = (name: string, words: Readonly<Record<string, Command>>): Command => ({
  about: Object.values(words)
    .map(({ about }) => about)
    .join('; '),
  usage: Object.values(words).flatMap(({ usage }) => usage),
  run(args) {
    const command = words[args[0] ?? ''];
    if (!command) throw new UsageError(`${name} expects one of ${Object.keys(words).join(', ')}.`);
    return command.run(args);
  },
});

/** Of more tenants than this, a message names the first ones. */
const MAX_LISTED = 20;

/** '1,250' */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Prints to standard error, so that scripts can read standard output alone. */
export const printStatus = (text: string): void => void process.stderr.write(`${text}\n`);

/** Runs work with a connection of its own and without the time limits of requests. */
export async function withDatabase<T>(
  work: (db: Database) => Promise<T>,
  { maxConnections = 2 } = {},
): Promise<T> {
  const db = openDatabase(readDatabaseUrl(), {
    maxConnections,
    statementTimeout: 30 * 60_000,
    needsSession: true,
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The operating system's user who ran the command, and the person whom it was run for, for the audit trail. */
export const commandLineOperator = (): CommandLine => ({
  ...machineOperator(),
  person: actingPerson() ?? undefined,
});

/** Without a person, for what is done to the whole installation or to a tenant that has no staff yet. */
export const machineOperator = (): CommandLine => ({
  via: 'command line',
  name: userInfo().username,
  sudoUser: process.env['SUDO_USER'] || undefined,
});

/** One transaction in the tenant with this short name. */
export const inTenant = <T>(
  slug: string | undefined,
  work: (tx: Tx, tenantId: string) => Promise<T>,
): Promise<T> =>
  withDatabase(async (db) => {
    const { id } = await requireTenant(db, slug);
    return withTenant(db, id, (tx) => work(tx, id));
  });

export function requireText(option: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new UsageError(`${option} is missing.`);
  return text.trim();
}

export function requireNumber(
  option: string,
  text: string | undefined,
  { from = 0, to = Number.MAX_SAFE_INTEGER } = {},
): bigint {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new UsageError(`${option} expects a number.`);
  const number = BigInt(text);
  if (number < from || number > to) throw new UsageError(`${option} expects a number from ${from} to ${to}.`);
  return number;
}

/** An amount as it is typed; anything else is refused with these words. */
export function parseAmount(text: string, words: string): Cents {
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(text)) throw new UsageError(words);
  return parseMoney(text);
}

/** A day such as 2026-11-16; undefined when the option is absent. */
export function parseDay(option: string, text: string | undefined): CalendarDate | undefined {
  if (text === undefined || isCalendarDate(text)) return text;
  throw new UsageError(`${option} expects a day, such as 2026-11-16.`);
}

/** 'on' or 'off' as a boolean; undefined when the option is absent. */
export function parseSwitch(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === 'on' || text === 'off')
    return text === undefined ? undefined : text === 'on';
  throw new UsageError(`${option} expects on or off.`);
}

/** The single argument of a command that takes exactly one. */
export function requireOneArgument(words: string, positionals: readonly string[]): string {
  const [only, ...more] = positionals;
  if (only === undefined || more.length > 0) throw new UsageError(`${words}.`);
  return only;
}

/**
 * The tenant with this short name, or all tenants when the option is absent. For all of them nobody has to be named, and whoever is
 * named must be on the staff of each.
 */
export async function selectedTenants(db: Database, slug: string | undefined): Promise<Tenant[]> {
  if (slug !== undefined) return [await requireTenant(db, slug)];
  const all = await listTenants(db);
  if (isPersonNamed()) for (const tenant of all) await requireActingPerson(db, tenant);
  return all;
}

/** Refuses options that belong to another subcommand. Ignoring them would look as if they had been applied. */
export function refuseOtherOptions(words: string, given: object, taken: readonly string[]): void {
  const other = Object.keys(given).find((option) => option !== 'tenant' && !taken.includes(option));
  if (other !== undefined) throw new UsageError(`${words} takes no --${other}.`);
}

/** The tenant with this short name. A person whom the command names must be on its staff. */
export async function requireTenant(db: Database, slug: string | undefined): Promise<Tenant> {
  const tenant = slug === undefined ? null : await findTenant(db, slug);
  if (tenant) {
    await requireActingPerson(db, tenant);
    return tenant;
  }
  const known = await listTenants(db);
  const some = known.slice(0, MAX_LISTED).map((candidate) => candidate.slug);
  if (known.length > some.length) some.push('…');
  throw new UsageError(
    `--tenant expects the short name of a tenant: ${some.join(', ') || 'there is none yet'}.`,
  );
}
