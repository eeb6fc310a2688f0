import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Exposure } from '../../../shared/domain/exposure.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readToday, today } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { holdBook } from '../hold-book.ts';
import { readCohorts } from './read-cohorts.ts';
import { readExposures } from './read-exposures.ts';
import { readLosses } from './read-losses.ts';
import { type Analysis, cohortsText, exposuresText, lossesText } from './stored-analysis.ts';

interface Outdated {
  syndicateId: bigint;
  bookVersion: string;
}

/**
 * Works out the analyses of all syndicates of a tenant whose book has changed since, or which are of an earlier day, each in a transaction of
 * its own. What is up to date is passed over, so that it goes on where it was stopped. Returns the number of syndicates.
 */
export async function keepAnalyses(db: Database, tenantId: string): Promise<number> {
  const outdated = await withTenant(db, tenantId, (tx) => findOutdatedAnalyses(tx, tenantId));
  for (const book of outdated) await withTenant(db, tenantId, (tx) => keepAnalysis(tx, tenantId, book));
  return outdated.length;
}

export async function findOutdatedAnalyses(tx: Tx, tenantId: string): Promise<Outdated[]> {
  const { rows } = await sql<Outdated>`
    select total.syndicate_id, total.version as book_version
    from syndicate_totals total
    left join syndicate_analyses analysis
      on analysis.tenant_id = total.tenant_id and analysis.syndicate_id = total.syndicate_id
    where total.tenant_id = ${tenantId}::uuid
      and ((analysis.book_version, analysis.as_of) is distinct from (total.version, ${today}) or analysis.losses is null)
    order by total.syndicate_id`.execute(tx);
  return rows;
}

export async function workOutAnalysis(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  asOf: CalendarDate,
): Promise<Analysis> {
  const exposures = await readExposures(tx, tenantId, syndicateId);
  return {
    asOf,
    netBalance: wholeOf(exposures[0]),
    exposures,
    cohorts: await readCohorts(tx, tenantId, syndicateId, asOf),
    losses: await readLosses(tx, { tenantId, syndicateId, asOf }),
  };
}

/** What the groups of one kind add up to: of each kind the same. */
export const wholeOf = (exposure: Exposure | undefined): Cents =>
  exposure ? exposure.groups.reduce((sum, { balance }) => sum + balance, exposure.others.balance) : 0n;

/** The version was read before the shares are, so that a change in between has it worked out once more. */
export async function keepAnalysis(tx: Tx, tenantId: string, outdated: Outdated): Promise<void> {
  const { syndicateId, bookVersion } = outdated;
  // The payouts of a large book by the age of its deals are a million rows, read from all over their table.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  if (!(await holdBook(tx, tenantId, syndicateId))) return;
  const analysis = await workOutAnalysis(tx, tenantId, syndicateId, await readToday(tx));
  const row = {
    bookVersion,
    asOf: analysis.asOf,
    madeAt: sql<Date>`now()`,
    netBalanceCents: analysis.netBalance,
    exposures: exposuresText(analysis.exposures),
    cohorts: cohortsText(analysis.cohorts),
    losses: lossesText(analysis.losses),
  };
  await tx
    .insertInto('syndicateAnalyses')
    .values({ tenantId, syndicateId, ...row })
    .onConflict((on) => on.columns(['tenantId', 'syndicateId']).doUpdateSet(row))
    .execute();
}
