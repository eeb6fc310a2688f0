import { sql } from 'kysely';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Projection } from './payments/projection.ts';

/** Funded and RTR are the whole contract's; of a syndicate, its part of them. Collected is what cleared and has not come back. */
export const FIGURES = ['funded', 'rtr', 'collected'] as const;

export type Figure = (typeof FIGURES)[number];

type Figures = Readonly<Record<Figure, Cents>>;

/** A figure that the funder's own system has. */
export interface ControlTotal {
  of: 'book' | 'deal' | 'syndicate';
  /** The external id; empty for the book. */
  id: string;
  figure: Figure;
  expected: Cents;
}

export interface TotalDifference extends ControlTotal {
  /** What the portal would have after the import; null where it would have no such deal or syndicate. */
  wouldBe: Cents | null;
}

/**
 * The control totals that the book would not come to: as it is stored in this transaction, with the payments that are still to be posted. The
 * book's own come first.
 */
export async function compareTotals(
  tx: Tx,
  tenantId: string,
  expected: readonly ControlTotal[],
  projection: Projection,
): Promise<TotalDifference[]> {
  const idsOf = (of: ControlTotal['of']) => [
    ...new Set(expected.filter((total) => total.of === of).map(({ id }) => id)),
  ];
  const figures = {
    book: new Map([['', await figuresOfBook(tx, tenantId, projection)]]),
    deal: await figuresOfDeals(tx, tenantId, idsOf('deal'), projection),
    syndicate: await figuresOfSyndicates(tx, tenantId, idsOf('syndicate'), projection),
  };
  return expected
    .map((total) => ({ ...total, wouldBe: figures[total.of].get(total.id)?.[total.figure] ?? null }))
    .filter(({ expected: amount, wouldBe }) => amount !== wouldBe)
    .toSorted((one, other) => Number(one.of !== 'book') - Number(other.of !== 'book'));
}

async function figuresOfBook(tx: Tx, tenantId: string, projection: Projection): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select coalesce(sum(deal.funded_amount_cents), 0)::bigint as funded, coalesce(sum(deal.payback_amount_cents), 0)::bigint as rtr,
      coalesce(sum(total.collected_cents), 0)::bigint as collected
    from deals deal left join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    where deal.tenant_id = ${tenantId}`.execute(tx);
  const { funded = 0n, rtr = 0n, collected = 0n } = rows[0] ?? {};
  const toPost = [...projection.byDeal.values()].reduce((sum, amount) => sum + amount, 0n);
  return { funded, rtr, collected: collected + toPost };
}

interface Row extends Figures {
  id: bigint;
  externalId: string;
}

const byExternalId = (rows: readonly Row[], toPost: ReadonlyMap<bigint, Cents>) =>
  new Map(
    rows.map(({ id, externalId, funded, rtr, collected }) => [
      externalId,
      { funded, rtr, collected: collected + (toPost.get(id) ?? 0n) },
    ]),
  );

async function figuresOfDeals(tx: Tx, tenantId: string, ids: readonly string[], { byDeal }: Projection) {
  if (ids.length === 0) return byExternalId([], byDeal);
  const { rows } = await sql<Row>`
    select known.id, known.external_id, coalesce(deal.funded_amount_cents, 0) as funded,
      coalesce(deal.payback_amount_cents, 0) as rtr, coalesce(total.collected_cents, 0) as collected
    from external_ids known
    join deals deal on deal.tenant_id = known.tenant_id and deal.id = known.id
    left join deal_totals total on total.tenant_id = known.tenant_id and total.deal_id = known.id
    where known.tenant_id = ${tenantId} and known.kind = 'deals' and known.external_id = any(${ids}::text[])`.execute(
    tx,
  );
  return byExternalId(rows, byDeal);
}

async function figuresOfSyndicates(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  { bySyndicate }: Projection,
) {
  if (ids.length === 0) return byExternalId([], bySyndicate);
  const { rows } = await sql<Row>`
    select known.id, known.external_id, coalesce(total.participation_amount_cents, 0) as funded,
      coalesce(total.anticipated_return_cents, 0) as rtr, coalesce(total.gross_cents, 0) as collected
    from external_ids known
    left join syndicate_totals total on total.tenant_id = known.tenant_id and total.syndicate_id = known.id
    where known.tenant_id = ${tenantId} and known.kind = 'syndicates' and known.external_id = any(${ids}::text[])`.execute(
    tx,
  );
  return byExternalId(rows, bySyndicate);
}
