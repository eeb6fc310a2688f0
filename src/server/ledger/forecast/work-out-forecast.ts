import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { createForecast, type Forecast } from '../../../shared/domain/forecast.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readAsOf } from '../standings/as-of.ts';
import { readOpenShares } from './open-shares.ts';

export interface WorkedOutForecast extends Forecast {
  asOf: CalendarDate | null;
}

/** What the open shares of a syndicate will be paid, from what is stored now. */
export async function workOutForecast(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<WorkedOutForecast> {
  const asOf = await readAsOf(tx, tenantId);
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('payDays')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  // Who is not there has no shares either.
  const payDays = syndicate?.payDays ?? [];
  const forecast = createForecast({ payDays, clearingBankDays: asOf.clearingBankDays });
  for (const { deal, share } of await readOpenShares(tx, tenantId, syndicateId, asOf))
    forecast.add(deal, share);
  return { asOf: asOf.date, ...forecast.finish() };
}
