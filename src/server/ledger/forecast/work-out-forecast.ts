import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { createForecast, type Forecast } from '../../../shared/domain/forecast.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readAsOf } from '../standings/as-of.ts';
import { type OpenShare, readOpenShares } from './open-shares.ts';

export interface WorkedOutForecast extends Forecast {
  asOf: CalendarDate | null;
}

/** What the open shares of a syndicate will be paid, from what is stored now. */
export const workOutForecast = async (
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<WorkedOutForecast> => (await workOutWithShares(tx, tenantId, syndicateId)).forecast;

/** The same, with the shares that it is made of. */
export async function workOutWithShares(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<{ forecast: WorkedOutForecast; shares: OpenShare[] }> {
  const asOf = await readAsOf(tx, tenantId);
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('payDays')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  // Who is not there has no shares either.
  const payDays = syndicate?.payDays ?? [];
  const sums = createForecast({ payDays, clearingBankDays: asOf.clearingBankDays });
  const shares = await readOpenShares(tx, tenantId, syndicateId, asOf);
  for (const { deal, share } of shares) sums.add(deal, share);
  return { forecast: { asOf: asOf.date, ...sums.finish() }, shares };
}
