import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { holdBook } from '../hold-book.ts';
import { keepParts, recentFrom } from '../returns/keep-parts.ts';
import { writeReturns } from '../returns/keep-returns.ts';
import { workOutReturns } from '../returns/work-out-returns.ts';
import { workOutWithShares } from './work-out-forecast.ts';

interface Outdated {
  syndicateId: bigint;
  bookVersion: string;
  settingsVersion: string;
}

/**
 * Works out the forecasts of all syndicates of a tenant whose book has changed since, and what their returns are made of, each in a
 * transaction of its own. So it does once a day, because the last twelve months move on. What is up to date is passed over, so that it goes on where it was stopped. Returns the number of syndicates.
 */
export async function keepForecasts(db: Database, tenantId: string): Promise<number> {
  const outdated = await withTenant(db, tenantId, (tx) => findOutdated(tx, tenantId));
  for (const book of outdated) await withTenant(db, tenantId, (tx) => keepForecast(tx, tenantId, book));
  return outdated.length;
}

export async function findOutdated(tx: Tx, tenantId: string): Promise<Outdated[]> {
  const { rows } = await sql<Outdated>`
    select total.syndicate_id, total.version as book_version, syndicate.version as settings_version
    from syndicate_totals total
    join syndicates syndicate on syndicate.tenant_id = total.tenant_id and syndicate.id = total.syndicate_id
    left join syndicate_forecasts forecast
      on forecast.tenant_id = total.tenant_id and forecast.syndicate_id = total.syndicate_id
    left join syndicate_returns returns on returns.tenant_id = total.tenant_id and returns.syndicate_id = total.syndicate_id
    left join syndicate_returns_parts recent
      on recent.tenant_id = total.tenant_id and recent.syndicate_id = total.syndicate_id and recent.part = 'recent'
    left join tenant_books books on books.tenant_id = total.tenant_id
    where total.tenant_id = ${tenantId}::uuid
      and ((forecast.book_version, forecast.settings_version) is distinct from (total.version, syndicate.version)
        -- A book without open deals has no other version after a day was posted.
        or forecast.as_of is distinct from books.complete_through
        or returns.book_version is distinct from total.version
        or (recent.book_version, recent.from_date) is distinct from (total.version, ${recentFrom}))
    order by total.syndicate_id`.execute(tx);
  return rows;
}

/** The versions were read before the shares are, so that a change in between has it worked out once more. */
export async function keepForecast(tx: Tx, tenantId: string, outdated: Outdated): Promise<void> {
  const { syndicateId, bookVersion, settingsVersion } = outdated;
  if (!(await holdBook(tx, tenantId, syndicateId))) return;
  const { forecast: worked, shares } = await workOutWithShares(tx, tenantId, syndicateId);
  const { payDates, ...forecast } = worked;
  const row = {
    bookVersion,
    settingsVersion,
    madeAt: sql<Date>`now()`,
    asOf: forecast.asOf,
    netBalanceCents: forecast.netBalance,
    undatedCents: forecast.undated,
    undatedCount: forecast.undatedCount,
    notReachedCents: forecast.notReached,
    notReachedCount: forecast.notReachedCount,
    payDates: payDates.map(({ payDate }) => payDate),
    agreedCents: payDates.map(({ agreed }) => agreed),
    paceCents: payDates.map(({ atPace }) => atPace),
  };
  await tx
    .insertInto('syndicateForecasts')
    .values({ tenantId, syndicateId, ...row })
    .onConflict((on) => on.columns(['tenantId', 'syndicateId']).doUpdateSet(row))
    .execute();
  const returns = await workOutReturns(tx, tenantId, syndicateId, shares);
  await writeReturns(tx, tenantId, outdated, returns);
  await keepParts(tx, tenantId, outdated, returns);
}
