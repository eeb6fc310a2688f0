import { parseArgs } from 'node:util';
import { calendarDate, isCalendarDate, lastOfMonth } from '../../shared/domain/calendar-date.ts';
import { findSyndicate } from '../identity/named-syndicate.ts';
import { describeDifference } from '../ledger/difference.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { compareKept, findChangedTexts, readFirstKept } from '../statements/check-statements.ts';
import {
  type AskedStatements,
  makeAskedStatements,
  makeDueStatements,
  readBatches,
} from '../statements/make-statements.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  oneOf,
  print,
  printStatus,
  requireTenant,
  UsageError,
  withDatabase,
} from './command.ts';

const OPTIONS = {
  tenant: { type: 'string' },
  month: { type: 'string' },
  year: { type: 'string' },
  syndicate: { type: 'string' },
} as const;

const EVERY = 20;
const tellProgress = (done: number, of: number) => {
  if (done % EVERY === 0) printStatus(`${formatCount(done)} of ${formatCount(of)} parts done`);
};

const makeCommand: Command = {
  about:
    'makes the statements that are due, or those of a month or year that is over; what is kept already stays, and gets a new version where the ledger says otherwise now',
  usage:
    'statements make --tenant <name> [--month <YYYY-MM> | --year <YYYY>] [--syndicate <abbreviation or id>]',
  async run(args) {
    const { values } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    await withDatabase(async (db) => {
      const { id: tenantId } = await requireTenant(db, values.tenant);
      const asked = await askedFor(db, tenantId, values);
      const { made, corrected, differing } = asked
        ? await makeAskedStatements(db, tenantId, asked, tellProgress)
        : await makeDueStatements(db, tenantId, tellProgress);
      await withTenant(db, tenantId, (tx) =>
        recordAudit(tx, {
          actorId: null,
          operator: commandLineOperator(),
          action: 'statements made by hand',
          subject: asked ? `statements of ${values.month ?? values.year}` : 'statements that were due',
          details: { made, corrected },
        }),
      );
      print(`${formatCount(made)} statements made, ${formatCount(corrected)} new versions.`);
      if (differing > 0)
        print(
          `None for ${formatCount(differing)} investors whose figures differ: see portal reconcile --tenant ${values.tenant}.`,
        );
    });
  },
};

async function askedFor(
  db: Database,
  tenantId: string,
  { month, year, syndicate }: { month?: string; year?: string; syndicate?: string },
): Promise<AskedStatements | null> {
  if (month !== undefined && year !== undefined) throw new UsageError('Either --month or --year.');
  if (month === undefined && year === undefined) {
    if (syndicate !== undefined) throw new UsageError('--syndicate goes with --month or --year.');
    return null;
  }
  const first = month === undefined ? `${year}-01-01` : `${month}-01`;
  if (!isCalendarDate(first))
    throw new UsageError(
      month === undefined
        ? '--year expects a year, such as 2026.'
        : '--month expects a month, such as 2026-10.',
    );
  const last = month === undefined ? calendarDate(`${year}-12-01`) : first;
  if (lastOfMonth(last) >= (await readToday(db)))
    throw new UsageError('A statement is made when its month or year is over.');
  const syndicateId =
    syndicate === undefined
      ? null
      : await withTenant(db, tenantId, (tx) => findSyndicate(tx, tenantId, syndicate), { readOnly: true });
  return { kind: month === undefined ? 'year' : 'month', months: { first, last }, syndicateId };
}

const verifyCommand: Command = {
  about: 'compares every kept statement with its hash, and the newest versions with what the ledger says now',
  usage: 'statements verify --tenant <name>',
  async run(args) {
    const { tenant } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: OPTIONS.tenant },
    }).values;
    await withDatabase(async (db) => {
      const { id: tenantId, name } = await requireTenant(db, tenant);
      const read = { readOnly: true, isSnapshot: true };
      const from = await withTenant(db, tenantId, (tx) => readFirstKept(tx, tenantId), read);
      const lines = (await withTenant(db, tenantId, (tx) => findChangedTexts(tx, tenantId), read)).map(
        describeDifference,
      );
      let due = 0;
      for (const syndicateIds of from ? await readBatches(db, tenantId) : []) {
        const found = await withTenant(
          db,
          tenantId,
          (tx) =>
            compareKept(tx, tenantId, syndicateIds, {
              from: from ?? calendarDate('0001-01-01'),
              comparedFrom: from ?? calendarDate('0001-01-01'),
            }),
          read,
        );
        due += found.filter(({ isExplained }) => isExplained).length;
        lines.push(
          ...found
            .filter(({ isExplained }) => !isExplained)
            .map(({ difference }) => describeDifference(difference)),
        );
      }
      for (const line of new Set(lines)) print(`${name}: ${line}`);
      if (due > 0) print(`${name}: ${formatCount(due)} statements get a new version with the next run.`);
      if (lines.length === 0) return print(`${name}: every statement is as it was made.`);
      process.exitCode = 1;
    });
  },
};

export const statementsCommand = oneOf('statements', { make: makeCommand, verify: verifyCommand });
