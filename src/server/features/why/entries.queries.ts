import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { contributedCash } from '../../ledger/cash/posted-cash.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';

interface Account {
  tenantId: string;
  syndicateId: bigint;
}

/** Null where the opening did not say how much was contributed by then. */
export async function readContributed(tx: Tx, tenantId: string, syndicateId: bigint): Promise<Cents | null> {
  const { rows } = await sql<{ contributed: Cents | null }>`
    select ${contributedCash} as contributed from syndicate_totals total
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}`.execute(tx);
  return rows[0]?.contributed ?? null;
}

/** The entries that a figure of the cash account is the sum of, and what each adds to it. */
export type EntryFigure = 'cash-balance' | 'cash-pending' | 'contributed';

const CHOSEN: Readonly<Record<EntryFigure, RawBuilder<unknown>>> = {
  'cash-balance': sql`entry.effective_date <= ${today}`,
  'cash-pending': sql`entry.effective_date > ${today} and entry.kind = 'deposit'`,
  contributed: sql`entry.effective_date <= ${today}
    and (entry.kind in ('deposit', 'withdrawal') or entry.contributed_cents is not null)`,
};

const addedBy = (figure: EntryFigure) =>
  figure === 'contributed'
    ? sql`case when entry.kind in ('deposit', 'withdrawal') then entry.amount_cents else entry.contributed_cents end`
    : sql`entry.amount_cents`;

const ofAccount = (figure: EntryFigure, { tenantId, syndicateId }: Account) =>
  sql`entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId} and ${CHOSEN[figure]}`;

export async function sumEntries(
  tx: Tx,
  figure: EntryFigure,
  account: Account,
): Promise<{ count: number; total: Cents }> {
  const { rows } = await sql<{ parts: number; total: Cents }>`
    select count(*)::integer as parts, coalesce(sum(${addedBy(figure)}), 0)::bigint as total
    from cash_entries entry where ${ofAccount(figure, account)}`.execute(tx);
  const [{ parts, total } = { parts: 0, total: 0n }] = rows;
  return { count: parts, total };
}

interface EntryRow {
  kind: string;
  day: string;
  added: Cents;
  payDay: string | null;
  mid: string | null;
  merchantName: string | null;
  said: string;
  enteredBy: string | null;
}

/** A page of them, the newest first. */
export async function listEntries(
  tx: Tx,
  figure: EntryFigure,
  account: Account,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<EntryRow>`
    select entry.kind, entry.effective_date as day, ${addedBy(figure)} as added, entry.pay_date as "payDay", deal.mid,
      deal.name as "merchantName", concat_ws(', ', nullif(entry.reference, ''), nullif(entry.reason, '')) as said,
      entry.recorded_by as "enteredBy"
    from cash_entries entry
    left join participations p on p.tenant_id = entry.tenant_id and p.id = entry.participation_id
    left join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where ${ofAccount(figure, account)}
    order by entry.effective_date desc, entry.id desc limit ${limit} offset ${offset}`.execute(tx);
  return rows.map(({ day, added, payDay, said, enteredBy, ...row }) => ({
    ...row,
    amount: added,
    on: calendarDate(day),
    payDate: payDay === null ? null : calendarDate(payDay),
    words: said === '' ? null : said,
    recordedBy: enteredBy,
  }));
}
