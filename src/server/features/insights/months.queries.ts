import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { forecastMonths, type PaidMonth } from '../../../shared/domain/forecast-months.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { readForecasts } from '../../ledger/forecast/read-forecasts.ts';
import { isUnpaid } from '../../ledger/unpaid-dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';

interface MonthRow {
  month: string;
  paid: Cents;
  coming: Cents;
}

/** What a syndicate was paid in this month and the five before it, and what is forecast for each month. Null while there is no forecast. */
export async function readForecastByMonth(tx: Tx, tenantId: string, syndicateId: bigint) {
  const [stored] = await readForecasts(tx, tenantId, [syndicateId]);
  if (!stored?.asOf) return null;
  const { payDates, ...forecast } = stored;
  const paid = await readPaidMonths(tx, tenantId, syndicateId);
  return { ...forecast, asOf: stored.asOf, months: forecastMonths(paid, payDates) };
}

async function readPaidMonths(tx: Tx, tenantId: string, syndicateId: bigint): Promise<PaidMonth[]> {
  const { rows } = await sql<MonthRow>`
    select date_trunc('month', pay_date)::date as month,
      coalesce(sum(net_pay_cents) filter (where not ${isUnpaid(tenantId, 'day')}), 0)::bigint as paid,
      coalesce(sum(net_pay_cents) filter (where ${isUnpaid(tenantId, 'day')}), 0)::bigint as coming
    from syndicate_pay_dates day
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}
      and pay_date >= date_trunc('month', ${today}) - interval '5 months'
    group by 1 order by 1`.execute(tx);
  return rows.map(({ month, paid, coming }) => ({ month: calendarDate(month), paid, onItsWay: coming }));
}
