import { sql } from 'kysely';
import { isBankDay } from '../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, isoWeekday } from '../../shared/domain/calendar-date.ts';
import type { Tx } from '../platform/db/database.ts';
import { askedOn, type Deal, type Terms } from './standing-day-by-day.ts';

interface Share extends Deal {
  syndicateId: bigint;
  payDays: number[];
  collected: bigint;
  sharePercent: string;
  feePercent: string;
  isUpfront: boolean;
  anticipatedReturn: bigint;
  gross: bigint;
  fee: bigint;
}

const CLOSED = [
  'Advance Completed',
  'Complete with discount',
  'Early Pay Discount',
  'Settled',
  'Write-off',
  'Cancelled',
];
const NOT_DEBITED = ['Default', 'Collections', 'Referred To Legal'];

/** What each syndicate of a tenant will be paid as agreed, worked out by walking from day to day, in another way than the ledger does it. */
export async function forecastsDayByDay(tx: Tx, tenantId: string, asOf: CalendarDate) {
  const { rows: shares } = await sql<Share>`
    select s.id as syndicate_id, s.pay_days, d.id as deal_id, d.status, d.funded_date, d.payback_amount_cents as payback,
      coalesce((select sum(amount_cents) from payments where tenant_id = d.tenant_id and deal_id = d.id
        and status = 'cleared'), 0)::bigint as collected,
      p.share_percent::text, p.management_fee_percent::text as fee_percent, p.management_fee_upfront <> 0 as is_upfront,
      p.anticipated_return_cents as anticipated_return,
      coalesce((select sum(gross_cents) from payout_lines where participation_id = p.id), 0)::bigint as gross,
      coalesce((select sum(management_fee_cents) from payout_lines where participation_id = p.id), 0)::bigint as fee
    from participations p join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    join syndicates s on s.tenant_id = p.tenant_id and s.id = p.syndicate_id
    where p.tenant_id = ${tenantId}::uuid order by s.id, p.id`.execute(tx);
  const forecasts = new Map<bigint, { payDates: Map<string, bigint>; undated: bigint; netBalance: bigint }>();
  for (const share of shares) {
    const forecast = forecasts.get(share.syndicateId) ?? { payDates: new Map(), undated: 0n, netBalance: 0n };
    forecasts.set(share.syndicateId, forecast);
    if (CLOSED.includes(share.status)) continue;
    const { rows: terms } = await sql<Terms>`
      select effective_date, payment_cents, payment_frequency, debit_weekday, reason from deal_terms
      where tenant_id = ${tenantId}::uuid and deal_id = ${share.dealId} order by effective_date, id`.execute(
      tx,
    );
    const balance =
      share.anticipatedReturn - share.gross - (feeOf(share, share.anticipatedReturn) - share.fee);
    forecast.netBalance += balance;
    forecast.undated += walk(share, terms, asOf, balance, forecast.payDates);
  }
  // A last debit of which the share is paid nothing any more is not a payout: its date is expected only if another pays something then.
  for (const { payDates } of forecasts.values())
    for (const [payDate, amount] of payDates) if (amount === 0n) payDates.delete(payDate);
  return forecasts;
}

/** Adds what is paid on each pay date, and returns what has none. */
function walk(
  share: Share,
  terms: readonly Terms[],
  asOf: CalendarDate,
  balance: bigint,
  payDates: Map<string, bigint>,
): bigint {
  let left = share.payback - share.collected;
  if (NOT_DEBITED.includes(share.status) || left <= 0n) return balance;
  let unpaid = balance;
  let day = asOf > share.fundedDate ? asOf : (share.fundedDate as CalendarDate);
  const found = new Map<string, bigint>();
  const horizon = addDays(day, 30 * 365);
  for (let quiet = 0; quiet < 60 && day <= horizon; quiet += 1) {
    day = addDays(day, 1);
    const asked = askedOn(terms, share, day);
    if (asked === 0n) continue;
    quiet = 0;
    left -= asked;
    const gross = half(asked * units(share.sharePercent), 100n * SCALE);
    const paid = left <= 0n ? unpaid : gross - feeOf(share, gross);
    const payDate = payDateOf(day, share.payDays);
    found.set(payDate, (found.get(payDate) ?? 0n) + paid);
    unpaid -= paid;
    if (left <= 0n) break;
  }
  // Without an end within thirty years nothing has a date; what ends at a pause is dated up to it.
  if (day > horizon) return balance;
  for (const [payDate, amount] of found) payDates.set(payDate, (payDates.get(payDate) ?? 0n) + amount);
  return unpaid;
}

function payDateOf(day: CalendarDate, payDays: readonly number[]): CalendarDate {
  let date = addDays(day, 1);
  while (!payDays.includes(isoWeekday(date))) date = addDays(date, 1);
  while (!isBankDay(date)) date = addDays(date, 1);
  return date;
}

const SCALE = 10n ** 12n;

/** A decimal as a whole number of its twelfth place. */
function units(decimal: string): bigint {
  const [whole = '0', places = ''] = decimal.split('.');
  return BigInt(whole) * SCALE + BigInt(places.padEnd(12, '0').slice(0, 12));
}

const feeOf = ({ isUpfront, feePercent }: Share, gross: bigint): bigint =>
  isUpfront ? 0n : half(gross * units(feePercent), 100n * SCALE);

/** Divided, and half a cent away from zero. */
const half = (amount: bigint, by: bigint): bigint =>
  amount < 0n ? -((-amount * 2n + by) / (2n * by)) : (amount * 2n + by) / (2n * by);
