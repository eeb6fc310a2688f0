import type { Tx } from '../platform/db/database.ts';
import { findAnalysisDifferences } from './analysis/check-analyses.ts';
import { findBookChangeDifferences } from './book-changes/check-book-changes.ts';
import { findCashDifferences } from './cash/check-cash-accounts.ts';
import { findLineDifferences } from './check-lines.ts';
import { findRunDifferences } from './check-payout-runs.ts';
import { type CheckScope, wholeBook } from './check-scope.ts';
import type { Difference } from './difference.ts';
import { findForecastDifferences } from './forecast/check-forecasts.ts';
import { findPartDifferences } from './returns/check-parts.ts';
import { findReturnDifferences } from './returns/check-returns.ts';
import { findDealRollupDifferences, findSyndicateRollupDifferences } from './rollups.ts';
import { findStandingDifferences } from './standings/check-standings.ts';
import { findWatchedCountDifference } from './standings/watched-deals.ts';

/**
 * Finds lines that do not follow from payments and contracts, rollups that do not follow from lines, standings that do not follow from
 * terms and payments, forecasts, analyses and returns that do not follow from standings and shares, cash accounts that do not follow from
 * shares and payouts, payout runs that do not equal the ledger, and recorded changes of a book that do not add up to it. An empty list means that the ledger agrees to the cent.
 */
export async function findDifferences(tx: Tx, tenantId: string, limit?: number): Promise<Difference[]> {
  const scope = wholeBook(tenantId);
  return [
    ...(await findDifferencesOfDeals(tx, scope, limit)),
    ...(await findDifferencesOfSyndicates(tx, scope, limit)),
    ...(await findDifferencesOfBook(tx, tenantId)),
  ];
}

/** The same for what is kept of the whole book as one number. */
export const findDifferencesOfBook = findWatchedCountDifference;

/** The same for the lines and rollups of some deals. */
export const findDifferencesOfDeals = async (
  tx: Tx,
  scope: CheckScope,
  limit?: number,
): Promise<Difference[]> => [
  ...(await findLineDifferences(tx, scope, limit)),
  ...(await findDealRollupDifferences(tx, scope, limit)),
  ...(await findStandingDifferences(tx, scope, limit)),
];

/** The same for what is summed up by syndicate. */
export const findDifferencesOfSyndicates = async (
  tx: Tx,
  scope: CheckScope,
  limit?: number,
): Promise<Difference[]> => [
  ...(await findSyndicateRollupDifferences(tx, scope, limit)),
  ...(await findForecastDifferences(tx, scope)),
  ...(await findAnalysisDifferences(tx, scope)),
  ...(await findReturnDifferences(tx, scope)),
  ...(await findPartDifferences(tx, scope)),
  ...(await findCashDifferences(tx, scope)),
  ...(await findRunDifferences(tx, scope, limit)),
  ...(await findBookChangeDifferences(tx, scope, limit)),
];
