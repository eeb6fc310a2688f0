import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import type { LossBasis, LossDate } from '../../../shared/domain/loss.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { type LossesOf, lostShares } from '../../ledger/analysis/lost-shares.ts';
import type { Tx } from '../../platform/db/database.ts';

/** More would be a table of its own; the spreadsheet has all. */
const LISTED = 50;

interface Asked {
  by: LossDate;
  quarter: CalendarDate | null;
  basis: LossBasis;
}

interface LostDealRow {
  publicId: string;
  merchantName: string;
  mid: string;
  status: DealStatus;
  fundedDate: string;
  lostDay: string | null;
  basis: Cents;
  netPaid: Cents;
  lossOfBasis: Cents;
  count: bigint;
  whole: Cents;
}

/** The lost deals of one quarter, the largest losses first, and the sum of those that are not listed. */
export async function readLostDeals(tx: Tx, book: LossesOf, { by, quarter, basis }: Asked) {
  const loss = basis === 'cost' ? sql`lost.unpaid_cost` : sql`lost.unpaid_rtr`;
  const day = by === 'funded' ? sql`lost.funded_quarter` : sql`lost.lost_quarter`;
  const { rows } = await sql<LostDealRow>`
    select lost.public_id, lost.name as merchant_name, lost.mid, lost.deal_status as status, lost.funded_date,
      lost.lost_on as lost_day, ${basis === 'cost' ? sql`lost.cost` : sql`lost.rtr_after_fee`} as basis, lost.net_paid,
      ${loss} as loss_of_basis, count(*) over () as count, (sum(${loss}) over ())::bigint as whole
    from (${lostShares(book)}) lost
    where ${day} is not distinct from ${quarter}::date
    order by ${loss} desc, lost.share_id limit ${LISTED}`.execute(tx);
  const listed = rows.reduce((sum, { lossOfBasis }) => sum + lossOfBasis, 0n);
  return {
    deals: rows.map(({ publicId, fundedDate, lostDay, lossOfBasis, count: _, whole: __, ...deal }) => ({
      ...deal,
      dealPublicId: publicId,
      fundedOn: calendarDate(fundedDate),
      lostOn: lostDay === null ? null : calendarDate(lostDay),
      loss: lossOfBasis,
    })),
    others: {
      dealCount: Number(rows[0]?.count ?? 0n) - rows.length,
      loss: (rows[0]?.whole ?? 0n) - listed,
    },
  };
}

interface LostShareRow {
  mid: string;
  merchantName: string;
  status: DealStatus;
  fundedDate: string;
  lostDay: string | null;
  cost: Cents;
  rtrAfterFee: Cents;
  netPaid: Cents;
  unpaidCost: Cents;
  unpaidRtr: Cents;
}

/** Every lost deal with both bases, the newest loss first. */
export async function readAllLostDeals(tx: Tx, book: LossesOf) {
  const { rows } = await sql<LostShareRow>`
    select lost.mid, lost.name as merchant_name, lost.deal_status as status, lost.funded_date, lost.lost_on as lost_day,
      lost.cost, lost.rtr_after_fee, lost.net_paid, lost.unpaid_cost, lost.unpaid_rtr
    from (${lostShares(book)}) lost
    order by lost.lost_on desc nulls last, lost.share_id`.execute(tx);
  return rows.map(({ fundedDate, lostDay, rtrAfterFee, unpaidCost, unpaidRtr, ...deal }) => ({
    ...deal,
    fundedOn: calendarDate(fundedDate),
    lostOn: lostDay === null ? null : calendarDate(lostDay),
    netRtr: rtrAfterFee,
    lossOfCost: unpaidCost,
    lossOfRtr: unpaidRtr,
  }));
}
