import { sql } from 'kysely';
import { calendarDate, formatMonth } from '../../shared/domain/calendar-date.ts';
import type { StatementKind } from '../../shared/domain/statements.ts';
import { pathOf } from '../../shared/pages.ts';
import { type Happened, tellAll } from '../notifications/tell.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Frozen } from './freeze.ts';

interface Made {
  id: bigint;
  kind: StatementKind;
  periodStart: string;
  version: number;
  syndicateId: bigint;
  syndicateName: string;
  funderName: string;
}

/** Tells the people of each syndicate that a statement is there, in the transaction that makes it. Its figures are read in the portal, after signing in. */
export async function tellStatementReady(tx: Tx, tenantId: string, made: readonly Frozen[]): Promise<void> {
  if (made.length === 0) return;
  const { rows } = await sql<Made>`
    select statement.id, statement.kind, statement.period_start::text as "periodStart", statement.version,
      syndicate.id as "syndicateId", syndicate.name as "syndicateName", tenant.name as "funderName"
    from statements statement
    join syndicates syndicate on syndicate.tenant_id = statement.tenant_id and syndicate.id = statement.syndicate_id
    join tenants tenant on tenant.id = statement.tenant_id
    where statement.tenant_id = ${tenantId}::uuid and statement.id = any(${made.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await tellAll(tx, { tenantId, kind: 'statement_ready' }, rows.map(happenedOf));
}

function happenedOf({
  id,
  kind,
  version,
  syndicateId,
  syndicateName,
  funderName,
  periodStart,
}: Made): Happened {
  const start = calendarDate(periodStart);
  const period = kind === 'month' ? formatMonth(start) : start.slice(0, 4);
  const corrected = version > 1;
  return {
    syndicateId,
    event: `statement ${id}`,
    subject: `${corrected ? 'Corrected statement' : 'Statement'} of ${period}: ${syndicateName} with ${funderName}`,
    words: corrected
      ? `${funderName} has made version ${version} of the statement of ${syndicateName} for ${period}. It says what has changed and why; the earlier version stays there.`
      : `${funderName} has made the statement of ${syndicateName} for ${period}.`,
    path: pathOf('documents'),
  };
}
