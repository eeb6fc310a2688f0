import { sql } from 'kysely';
import type { Tx } from '../../src/server/platform/db/database.ts';
import { isBankDay } from '../../src/shared/domain/bank-holidays.ts';
import {
  addDays,
  type CalendarDate,
  calendarDate,
  isoWeekday,
} from '../../src/shared/domain/calendar-date.ts';
import { type DealStatus, isExcludedFromBalance } from '../../src/shared/domain/deal-status.ts';
import type { Cents } from '../../src/shared/domain/money.ts';
import type { PaymentFrequency } from '../../src/shared/domain/offer-terms.ts';
import { isClosed, performancePercent } from '../../src/shared/domain/performance.ts';
import { type Rate, rate } from '../../src/shared/domain/rate.ts';

interface StoredDeal {
  mid: string;
  merchantName: string;
  status: DealStatus;
  platform: string;
  publicId: string;
  agreementDate: string;
  sharePercent: string;
  participationAmount: Cents;
  commissionAmount: Cents;
  investmentCost: Cents;
  feePercent: string;
  feeUpfront: number;
  anticipatedReturn: Cents;
  gross: Cents;
  netPay: Cents;
  firstPayDate: string | null;
  lastPayDate: string | null;
  lastCleared: string | null;
  collected: Cents;
  fundedDate: string;
  paybackAmount: Cents;
  /** What one debit asks for from a day on, the latest last. */
  terms: { from: string; cents: number }[];
  paymentFrequency: PaymentFrequency;
  /** As of which day the book is posted. */
  asOf: string;
}

/** A deal of a syndicate, computed from its contract, its payments and its payout lines. */
export interface BookDeal
  extends Omit<StoredDeal, 'sharePercent' | 'feePercent' | 'agreementDate' | 'lastCleared'> {
  agreementDate: CalendarDate;
  lastCleared: CalendarDate | null;
  sharePercent: Rate;
  feePercent: Rate;
  remainingBalance: Cents;
  countedBalance: Cents;
  netProfit: Cents;
  performance: Rate | null;
}

/** Ordered by agreement date, the latest first. */
export async function readDeals(tx: Tx, syndicateId: bigint): Promise<BookDeal[]> {
  const { rows } = await sql<StoredDeal>`
    select d.mid, d.name as merchant_name, d.status, d.platform, d.public_id, p.agreement_date,
      p.share_percent::text, p.participation_amount_cents as participation_amount,
      p.commission_amount_cents as commission_amount, p.investment_cost_cents as investment_cost,
      p.management_fee_percent::text as fee_percent, p.management_fee_upfront as fee_upfront,
      p.anticipated_return_cents as anticipated_return,
      coalesce(line.gross, 0)::bigint as gross, coalesce(line.net, 0)::bigint as net_pay,
      line.first_pay_date, line.last_pay_date, paid.last_cleared, coalesce(paid.collected, 0)::bigint as collected,
      d.funded_date, d.payback_amount_cents as payback_amount, d.payment_frequency,
      (select jsonb_agg(jsonb_build_object('from', t.effective_date, 'cents', t.payment_cents) order by t.effective_date, t.id)
        from deal_terms t where t.deal_id = d.id) as terms,
      (select complete_through from tenant_books) as as_of
    from participations p
    join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    left join (
      select participation_id, sum(gross_cents) as gross, sum(net_pay_cents) as net,
        min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
      from payout_lines group by 1
    ) line on line.participation_id = p.id
    left join (
      select deal_id, max(cleared_date) as last_cleared, sum(amount_cents) as collected
      from payments where status = 'cleared' group by 1
    ) paid on paid.deal_id = d.id
    where p.syndicate_id = ${syndicateId}
    order by p.agreement_date desc, p.id desc`.execute(tx);
  return rows.map(toBookDeal);
}

function toBookDeal(stored: StoredDeal): BookDeal {
  const remainingBalance = stored.anticipatedReturn - stored.gross;
  return {
    ...stored,
    agreementDate: calendarDate(stored.agreementDate),
    lastCleared: stored.lastCleared === null ? null : calendarDate(stored.lastCleared),
    sharePercent: rate(stored.sharePercent),
    feePercent: rate(stored.feePercent),
    remainingBalance,
    countedBalance: isExcludedFromBalance(stored.status) ? 0n : remainingBalance,
    netProfit: stored.netPay - stored.investmentCost,
    performance: performancePercent(stored.collected, dueOf(stored)),
  };
}

/** Counted day by day. */
function dueOf({ status, fundedDate, asOf, terms, paymentFrequency, paybackAmount }: StoredDeal): Cents {
  if (status === 'Cancelled') return 0n;
  if (isClosed(status)) return paybackAmount;
  let due = 0n;
  const weekday = isoWeekday(calendarDate(fundedDate));
  let isOwedThisWeek = false;
  for (let day = addDays(calendarDate(fundedDate), 1); day <= asOf; day = addDays(day, 1)) {
    if (isoWeekday(day) === weekday) isOwedThisWeek = true;
    if (!isBankDay(day) || (paymentFrequency === 'WEEKLY' && !isOwedThisWeek)) continue;
    due += BigInt(terms.findLast(({ from }) => from <= day)?.cents ?? 0);
    isOwedThisWeek = false;
  }
  return due < paybackAmount ? due : paybackAmount;
}
