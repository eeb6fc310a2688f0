import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { StatementChange, StatementFigures, StatementKind } from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { figuresFrom } from './kept-figures.ts';

export interface Book {
  tenantId: string;
  syndicateId: bigint;
}

export interface ListedStatement {
  id: bigint;
  kind: StatementKind;
  /** The first day of the month or year. */
  periodStart: CalendarDate;
  version: number;
  /** Whether no later version has taken its place. */
  isNewest: boolean;
  madeAt: Date;
  sha256: string;
  /** Why there is another version, in words; empty for the first one. */
  reason: string;
}

export interface KeptStatement extends ListedStatement {
  figures: StatementFigures;
  changes: readonly StatementChange[];
}

type Row = Omit<ListedStatement, 'periodStart'> & { periodStart: string };

const listed = sql`
  statement.id, statement.kind, statement.period_start::text as period_start, statement.version, statement.made_at,
  statement.sha256, statement.reason, not exists (
    select from statements later
    where later.tenant_id = statement.tenant_id and later.syndicate_id = statement.syndicate_id
      and later.kind = statement.kind and later.period_start = statement.period_start
      and later.version = statement.version + 1
  ) as "isNewest"`;

/** Every version, the newest period and version first. */
export async function listStatements(tx: Tx, { tenantId, syndicateId }: Book): Promise<ListedStatement[]> {
  const { rows } = await sql<Row>`
    select ${listed} from statements statement
    where statement.tenant_id = ${tenantId}::uuid and statement.syndicate_id = ${syndicateId}
    order by statement.period_start desc, statement.kind, statement.version desc`.execute(tx);
  return rows.map((row) => ({ ...row, periodStart: calendarDate(row.periodStart) }));
}

/** Undefined where the syndicate has no such statement. */
export async function readStatement(
  tx: Tx,
  { tenantId, syndicateId, id }: Book & { id: bigint },
): Promise<KeptStatement | undefined> {
  const { rows } = await sql<Row & { figures: string; changes: StatementChange[] }>`
    select ${listed}, statement.figures, statement.changes from statements statement
    where statement.tenant_id = ${tenantId}::uuid and statement.syndicate_id = ${syndicateId} and statement.id = ${id}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return undefined;
  return { ...row, periodStart: calendarDate(row.periodStart), figures: figuresFrom(row.figures) };
}
