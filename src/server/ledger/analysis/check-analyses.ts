import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { wholeOf, workOutAnalysis } from './keep-analyses.ts';
import { type Analysis, cohortsJson, exposuresJson, readAnalyses } from './stored-analysis.ts';

/**
 * Every analysis that is not what shares and payouts say, or one of whose kinds does not add up to the net balance of the open deals. One
 * whose book has changed since is worked out again anyway, and passed over.
 */
export async function findAnalysisDifferences(
  tx: Tx,
  { tenantId, syndicateIds }: CheckScope,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { syndicateId, isCurrent, ...kept } of await readAnalyses(tx, tenantId, syndicateIds)) {
    if (!isCurrent) continue;
    const expected = toldOf(await workOutAnalysis(tx, tenantId, syndicateId, kept.asOf));
    const actual = toldOf(kept);
    if (Object.entries(expected).every(([name, value]) => actual[name as keyof Told] === value)) continue;
    found.push({ where: 'syndicate_analyses', key: { syndicate_id: syndicateId }, expected, actual });
  }
  return found;
}

const toldOf = ({ netBalance, exposures, cohorts }: Analysis) => ({
  netBalance,
  ofEachKind: exposures.map((exposure) => wholeOf(exposure)).join(', '),
  exposures: JSON.stringify(z.encode(exposuresJson, exposures as z.output<typeof exposuresJson>)),
  cohorts: JSON.stringify(z.encode(cohortsJson, cohorts as z.output<typeof cohortsJson>)),
});

type Told = ReturnType<typeof toldOf>;
