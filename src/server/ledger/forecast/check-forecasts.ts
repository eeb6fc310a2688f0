import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { netBalance } from '../standings/watched-shares.ts';
import { readForecasts, type StoredForecast } from './read-forecasts.ts';
import { type WorkedOutForecast, workOutForecast } from './work-out-forecast.ts';

/**
 * Every forecast that is not what terms, standings and shares say, or whose dated and undated parts are not the net balance of the open
 * shares. One whose book has changed since, or of a day before the last posted one, is worked out again anyway, and passed over.
 */
export async function findForecastDifferences(
  tx: Tx,
  { tenantId, syndicateIds }: CheckScope,
): Promise<Difference[]> {
  const stored = (await readForecasts(tx, tenantId, syndicateIds)).filter(({ isCurrent }) => isCurrent);
  if (stored.length === 0) return [];
  const balances = await readOpenBalances(
    tx,
    tenantId,
    stored.map(({ syndicateId }) => syndicateId),
  );
  const found: Difference[] = [];
  for (const { syndicateId, ...kept } of stored) {
    const worked = await workOutForecast(tx, tenantId, syndicateId);
    if (worked.asOf !== kept.asOf) continue;
    const expected = { ...toldOf(worked), netBalance: balances.get(syndicateId) ?? 0n };
    const actual = toldOf(kept);
    if (isSame(expected, actual)) continue;
    found.push({ where: 'syndicate_forecasts', key: { syndicate_id: syndicateId }, expected, actual });
  }
  return found;
}

const toldOf = (forecast: WorkedOutForecast | Omit<StoredForecast, 'syndicateId'>) => ({
  asOf: forecast.asOf,
  netBalance: forecast.netBalance,
  datedAndUndated: forecast.payDates.reduce((sum, { agreed }) => sum + agreed, forecast.undated),
  undated: forecast.undated,
  undatedCount: forecast.undatedCount,
  notReached: forecast.notReached,
  notReachedCount: forecast.notReachedCount,
  payDates: forecast.payDates
    .map(({ payDate, agreed, atPace }) => `${payDate} ${agreed} ${atPace}`)
    .join(', '),
});

type Told = ReturnType<typeof toldOf>;

const isSame = (expected: Told, actual: Told): boolean =>
  Object.entries(expected).every(([name, value]) => actual[name as keyof Told] === value) &&
  actual.datedAndUndated === expected.netBalance;

/** By syndicate, the net balances of its open shares, added up in the database. */
async function readOpenBalances(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
): Promise<Map<bigint, Cents>> {
  const { rows } = await sql<{ syndicateId: bigint; balance: Cents }>`
    select total.syndicate_id, sum(${netBalance})::bigint as balance
    from participation_totals total
    join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = any(${syndicateIds}::bigint[])
      and total.deal_status <> all(${ENDED_STATUSES}::text[])
    group by 1`.execute(tx);
  return new Map(rows.map(({ syndicateId, balance }) => [syndicateId, balance]));
}
