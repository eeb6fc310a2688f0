import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import {
  type ClearedDebit,
  type DealStanding,
  isSlow,
  type PaymentFacts,
  paceFrom,
  paceOf,
  REFUSAL_CODES,
  type StandingDeal,
  slowSince,
  standingOf,
  watchedAfter,
} from '../../../shared/domain/deal-standing.ts';
import { type DealStatus, isDealStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf } from '../../platform/db/today.ts';
import { readTerms } from '../listed-terms.ts';
import { type AsOf, settledDay } from './as-of.ts';

/** The day of a payment's debit. One that never cleared, and whose debit date nobody has told, counts on the day it came back. */
export const debitDate = sql<string>`coalesce(payment.debit_date, payment.cleared_date, payment.returned_date)`;

/** The standings of deals, worked out from their terms and payments. A deal that is not funded has none. */
export async function workOutStandings(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
  asOf: AsOf,
): Promise<Map<bigint, DealStanding>> {
  const deals = await readStandingDeals(tx, tenantId, dealIds);
  const facts = await readFacts(tx, tenantId, deals, asOf);
  const slow = new Set(
    [...deals].flatMap(([dealId, deal]) =>
      isSlow(paceOf(deal, dayFor(deal, asOf), facts.get(dealId)?.paceCleared ?? 0n)) ? [dealId] : [],
    ),
  );
  const cleared = await readClearedDebits(tx, tenantId, [...slow]);
  const since = (dealId: bigint, deal: StandingDeal) =>
    slow.has(dealId) ? slowSince(deal, cleared.get(dealId) ?? [], dayFor(deal, asOf)) : null;
  return new Map(
    [...deals].map(([dealId, deal]) => {
      const known = { ...(facts.get(dealId) ?? NO_FACTS), slowSince: since(dealId, deal) };
      return [dealId, standingOf(deal, known, dayFor(deal, asOf))];
    }),
  );
}

const NO_FACTS: PaymentFacts = { lastCleared: null, paceCleared: 0n, refusal: null, slowSince: null };

/** While nothing is posted, a deal is as on the day it was funded. */
const dayFor = ({ fundedDate }: StandingDeal, asOf: AsOf): CalendarDate => settledDay(asOf) ?? fundedDate;

interface DealRow {
  dealId: bigint;
  status: DealStatus;
  statusSince: string | null;
  fundedDate: string;
  payback: Cents;
  collected: Cents;
}

async function readStandingDeals(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, StandingDeal>> {
  const { rows } = await sql<DealRow>`
    select deal.id as deal_id, deal.status, deal.funded_date, deal.payback_amount_cents as payback,
      total.collected_cents as collected, case when newest.status = deal.status then newest.day end as status_since
    from deals deal
    join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    left join lateral (
      select change.status, ${dayOf(sql`change.changed_at`)} as day from deal_status_changes change
      where change.tenant_id = deal.tenant_id and change.deal_id = deal.id
      order by change.changed_at desc, change.id desc limit 1
    ) newest on true
    where deal.tenant_id = ${tenantId}::uuid and deal.id = any(${dealIds}::bigint[]) and deal.funded_date is not null`.execute(
    tx,
  );
  const terms = await readTerms(
    tx,
    tenantId,
    rows.map(({ dealId }) => dealId),
  );
  return new Map(
    rows.flatMap(({ dealId, status, statusSince, fundedDate, payback, collected }) =>
      isDealStatus(status)
        ? [
            [
              dealId,
              {
                status,
                statusSince: statusSince === null ? null : calendarDate(statusSince),
                fundedDate: calendarDate(fundedDate),
                payback,
                collected,
                terms: terms.get(dealId) ?? [],
              },
            ] as const,
          ]
        : [],
    ),
  );
}

interface FactsRow {
  dealId: bigint;
  lastCleared: string | null;
  paceCleared: Cents;
  refusedOn: string | null;
  refusalCode: string | null;
}

async function readFacts(
  tx: Tx,
  tenantId: string,
  deals: ReadonlyMap<bigint, StandingDeal>,
  asOf: AsOf,
): Promise<Map<bigint, PaymentFacts>> {
  const asked = [...deals].map(([dealId, deal]) => {
    const day = dayFor(deal, asOf);
    return { dealId, day, paceFrom: paceFrom(deal, day) };
  });
  if (asked.length === 0) return new Map();
  const refusedAfter = asOf.date && watchedAfter(asOf.date);
  const { rows } = await sql<FactsRow>`
    select asked.deal_id,
      max(${debitDate}) filter (where payment.status = 'cleared') as last_cleared,
      coalesce(sum(payment.amount_cents) filter (where payment.status = 'cleared'
        and ${debitDate} between asked.pace_from and asked.day), 0)::bigint as pace_cleared,
      min(payment.returned_date) filter (where ${isRefusal(refusedAfter, asOf.date)}) as refused_on,
      (array_agg(payment.return_code order by payment.returned_date, payment.id)
        filter (where ${isRefusal(refusedAfter, asOf.date)}))[1] as refusal_code
    from unnest(${asked.map(({ dealId }) => dealId)}::bigint[], ${asked.map(({ day }) => day)}::date[],
      ${asked.map((deal) => deal.paceFrom)}::date[]) as asked (deal_id, day, pace_from)
    join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.deal_id = asked.deal_id
    group by asked.deal_id`.execute(tx);
  return new Map(
    rows.map(({ dealId, lastCleared, paceCleared, refusedOn, refusalCode }) => [
      dealId,
      {
        lastCleared: lastCleared === null ? null : calendarDate(lastCleared),
        paceCleared,
        refusal: refusedOn === null ? null : { date: calendarDate(refusedOn), code: refusalCode ?? '' },
        slowSince: null,
      },
    ]),
  );
}

const isRefusal = (after: CalendarDate | null, upTo: CalendarDate | null) =>
  sql`payment.return_code = any(${REFUSAL_CODES}::text[])
    and payment.returned_date > ${after}::date and payment.returned_date <= ${upTo}::date`;

/** By deal, what cleared of the debits of each day. */
async function readClearedDebits(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, ClearedDebit[]>> {
  if (dealIds.length === 0) return new Map();
  const { rows } = await sql<{ dealId: bigint; date: string; amount: Cents }>`
    select payment.deal_id, ${debitDate} as date, sum(payment.amount_cents)::bigint as amount
    from payments payment
    where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = any(${dealIds}::bigint[])
      and payment.status = 'cleared'
    group by 1, 2 order by 1, 2`.execute(tx);
  const byDeal = new Map<bigint, ClearedDebit[]>();
  for (const { dealId, date, amount } of rows) {
    const cleared = byDeal.get(dealId) ?? [];
    byDeal.set(dealId, cleared);
    cleared.push({ date: calendarDate(date), amount });
  }
  return byDeal;
}
