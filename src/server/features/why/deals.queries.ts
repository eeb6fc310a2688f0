import { sql } from 'kysely';
import type { OurDeal } from '../../../shared/domain/compared-deals.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { DealFigure } from '../../../shared/domain/why-figures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Book, DEAL_AMOUNTS } from './deal-amounts.ts';

export async function sumDeals(
  tx: Tx,
  figure: DealFigure,
  book: Book,
): Promise<{ count: number; total: Cents }> {
  const { rows } = await sql<{ parts: number; total: Cents }>`
    select count(*)::integer as parts, coalesce(sum(part.amount), 0)::bigint as total
    from (${DEAL_AMOUNTS[figure](book)}) part`.execute(tx);
  const [{ parts, total } = { parts: 0, total: 0n }] = rows;
  return { count: parts, total };
}

interface DealPart {
  participationId: bigint;
  dealId: bigint;
  mid: string;
  merchantName: string;
  status: string;
  amount: Cents;
}

/** A page of the deals that a figure is made of, the largest amount first. */
export async function listDeals(
  tx: Tx,
  figure: DealFigure,
  book: Book,
  { limit, offset }: { limit: number; offset: number },
): Promise<DealPart[]> {
  const { rows } = await sql<DealPart>`
    select part.participation_id as "participationId", deal.id as "dealId", deal.mid, deal.name as "merchantName", deal.status,
      part.amount
    from (
      select part.participation_id, part.amount from (${DEAL_AMOUNTS[figure](book)}) part
      order by part.amount desc, part.participation_id desc limit ${limit} offset ${offset}
    ) part
    join participations p on p.tenant_id = ${book.tenantId}::uuid and p.id = part.participation_id
    join deals deal on deal.tenant_id = ${book.tenantId}::uuid and deal.id = p.deal_id
    order by part.amount desc, part.participation_id desc`.execute(tx);
  return rows;
}

/** All deals with their amounts, to be compared with a list of somebody else. */
export async function readAllDeals(tx: Tx, figure: DealFigure, book: Book): Promise<OurDeal[]> {
  const { rows } = await sql<OurDeal>`
    select deal.mid, deal.name as "merchantName", part.amount
    from (${DEAL_AMOUNTS[figure](book)}) part
    join participations p on p.tenant_id = ${book.tenantId}::uuid and p.id = part.participation_id
    join deals deal on deal.tenant_id = ${book.tenantId}::uuid and deal.id = p.deal_id`.execute(tx);
  return rows;
}
