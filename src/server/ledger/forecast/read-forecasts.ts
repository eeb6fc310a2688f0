import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Forecast } from '../../../shared/domain/forecast.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface StoredForecast extends Forecast {
  syndicateId: bigint;
  asOf: CalendarDate | null;
  /** The specified balance, before fees and with what is left of settled deals. */
  portfolioBalance: Cents;
  /** False when the book has changed since it was worked out. */
  isCurrent: boolean;
}

interface Row {
  syndicateId: bigint;
  asOf: string | null;
  isUpToDate: boolean;
  portfolioBalanceCents: Cents;
  netBalanceCents: Cents;
  undatedCents: Cents;
  undatedCount: number;
  notReachedCents: Cents;
  notReachedCount: number;
  payDates: string[];
  agreedCents: string[];
  paceCents: string[];
}

/** The forecasts of all syndicates of a tenant, or of some. */
export async function readForecasts(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[] | null,
): Promise<StoredForecast[]> {
  const { rows } = await sql<Row>`
    select forecast.syndicate_id, forecast.as_of, book.portfolio_balance_cents, forecast.net_balance_cents,
      forecast.undated_cents, forecast.undated_count, forecast.not_reached_cents, forecast.not_reached_count,
      forecast.pay_dates::text[], forecast.agreed_cents::text[], forecast.pace_cents::text[],
      (forecast.book_version, forecast.settings_version) = (book.version, syndicate.version) as is_up_to_date
    from syndicate_forecasts forecast
    join syndicates syndicate on syndicate.tenant_id = forecast.tenant_id and syndicate.id = forecast.syndicate_id
    join syndicate_totals book on book.tenant_id = forecast.tenant_id and book.syndicate_id = forecast.syndicate_id
    where forecast.tenant_id = ${tenantId}::uuid ${ofSyndicates(syndicateIds)}
    order by forecast.syndicate_id`.execute(tx);
  return rows.map((row) => ({
    syndicateId: row.syndicateId,
    asOf: row.asOf === null ? null : calendarDate(row.asOf),
    isCurrent: row.isUpToDate,
    portfolioBalance: row.portfolioBalanceCents,
    netBalance: row.netBalanceCents,
    undated: row.undatedCents,
    undatedCount: row.undatedCount,
    notReached: row.notReachedCents,
    notReachedCount: row.notReachedCount,
    payDates: row.payDates.map((payDate, place) => ({
      payDate: calendarDate(payDate),
      agreed: centsAt(row.agreedCents, place),
      atPace: centsAt(row.paceCents, place),
    })),
  }));
}

const ofSyndicates = (syndicateIds: readonly bigint[] | null): RawBuilder<unknown> =>
  syndicateIds ? sql`and forecast.syndicate_id = any(${syndicateIds}::bigint[])` : sql``;

const centsAt = (amounts: readonly string[], place: number): Cents => BigInt(amounts[place] ?? 0);
