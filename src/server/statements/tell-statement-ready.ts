import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { periodName } from '../../shared/domain/statement-words.ts';
import type { StatementKind } from '../../shared/domain/statements.ts';
import { pathOf } from '../../shared/pages.ts';
import { type Happened, tellAll } from '../notifications/tell.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Frozen } from './freeze.ts';

/** A mail names so many; the page has them all. */
const MOST_NAMED = 12;

interface Made {
  id: bigint;
  kind: StatementKind;
  periodStart: string;
  version: number;
  syndicateId: bigint;
  syndicateName: string;
  funderName: string;
}

/**
 * Tells the people of each syndicate of the statements that were made together, in the transaction that makes them and in one mail for each
 * person. The figures are read in the portal, after signing in.
 */
export async function tellStatementReady(tx: Tx, tenantId: string, made: readonly Frozen[]): Promise<void> {
  if (made.length === 0) return;
  const { rows } = await sql<Made>`
    select statement.id, statement.kind, statement.period_start::text as "periodStart", statement.version,
      syndicate.id as "syndicateId", syndicate.name as "syndicateName", tenant.name as "funderName"
    from statements statement
    join syndicates syndicate on syndicate.tenant_id = statement.tenant_id and syndicate.id = statement.syndicate_id
    join tenants tenant on tenant.id = statement.tenant_id
    where statement.tenant_id = ${tenantId}::uuid and statement.id = any(${made.map(({ id }) => id)}::bigint[])
    order by statement.period_start desc, statement.kind, statement.id`.execute(tx);
  const together = Map.groupBy(rows, ({ syndicateId }) => syndicateId);
  await tellAll(tx, { tenantId, kind: 'statement_ready' }, [...together.values()].flatMap(happenedOf));
}

/** What was made of one syndicate, as one event: of those that are made at once, the id of any tells them from all others. */
function happenedOf(made: readonly Made[]): Happened[] {
  const [first] = made;
  if (!first) return [];
  const { id, syndicateId, syndicateName, funderName } = first;
  const fresh = made.filter(({ version }) => version === 1);
  const corrected = made.filter(({ version }) => version > 1);
  return [
    {
      syndicateId,
      event: `statement ${id}`,
      subject: `${subjectOf(fresh, corrected)}: ${syndicateName} with ${funderName}`,
      words: [
        fresh.length > 0 &&
          `${funderName} has made the statement of ${syndicateName} for ${fresh.map(periodOf).join(' and for ')}.`,
        corrected.length > 0 && correctedWords(corrected, first),
      ]
        .filter(Boolean)
        .join(' '),
      path: pathOf('documents'),
      statementIds: made.map(({ id }) => id),
    },
  ];
}

function subjectOf(fresh: readonly Made[], corrected: readonly Made[]): string {
  const ready = `Statement of ${fresh.map(periodOf).join(' and of ')}`;
  const [only] = corrected;
  if (!only) return ready;
  if (fresh.length > 0) return `${ready}, and ${corrected.length} corrected`;
  return corrected.length === 1
    ? `Corrected statement of ${periodOf(only)}`
    : `${corrected.length} corrected statements`;
}

function correctedWords(corrected: readonly Made[], { syndicateName, funderName }: Made): string {
  const [only] = corrected;
  if (only && corrected.length === 1)
    return `${funderName} has made version ${only.version} of the statement of ${syndicateName} for ${periodOf(only)}. It says what has changed and why; the earlier version stays there.`;
  const named = corrected
    .slice(0, MOST_NAMED)
    .map((statement) => `${periodOf(statement)} (version ${statement.version})`);
  const more = corrected.length - named.length;
  return `${funderName} has made new versions of statements of ${syndicateName}: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}. Each says what has changed and why; the earlier versions stay there.`;
}

function periodOf({ kind, periodStart }: Made): string {
  const from = calendarDate(periodStart);
  return kind === 'month' ? periodName({ kind, from }) : `the year ${from.slice(0, 4)}`;
}
