import { type RawBuilder, sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import { byDate } from '../../../shared/domain/merged-returns.ts';
import type { KeptPart } from '../../../shared/domain/returned-deals.ts';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { storedBasis } from './keep-returns.ts';
import { workOutChosen } from './work-out-chosen.ts';
import type { StoredReturnsBasis } from './work-out-returns.ts';

/** The first agreement date of the last twelve months. */
export const recentFrom = sql<string>`((${today} - interval '12 months')::date + 1)`;

interface Book {
  syndicateId: bigint;
  bookVersion: string;
}

/** Stores what the returns of the parts of a book are made of. `all` is the whole book, worked out in the same transaction. */
export async function keepParts(
  tx: Tx,
  tenantId: string,
  book: Book,
  all: StoredReturnsBasis,
): Promise<void> {
  // The payouts of a large book are millions of rows, read from all over their table.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  const ofBook = (condition: RawBuilder<unknown>) =>
    workOutChosen(
      tx,
      tenantId,
      sql`select entry.participation_id from participation_totals entry
        where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${book.syndicateId} and ${condition}`,
    );
  const open = await ofBook(sql`entry.deal_status <> all(${ENDED_STATUSES}::text[])`);
  const recent = await ofBook(sql`entry.agreement_date >= ${recentFrom}`);
  await writePart(tx, tenantId, book, 'open', open);
  await writePart(tx, tenantId, book, 'closed', without(all, open));
  await writePart(tx, tenantId, book, 'recent', recent);
}

/** Most deals of an old book are closed. What they were paid is the rest, without reading their payouts. */
const without = (all: StoredReturnsBasis, open: StoredReturnsBasis): StoredReturnsBasis => ({
  dealCount: all.dealCount - open.dealCount,
  costs: rest(all.costs, open.costs),
  payouts: rest(all.payouts, open.payouts),
  balances: [],
});

const rest = (all: readonly CashFlow[], open: readonly CashFlow[]): CashFlow[] =>
  byDate([...all, ...open.map(({ date, amount }) => ({ date, amount: -amount }))]).filter(
    ({ amount }) => amount !== 0n,
  );

async function writePart(
  tx: Tx,
  tenantId: string,
  { syndicateId, bookVersion }: Book,
  part: KeptPart,
  basis: StoredReturnsBasis,
): Promise<void> {
  const row = {
    ...storedBasis(bookVersion, basis),
    fromDate: part === 'recent' ? recentFrom : null,
  };
  await tx
    .insertInto('syndicateReturnsParts')
    .values({ tenantId, syndicateId, part, ...row })
    .onConflict((on) => on.columns(['tenantId', 'syndicateId', 'part']).doUpdateSet(row))
    .execute();
}
