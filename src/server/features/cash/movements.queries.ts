import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { payToInWords } from './pay-to.ts';

/** The entries of an account: those of one month or all, of one kind or all. */
export interface MovementChoice {
  tenantId: string;
  syndicateId: bigint;
  /** The first day of the month. */
  month?: CalendarDate | undefined;
  kind?: CashEntryKind | undefined;
}

interface MovementRow {
  id: bigint;
  kind: CashEntryKind;
  effectiveDate: string;
  amount: Cents;
  held: Cents | null;
  mid: string | null;
  merchantName: string | null;
  dealPublicId: string | null;
  payDate: string | null;
  bankName: string | null;
  accountNumberLast4: string | null;
  askedAt: Date | null;
  reason: string;
  reference: string;
}

const ofAccount = ({ tenantId, syndicateId }: MovementChoice) =>
  sql`entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId}`;

/** What the account held before the chosen month. */
const carriedOver = (choice: MovementChoice) => sql`coalesce((
  select sum(entry.amount_cents) from cash_entries entry
  where ${ofAccount(choice)} and ${choice.month ? sql`entry.effective_date < ${choice.month}::date and entry.effective_date <= ${today}` : sql`false`}
), 0)`;

/** The entries of the month that count by today, of every kind, each with what the account held after it. */
const ofMonth = (choice: MovementChoice) => sql`
  select entry.*, (${carriedOver(choice)} + sum(entry.amount_cents) over (order by entry.effective_date, entry.id))::bigint as held
  from cash_entries entry
  where ${ofAccount(choice)} and entry.effective_date <= ${today}
    ${choice.month ? sql`and entry.effective_date >= ${choice.month}::date and entry.effective_date < (${choice.month}::date + interval '1 month')::date` : sql``}`;

const ofKind = ({ kind }: MovementChoice) => (kind ? sql`entry.kind = ${kind}` : sql`true`);

/** Entries with the deal, or the request of a withdrawal, that each is about. */
const described = (entries: RawBuilder<unknown>) => sql<MovementRow>`
  select entry.id, entry.kind, entry.effective_date::text as effective_date, entry.amount_cents as amount, entry.held, deal.mid,
    deal.name as merchant_name, deal.public_id as deal_public_id, entry.pay_date::text as pay_date, asked.bank_name,
    asked.account_number_last4, asked.asked_at, entry.reason, entry.reference
  from (${entries}) entry
  left join participations share on share.tenant_id = entry.tenant_id and share.id = entry.participation_id
  left join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
  left join withdrawal_requests asked on asked.tenant_id = entry.tenant_id and asked.syndicate_id = entry.syndicate_id
    and asked.reference = entry.reference and entry.kind = 'withdrawal'`;

export const toMovement = ({
  held,
  effectiveDate,
  payDate,
  askedAt,
  bankName,
  accountNumberLast4,
  ...row
}: MovementRow) => ({
  ...row,
  balance: held,
  effectiveDate: calendarDate(effectiveDate),
  payDate: payDate === null ? null : calendarDate(payDate),
  payTo: payToInWords({ bankName, accountNumberLast4 }),
  askedAt: askedAt?.toISOString() ?? null,
});

export type Movement = ReturnType<typeof toMovement>;

/** The newest first; after the entry with this id. */
export async function readMovements(
  tx: Tx,
  choice: MovementChoice,
  { after, limit }: { after: bigint | undefined; limit: number },
): Promise<Movement[]> {
  const following = after
    ? sql`(entry.effective_date, entry.id) < (
        select entry.effective_date, entry.id from cash_entries entry where ${ofAccount(choice)} and entry.id = ${after})`
    : sql`true`;
  const page = sql`
    select entry.* from (${ofMonth(choice)}) entry where ${ofKind(choice)} and ${following}
    order by entry.effective_date desc, entry.id desc limit ${limit}`;
  const { rows } = await sql<MovementRow>`
    ${described(page)} order by entry.effective_date desc, entry.id desc`.execute(tx);
  return rows.map(toMovement);
}

/** Deposits of days to come, the last one first. */
export async function readDepositsToCome(tx: Tx, choice: MovementChoice): Promise<Movement[]> {
  const later = sql`
    select entry.*, null::bigint as held from cash_entries entry
    where ${ofAccount(choice)} and entry.effective_date > ${today} and entry.kind = 'deposit'`;
  const { rows } = await sql<MovementRow>`
    ${described(later)} order by entry.effective_date desc, entry.id desc`.execute(tx);
  return rows.map(toMovement);
}

/** All chosen entries, the oldest first. */
export const movementsInOrder = (choice: MovementChoice) => sql<MovementRow>`
  ${described(sql`select entry.* from (${ofMonth(choice)}) entry where ${ofKind(choice)}`)} order by entry.effective_date, entry.id`;

interface MovementSums {
  carriedOver: Cents;
  closing: Cents;
  count: number;
  moneyIn: Cents;
  moneyOut: Cents;
}

/** What the month begins and ends with, and the number and sums of the chosen entries. */
export async function sumMovements(tx: Tx, choice: MovementChoice): Promise<MovementSums> {
  const { rows } = await sql<{ before: Cents; moved: Cents; entries: number; cameIn: Cents; wentOut: Cents }>`
    select ${carriedOver(choice)}::bigint as before, coalesce(sum(entry.amount_cents), 0)::bigint as moved,
      count(*) filter (where ${ofKind(choice)})::integer as entries,
      coalesce(sum(entry.amount_cents) filter (where entry.amount_cents > 0 and ${ofKind(choice)}), 0)::bigint as came_in,
      coalesce(sum(entry.amount_cents) filter (where entry.amount_cents < 0 and ${ofKind(choice)}), 0)::bigint as went_out
    from (${ofMonth(choice)}) entry`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error('A sum is one row.');
  const { before, moved, entries, cameIn, wentOut } = sums;
  return { carriedOver: before, closing: before + moved, count: entries, moneyIn: cameIn, moneyOut: wentOut };
}
