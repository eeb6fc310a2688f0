import { bankDayFrom } from '../../shared/domain/bank-holidays.ts';
import { addDays, calendarDate, lastOfMonth, laterOf } from '../../shared/domain/calendar-date.ts';
import { statementNumber } from '../../shared/domain/statement-words.ts';
import type { StatementChange } from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import { type StatementFormat, statementFile } from './statement-file.ts';
import type { PrintedStatement } from './statement-paper.ts';
import { type Book, listStatements, readStatement } from './statements.queries.ts';

/** The statements of a syndicate as their list shows them, and when the next one comes. */
export async function readStatementList(tx: Tx, book: Book) {
  const { abbreviation, statementsFrom } = await readParties(tx, book);
  const changes = await readChanges(tx, book);
  const statements = await listStatements(tx, book);
  // A funder that begins with a later month has no statement of this one.
  const nextMonth = laterOf(await readToday(tx), calendarDate(statementsFrom));
  return {
    statements: statements.map(({ id, kind, periodStart: from, version, isNewest, madeAt, reason }) => ({
      statementId: id,
      kind,
      from,
      number: statementNumber(abbreviation, { kind, from }),
      version,
      isNewest,
      madeAt: madeAt.toISOString(),
      reason,
      changes: changes.get(id) ?? [],
    })),
    nextOn: bankDayFrom(addDays(lastOfMonth(nextMonth), 1)),
  };
}

/** One version as a file, with what is printed around its figures. */
export const readStatementFile = async (
  tx: Tx,
  book: Book,
  { statementId, format }: { statementId: bigint; format: StatementFormat },
): Promise<FileToSend> => statementFile(await readPrintedStatement(tx, book, statementId), format);

async function readPrintedStatement(tx: Tx, book: Book, statementId: bigint): Promise<PrintedStatement> {
  const statement = await readStatement(tx, { ...book, id: statementId });
  if (!statement) throw new Refusal('not_found');
  const { abbreviation, brandColor, accountingEmail } = await readParties(tx, book);
  const { figures, version, madeAt, sha256, reason, changes } = statement;
  const kept = { figures, version, madeAt, sha256, reason, changes };
  return { ...kept, abbreviation, brandColor, questionsTo: accountingEmail };
}

async function readParties(tx: Tx, { tenantId, syndicateId }: Book) {
  const parties = await tx
    .selectFrom('syndicates as syndicate')
    .innerJoin('tenants as tenant', 'tenant.id', 'syndicate.tenantId')
    .select([
      'syndicate.abbreviation',
      'tenant.brandColor',
      'tenant.accountingEmail',
      'tenant.statementsFrom',
    ])
    .where('syndicate.tenantId', '=', tenantId)
    .where('syndicate.id', '=', syndicateId)
    .executeTakeFirst();
  if (!parties) throw new Refusal('not_found');
  return parties;
}

/** Of the versions that replaced another. */
async function readChanges(tx: Tx, { tenantId, syndicateId }: Book): Promise<Map<bigint, StatementChange[]>> {
  const rows = await tx
    .selectFrom('statements')
    .select(['id', 'changes'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('version', '>', 1)
    .execute();
  return new Map(rows.map(({ id, changes }) => [id, changes as unknown as StatementChange[]]));
}
