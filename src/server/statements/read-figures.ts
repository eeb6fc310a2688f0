import { sql } from 'kysely';
import {
  type CalendarDate,
  calendarDate,
  firstOfMonth,
  lastOfMonth,
} from '../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../shared/domain/cash-account.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { MonthlyFigures, PrincipalMethod, YearlyFigures } from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { type BookFacts, BookSums, type PayDate } from './add-up.ts';
import type { Months } from './periods.ts';
import { readShares } from './read-shares.ts';

/** What the ledger says about months of one syndicate. */
export interface ReadBook {
  syndicateId: bigint;
  /** The first month in which it has a share, a payout or a cash entry; null where it has none. */
  begins: CalendarDate | null;
  month(month: CalendarDate): MonthlyFigures;
  /** All twelve months have to be among those that were read. */
  year(year: CalendarDate): YearlyFigures;
}

/**
 * Reads what the ledger says now about months that are over, for some syndicates at once. Everything is read in the caller's snapshot, so
 * that the figures of one statement are of one moment.
 */
export async function readBooks(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  months: Months,
): Promise<ReadBook[]> {
  const books = await readParties(tx, tenantId, syndicateIds);
  const payDates = await readPayDates(tx, tenantId, syndicateIds, months);
  const cash = await readCash(tx, tenantId, syndicateIds, months);
  const sums = new Map(books.map(({ syndicateId, method }) => [syndicateId, new BookSums(months, method)]));
  for await (const { syndicateId, share } of readShares(tx, tenantId, syndicateIds, months))
    sums.get(syndicateId)?.add(share);
  return books.map(({ syndicateId, begins, usesCash, parties, method }) => {
    const ofBook = sums.get(syndicateId) ?? new BookSums(months, method);
    const facts: BookFacts = {
      parties,
      method,
      payDates: payDates.get(syndicateId) ?? [],
      cash: usesCash ? (cash.get(syndicateId) ?? { before: null, movements: [] }) : null,
    };
    return {
      syndicateId,
      begins,
      month: (month) => ofBook.month(month, facts),
      year: (year) => ofBook.year(year, facts),
    };
  });
}

async function readParties(tx: Tx, tenantId: string, syndicateIds: readonly bigint[]) {
  const { rows } = await sql<{
    syndicateId: bigint;
    begins: string | null;
    usesCash: boolean;
    method: PrincipalMethod;
    funderName: string;
    syndicateName: string;
    street: string | null;
    city: string | null;
    state: string | null;
    zipCode: string | null;
    contactPerson: string | null;
    payDays: number[];
    managementFee: string;
    syndicationFee: string;
  }>`
    select s.id as syndicate_id, s.uses_cash_balance as uses_cash, tenant.principal_method as method, tenant.name as "funderName",
      s.name as "syndicateName", s.street, s.city, s.state, s.zip as "zipCode", s.contact_person, s.pay_days,
      s.management_fee_percent::text as "managementFee", s.syndication_fee_percent::text as "syndicationFee",
      least(
        (select p.agreement_date from participations p
          where p.tenant_id = s.tenant_id and p.syndicate_id = s.id order by p.agreement_date limit 1),
        (select day.pay_date from syndicate_pay_dates day
          where day.tenant_id = s.tenant_id and day.syndicate_id = s.id order by day.pay_date limit 1),
        (select entry.effective_date from cash_entries entry
          where entry.tenant_id = s.tenant_id and entry.syndicate_id = s.id order by entry.effective_date limit 1)
      )::text as begins
    from syndicates s join tenants tenant on tenant.id = s.tenant_id
    where s.tenant_id = ${tenantId}::uuid and s.id = any(${syndicateIds}::bigint[])
    order by s.id`.execute(tx);
  return rows.map(({ syndicateId, begins, usesCash, method, managementFee, syndicationFee, ...parties }) => ({
    syndicateId,
    begins: begins === null ? null : firstOfMonth(calendarDate(begins)),
    usesCash,
    method,
    parties: {
      ...parties,
      managementFeePercent: rate(managementFee),
      syndicationFeePercent: rate(syndicationFee),
    },
  }));
}

async function readPayDates(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { first, last }: Months,
): Promise<Map<bigint, PayDate[]>> {
  const { rows } = await sql<Omit<PayDate, 'payDate'> & { syndicateId: bigint; paidOn: string }>`
    select day.syndicate_id, day.pay_date::text as paid_on, day.gross_cents as gross, day.management_fee_cents as "managementFee",
      day.net_pay_cents as "netPay", (
        select count(*)::integer from participation_pay_dates paid
        where paid.tenant_id = day.tenant_id and paid.syndicate_id = day.syndicate_id and paid.pay_date = day.pay_date
      ) as deals
    from syndicate_pay_dates day
    where day.tenant_id = ${tenantId}::uuid and day.syndicate_id = any(${syndicateIds}::bigint[])
      and day.pay_date between ${first}::date and ${lastOfMonth(last)}::date
    order by day.syndicate_id, day.pay_date`.execute(tx);
  return grouped(rows, ({ syndicateId: _, paidOn, ...day }) => ({ ...day, payDate: calendarDate(paidOn) }));
}

async function readCash(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { first, last }: Months,
): Promise<Map<bigint, NonNullable<BookFacts['cash']>>> {
  const { rows } = await sql<{
    syndicateId: bigint;
    /** Null for everything before the first month. */
    month: string | null;
    kind: CashEntryKind;
    count: number;
    amount: Cents;
  }>`
    select syndicate_id, case when effective_date >= ${first}::date then date_trunc('month', effective_date)::date::text end as month,
      kind, count(*)::integer as count, sum(amount_cents)::bigint as amount
    from cash_entries
    where tenant_id = ${tenantId}::uuid and syndicate_id = any(${syndicateIds}::bigint[])
      and effective_date <= ${lastOfMonth(last)}::date
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  const found = new Map<bigint, NonNullable<BookFacts['cash']>>();
  for (const { syndicateId, month, kind, count, amount } of rows) {
    const known = found.get(syndicateId) ?? { before: null, movements: [] };
    found.set(
      syndicateId,
      month === null
        ? { ...known, before: (known.before ?? 0n) + amount }
        : { ...known, movements: [...known.movements, { month: calendarDate(month), kind, count, amount }] },
    );
  }
  return found;
}

function grouped<Row extends { syndicateId: bigint }, Value>(
  rows: readonly Row[],
  entry: (row: Row) => Value,
): Map<bigint, Value[]> {
  const groups = new Map<bigint, Value[]>();
  for (const row of rows) {
    const group = groups.get(row.syndicateId);
    if (group) group.push(entry(row));
    else groups.set(row.syndicateId, [entry(row)]);
  }
  return groups;
}
