import { sql } from 'kysely';
import pg from 'pg';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { StatementFigures } from '../../shared/domain/statements.ts';
import { readDiffering } from '../ledger/open-differences.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { isCollision } from '../platform/db/outages.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type Frozen, freeze, keyOfPeriod, readNewest } from './freeze.ts';
import { holdImports } from './hold-imports.ts';
import { listMonths, type Months, yearOf } from './periods.ts';
import { readBooks } from './read-figures.ts';
import { tellStatementReady } from './tell-statement-ready.ts';

/** What is made of some syndicates: months in a row, and years all of whose months are among them. */
export interface Batch {
  syndicateIds: readonly bigint[];
  months: Months;
  /** Of these months only; those before are read because a year needs them. */
  madeFrom: CalendarDate;
  years: readonly CalendarDate[];
  /** Of a period that ended before this day no first statement is made. One that somebody asked for is corrected. */
  newFrom: CalendarDate;
  /** People are told of this month and of a year that ends with it. Of older ones they are told only where one is corrected. */
  told: CalendarDate;
}

const ATTEMPTS = 5;

/** Makes what is missing or says otherwise than the ledger now, in one transaction of its own. */
export async function makeBatch(db: Database, tenantId: string, batch: Batch): Promise<Frozen[]> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await withTenant(db, tenantId, (tx) => makeIn(tx, tenantId, batch), { isSnapshot: true });
    } catch (error) {
      // Another run has made one of them meanwhile: what it has made counts.
      if (attempt === ATTEMPTS || !(isMadeAlready(error) || isCollision(error))) throw error;
    }
}

const isMadeAlready = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'statements_once';

async function makeIn(tx: Tx, tenantId: string, batch: Batch): Promise<Frozen[]> {
  const { months, madeFrom, years, newFrom, told } = batch;
  // No user waits for it.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  const differing = new Set(await readDiffering(tx, tenantId, batch.syndicateIds));
  const syndicateIds = batch.syndicateIds.filter((id) => !differing.has(id));
  const newest = await readNewest(tx, tenantId, syndicateIds, { from: months.first, to: months.last });
  const made: Frozen[] = [];
  const books = await readBooks(tx, tenantId, syndicateIds, months);
  // Only now: nobody waits for it while the books are read, and nothing of theirs is locked yet.
  await holdImports(tx, tenantId);
  for (const book of books) {
    const { syndicateId, begins } = book;
    const keep = async (figures: StatementFigures) => {
      const known = newest.get(keyOfPeriod({ syndicateId, kind: figures.kind, periodStart: figures.from }));
      if (!known && (begins === null || begins > figures.to || figures.to < newFrom)) return;
      const frozen = await freeze(tx, { tenantId, syndicateId }, figures, known);
      if (frozen) made.push(frozen);
    };
    for (const month of listMonths(months)) if (month >= madeFrom) await keep(book.month(month));
    for (const year of years) await keep(book.year(year));
  }
  await tellStatementReady(
    tx,
    tenantId,
    made.filter((frozen) => isCorrected(frozen) || isOfLast(frozen, told)),
  );
  return made;
}

/** Somebody may have filed the version before, however long ago it was made. */
const isCorrected = ({ version }: Frozen): boolean => version > 1;

const isOfLast = ({ kind, periodStart }: Frozen, told: CalendarDate): boolean =>
  kind === 'month' ? periodStart === told : told.endsWith('-12-01') && periodStart === yearOf(told);
