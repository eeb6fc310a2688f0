import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { wholeOf } from './keep-analyses.ts';
import { readExposures } from './read-exposures.ts';
import { readLosses } from './read-losses.ts';
import { exposuresText, lossesText, readAnalyses, type StoredAnalysis } from './stored-analysis.ts';

/**
 * Every analysis whose exposures or losses are not what the shares say, one of whose kinds does not add up to the net balance of the open deals, or whose
 * quarters do not add up to what the syndicate was paid. One whose book has changed since is worked out again anyway, and passed over.
 */
export async function findAnalysisDifferences(
  tx: Tx,
  { tenantId, syndicateIds }: CheckScope,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { isCurrent, ...kept } of await readAnalyses(tx, tenantId, syndicateIds)) {
    if (!isCurrent) continue;
    const exposures = await readExposures(tx, tenantId, kept.syndicateId);
    const netBalance = wholeOf(exposures[0]);
    const expected: Told = {
      netBalance,
      ofEachKind: exposures.map(() => netBalance).join(', '),
      exposures: exposuresText(exposures),
      losses: lossesText(await readLosses(tx, { tenantId, syndicateId: kept.syndicateId, asOf: kept.asOf })),
      // Of the months only their sums: adding up every payout of a large book once more would be most of the night.
      netPaid: await readNetPaid(tx, tenantId, kept),
    };
    const actual = toldOf(kept);
    if (Object.entries(expected).every(([name, value]) => actual[name as keyof Told] === value)) continue;
    found.push({ where: 'syndicate_analyses', key: { syndicate_id: kept.syndicateId }, expected, actual });
  }
  return found;
}

const toldOf = ({ netBalance, exposures, cohorts, losses }: Omit<StoredAnalysis, 'isCurrent'>) => ({
  netBalance,
  ofEachKind: exposures.map(wholeOf).join(', '),
  exposures: exposuresText(exposures),
  losses: lossesText(losses),
  netPaid: cohorts.reduce((sum, cohort) => sum + cohort.netPaid, 0n),
});

type Told = ReturnType<typeof toldOf>;

/** What the syndicate was paid up to the day of its analysis, from the sums that posting keeps. */
async function readNetPaid(
  tx: Tx,
  tenantId: string,
  { syndicateId, asOf }: Pick<StoredAnalysis, 'syndicateId' | 'asOf'>,
): Promise<Cents> {
  const { rows } = await sql<{ paid: Cents }>`
    select coalesce(sum(net_pay_cents), 0)::bigint as paid from syndicate_pay_dates
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and pay_date <= ${asOf}::date`.execute(
    tx,
  );
  return rows[0]?.paid ?? 0n;
}
