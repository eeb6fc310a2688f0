import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { wholeBook } from '../../ledger/check-scope.ts';
import type { Difference } from '../../ledger/difference.ts';
import {
  findDifferencesOfBook,
  findDifferencesOfDeals,
  findDifferencesOfSyndicates,
} from '../../ledger/find-differences.ts';
import { keepDifferences, type OpenDifference, readOpenDifferences } from '../../ledger/open-differences.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { findStatementDifferences } from '../../statements/check-statements.ts';
import { findDisplayDifferences } from './check-displays.ts';
import { findStripDifferences } from './check-strip.ts';
import { findBoardDifferences, findReturnedDifferences } from './check-totals.ts';

/**
 * Compares again the deals, investors and exports that the open differences name, and nothing else. What agrees now is no longer open.
 * Returns how many still differ.
 */
export async function recheckDifferences(db: Database, tenantId: string): Promise<number> {
  const { at, open, found } = await withTenant(
    db,
    tenantId,
    async (tx) => {
      // No user waits for it.
      await sql`set local statement_timeout = '10min'`.execute(tx);
      const { rows } = await sql<{ at: Date }>`select now() as at`.execute(tx);
      const before = await readOpenDifferences(tx, tenantId);
      return { at: rows[0]?.at ?? new Date(), open: before, found: await compareAgain(tx, tenantId, before) };
    },
    { readOnly: true, isSnapshot: true },
  );
  await withTenant(db, tenantId, (tx) =>
    keepDifferences(tx, tenantId, found, { at, rechecked: open.map(({ id }) => id) }),
  );
  return found.length;
}

async function compareAgain(
  tx: Tx,
  tenantId: string,
  open: readonly OpenDifference[],
): Promise<Difference[]> {
  const dealIds = unique(open.flatMap(({ dealId }) => dealId ?? []));
  const ofInvestors = open.filter(({ dealId }) => dealId === null);
  const syndicateIds = unique(ofInvestors.flatMap((difference) => difference.syndicateIds));
  const scope = wholeBook(tenantId);
  const found = [
    ...(await findDifferencesOfBook(tx, tenantId)),
    ...(await findBoardDifferences(tx, tenantId)),
    ...(dealIds.length > 0 ? await findDifferencesOfDeals(tx, { ...scope, dealIds }) : []),
  ];
  if (syndicateIds.length === 0) return found;
  found.push(
    ...(await findDifferencesOfSyndicates(tx, { ...scope, syndicateIds })),
    ...(await findStatementDifferences(tx, tenantId, syndicateIds)),
    ...(await findReturnedDifferences(tx, tenantId, syndicateIds)),
    ...(await findStripDifferences(tx, tenantId, syndicateIds)),
  );
  for (const part of exportsIn(ofInvestors))
    found.push(...(await findDisplayDifferences(tx, tenantId, part)));
  return found;
}

const unique = (ids: readonly bigint[]): bigint[] => [...new Set(ids)];

/** What is exported of an investor is compared from its lines. */
function exportsIn(open: readonly OpenDifference[]) {
  const parts = new Map<string, { syndicateId: bigint; month: string | null }>();
  for (const { where, key, syndicateIds } of open) {
    const [syndicateId] = syndicateIds;
    const month = typeof key['month'] === 'string' ? key['month'] : null;
    if (syndicateId !== undefined && /^(export|total row) of/.test(where))
      parts.set(`${syndicateId} ${month}`, { syndicateId, month });
  }
  return [...parts.values()].map(({ syndicateId, month }) => ({
    syndicateId,
    agreementMonth: month === null ? null : calendarDate(month),
    isFromLines: false,
    isSummed: true,
  }));
}
