import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { StatementFigures, StatementKind } from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { findCauses, reasonOf } from './causes.queries.ts';
import { changesBetween } from './changes-between.ts';
import { comparedText, figuresFrom, hashOf, keptFigures } from './kept-figures.ts';

export interface NewestVersion {
  syndicateId: bigint;
  kind: StatementKind;
  periodStart: CalendarDate;
  version: number;
  figures: string;
  sha256: string;
  madeAt: Date;
}

export const keyOfPeriod = ({
  syndicateId,
  kind,
  periodStart,
}: Pick<NewestVersion, 'syndicateId' | 'kind' | 'periodStart'>): string =>
  `${syndicateId} ${kind} ${periodStart}`;

/** The newest version of each statement of these syndicates, of periods that begin on one of the days. */
export async function readNewest(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Map<string, NewestVersion>> {
  const { rows } = await sql<Omit<NewestVersion, 'periodStart'> & { periodStart: string }>`
    select distinct on (syndicate_id, kind, period_start) syndicate_id, kind, period_start::text as period_start, version, figures,
      sha256, made_at
    from statements
    where tenant_id = ${tenantId}::uuid and syndicate_id = any(${syndicateIds}::bigint[])
      and period_start between ${from}::date and ${to}::date
    order by syndicate_id, kind, period_start, version desc`.execute(tx);
  return new Map(
    rows
      .map((row) => ({ ...row, periodStart: calendarDate(row.periodStart) }))
      .map((row) => [keyOfPeriod(row), row]),
  );
}

export interface Frozen {
  id: bigint;
  syndicateId: bigint;
  kind: StatementKind;
  periodStart: CalendarDate;
  version: number;
}

/**
 * Keeps figures as a statement: the first version, the next one where they are not what is kept, nothing where they are. The transaction has
 * one snapshot; of two that make the same version at once, the second fails and is tried again, and then finds what the first has made.
 */
export async function freeze(
  tx: Tx,
  { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint },
  figures: StatementFigures,
  newest: NewestVersion | undefined,
): Promise<Frozen | null> {
  const { kind, from: periodStart } = figures;
  const next = { version: 1, reason: '', changes: '[]' };
  if (newest) {
    const before = figuresFrom(newest.figures);
    if (comparedText(before) === comparedText(figures)) return null;
    const causes = await findCauses(tx, {
      tenantId,
      syndicateId,
      to: figures.to,
      madeAt: newest.madeAt,
      method: { before: before.method, now: figures.method },
    });
    Object.assign(next, {
      version: newest.version + 1,
      reason: reasonOf(causes),
      changes: JSON.stringify(changesBetween(before, figures)),
    });
  }
  const kept = keptFigures(figures);
  const { id } = await tx
    .insertInto('statements')
    .values({ tenantId, syndicateId, kind, periodStart, figures: kept, sha256: hashOf(kept), ...next })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, syndicateId, kind, periodStart, version: next.version };
}
