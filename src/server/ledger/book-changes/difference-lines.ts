import { type RawBuilder, sql } from 'kysely';
import { DIFFERENCE_CAUSES, type DifferenceCause } from '../../../shared/domain/book-as-of.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import { type DealStatus, EXCLUDED_FROM_BALANCE, isDealStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf } from '../../platform/db/today.ts';
import type { Book } from './recorded-book.ts';

/** What the book has at the end of one day and had not at the end of an earlier one. */
export interface Between extends Book {
  from: CalendarDate;
  to: CalendarDate;
}

/** By how much a line, or all lines of a cause, change the book. */
interface Effects {
  dealCount: number;
  investmentCost: Cents;
  anticipatedReturn: Cents;
  netCents: Cents;
  balanceCents: Cents;
  cashCents: Cents;
}

const figuresOf = ({ netCents, balanceCents, cashCents }: Effects) => ({
  totalPayouts: netCents,
  portfolioBalance: balanceCents,
  cashBalance: cashCents,
});

/** One row for each line: payouts by the day they were recorded and their pay date, everything else by share or entry. */
const lines = ({ tenantId, syndicateId, from, to }: Between): RawBuilder<unknown> => sql`
  select cause, recorded_on, pay_date, participation_id, 0::bigint as entry_id, sum(line_count)::integer as line_count,
    max(deal_status::text) filter (where share_count < 0) as former_status,
    max(deal_status::text) filter (where share_count > 0) as status, null::text as entry_kind,
    sum(share_count)::integer as deal_count, sum(investment_cost_cents)::bigint as investment_cost,
    sum(anticipated_return_cents)::bigint as anticipated_return, sum(net_pay_cents)::bigint as net_cents,
    coalesce(sum(anticipated_return_cents - gross_cents) filter (where deal_status <> all (${EXCLUDED_FROM_BALANCE}::text[])), 0)::bigint
      as balance_cents,
    0::bigint as cash_cents
  from book_changes
  where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and recorded_on > ${from}::date and recorded_on <= ${to}::date
  group by recorded_on, cause, participation_id, pay_date
  having bool_or(share_count <> 0 or investment_cost_cents <> 0 or anticipated_return_cents <> 0 or gross_cents <> 0 or line_count <> 0)
  union all
  select 'cash', greatest(${dayOf(sql`entry.recorded_at`)}, entry.effective_date), entry.pay_date, coalesce(entry.participation_id, 0),
    entry.id, 0, null, null, entry.kind, 0, 0, 0, 0, 0, entry.amount_cents
  from syndicates syndicate
  join cash_entries entry on entry.tenant_id = syndicate.tenant_id and entry.syndicate_id = syndicate.id
  where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId} and syndicate.uses_cash_balance
    and greatest(${dayOf(sql`entry.recorded_at`)}, entry.effective_date) > ${from}::date
    and greatest(${dayOf(sql`entry.recorded_at`)}, entry.effective_date) <= ${to}::date`;

/** By cause, how many lines there are and what they add up to. */
export async function readCauses(tx: Tx, between: Between) {
  const { rows } = await sql<Effects & { cause: DifferenceCause; count: bigint }>`
    select cause, count(*) as count, sum(deal_count)::integer as deal_count, sum(investment_cost)::bigint as investment_cost,
      sum(anticipated_return)::bigint as anticipated_return, sum(net_cents)::bigint as net_cents,
      sum(balance_cents)::bigint as balance_cents, sum(cash_cents)::bigint as cash_cents
    from (${lines(between)}) line group by cause`.execute(tx);
  return DIFFERENCE_CAUSES.flatMap((cause) => {
    const found = rows.find((row) => row.cause === cause);
    return found ? [{ ...found, ...figuresOf(found), count: Number(found.count) }] : [];
  });
}

interface FoundLine extends Effects {
  cause: DifferenceCause;
  recordedOn: string;
  payDate: string | null;
  lineCount: number;
  formerStatus: string | null;
  status: string | null;
  entryKind: CashEntryKind | null;
  mid: string | null;
  merchantName: string | null;
  dealPublicId: string | null;
  allLines: bigint;
}

interface Page {
  cause: DifferenceCause | null;
  offset: number;
  limit: number;
}

/** A page of the lines, the newest first, each with its deal. */
export async function readChanges(tx: Tx, between: Between, { cause, offset, limit }: Page) {
  const { tenantId } = between;
  const order = sql`line.recorded_on desc, line.cause, line.pay_date desc, line.participation_id, line.entry_id`;
  const { rows } = await sql<FoundLine>`
    select line.*, deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id
    from (
      select line.*, count(*) over () as all_lines from (${lines(between)}) line
      where ${cause}::text is null or cause = ${cause}
      order by ${order} limit ${limit} offset ${offset}
    ) line
    left join participations share on share.tenant_id = ${tenantId}::uuid and share.id = line.participation_id
    left join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
    order by ${order}`.execute(tx);
  return { total: Number(rows[0]?.allLines ?? 0n), changes: rows.map(toChange) };
}

const shown = (status: string | null): DealStatus | null => (status && isDealStatus(status) ? status : null);

const toChange = ({ mid, merchantName, dealPublicId, entryKind, ...line }: FoundLine) => ({
  ...line,
  ...figuresOf(line),
  cashKind: entryKind,
  recordedOn: calendarDate(line.recordedOn),
  payDate: line.payDate && line.lineCount > 0 ? calendarDate(line.payDate) : null,
  formerStatus: shown(line.formerStatus),
  status: shown(line.status),
  deal: mid && merchantName && dealPublicId ? { mid, merchantName, dealPublicId } : null,
});

export type BookChange = ReturnType<typeof toChange>;
