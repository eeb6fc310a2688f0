import { sql } from 'kysely';
import { bankDayBefore, isBankDay } from '../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, calendarDate, isoWeekday } from '../../shared/domain/calendar-date.ts';
import type { Tx } from '../platform/db/database.ts';

export interface Terms {
  effectiveDate: string;
  paymentCents: bigint;
  paymentFrequency: 'DAILY' | 'WEEKLY';
  debitWeekday: number | null;
  reason: string;
}

export interface Deal {
  dealId: bigint;
  status: string;
  fundedDate: string;
  payback: bigint;
}

interface Payment {
  date: string;
  amount: bigint;
  status: string;
  returnedDate: string | null;
  returnCode: string | null;
}

const ENDED = ['Advance Completed', 'Cancelled', 'Complete with discount', 'Write-off'];

/** How the deals of a tenant stand, worked out by walking from day to day, in another way than the ledger does it. */
export async function standingsDayByDay(tx: Tx, tenantId: string, asOf: CalendarDate) {
  const { rows: deals } = await sql<Deal>`
    select id as deal_id, status, funded_date, payback_amount_cents as payback from deals
    where tenant_id = ${tenantId}::uuid and funded_date is not null order by id`.execute(tx);
  const standings = [];
  for (const deal of deals) {
    const { rows: terms } = await sql<Terms>`
      select effective_date, payment_cents, payment_frequency, debit_weekday, reason from deal_terms
      where tenant_id = ${tenantId}::uuid and deal_id = ${deal.dealId} order by effective_date, id`.execute(
      tx,
    );
    const { rows: payments } = await sql<Payment>`
      select coalesce(cleared_date, returned_date) as date, amount_cents as amount, status, returned_date, return_code
      from payments where tenant_id = ${tenantId}::uuid and deal_id = ${deal.dealId} order by 1`.execute(tx);
    standings.push({ dealId: deal.dealId, ...walk(deal, terms, payments, asOf) });
  }
  return standings;
}

function walk(deal: Deal, terms: readonly Terms[], payments: readonly Payment[], asOf: CalendarDate) {
  const cleared = payments.filter(({ status }) => status === 'cleared');
  const collected = sumOf(cleared);
  const [contract] = terms;
  const contractPayoff = contract ? payoff([contract], deal, deal.fundedDate, deal.payback) : null;
  if (ENDED.includes(deal.status))
    return {
      expected: deal.status === 'Cancelled' ? 0n : deal.payback,
      arrears: 0n,
      missed: 0,
      pace: null,
      contractPayoff,
      expectedPayoff: null,
      reasons: [],
    };

  const debits: { date: string; amount: bigint }[] = [];
  for (let day = addDays(calendarDate(deal.fundedDate), 1); day <= asOf; day = addDays(day, 1)) {
    const amount = askedOn(terms, deal, day);
    if (amount > 0n) debits.push({ date: day, amount });
  }
  const asked = sumOf(debits);
  const expected = asked < deal.payback ? asked : deal.payback;
  const lastCleared = cleared.at(-1)?.date ?? '';
  const missed = debits.filter(({ date }) => date > lastCleared).length;
  const paceAt = (until: readonly (typeof debits)[number][], day: string) => {
    const window = until.slice(-20);
    const from = window[0]?.date ?? day;
    if (window.length < 5) return null;
    return {
      cleared: sumOf(cleared.filter(({ date }) => date >= from && date <= day)),
      asked: sumOf(window),
    };
  };
  const pace = paceAt(debits, asOf);
  const reasons: string[] = [];
  const since20 = bankDaysBefore(asOf, 20);
  const refused = payments.find(
    ({ returnCode, returnedDate }) =>
      returnCode === 'R02' && returnedDate !== null && returnedDate > since20 && returnedDate <= asOf,
  );
  if (refused) reasons.push('refused');
  if (missed >= 3) reasons.push('missed');
  if (pace && Number(pace.cleared) / Number(pace.asked) < 0.75) reasons.push('slow');
  const newest = terms.filter(({ effectiveDate }) => effectiveDate <= asOf).at(-1);
  if (newest && newest.effectiveDate > since20 && ['paused', 'modified'].includes(newest.reason))
    reasons.push(newest.reason);
  const owed = deal.payback - collected;
  return {
    expected,
    arrears: expected > collected ? expected - collected : 0n,
    missed,
    pace,
    contractPayoff,
    expectedPayoff: owed > 0n ? payoff(terms, deal, asOf, owed) : null,
    reasons,
  };
}

/** What the terms in force on a day ask for on it. */
export function askedOn(terms: readonly Terms[], deal: Deal, day: CalendarDate): bigint {
  const now = terms.filter(({ effectiveDate }) => effectiveDate <= day).at(-1);
  if (!now || !isBankDay(day)) return 0n;
  if (now.paymentFrequency === 'DAILY') return now.paymentCents;
  const weekday = now.debitWeekday ?? isoWeekday(calendarDate(deal.fundedDate));
  // The day itself, and the days before it on which banks were closed.
  for (let on = day; on > bankDayBefore(day); on = addDays(on, -1))
    if (isoWeekday(on) === weekday && on > deal.fundedDate) return now.paymentCents;
  return 0n;
}

function payoff(terms: readonly Terms[], deal: Deal, after: string, owed: bigint): string | null {
  let left = owed;
  let day = calendarDate(after);
  // Further ahead than thirty years there is no end in sight.
  const horizon = addDays(day, 30 * 365);
  // Without a debit for so long there are no more: even weekly ones are never further apart than a long weekend and a week.
  for (let quiet = 0; quiet < 60; quiet += 1) {
    day = addDays(day, 1);
    const asked = askedOn(terms, deal, day);
    if (asked > 0n) quiet = 0;
    left -= asked;
    if (left <= 0n) return day <= horizon ? day : null;
  }
  return null;
}

const sumOf = (amounts: readonly { amount: bigint }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0n);

function bankDaysBefore(day: CalendarDate, count: number): CalendarDate {
  let at = isBankDay(day) ? day : bankDayBefore(day);
  for (let back = 0; back < count; back += 1) at = bankDayBefore(at);
  return at;
}
