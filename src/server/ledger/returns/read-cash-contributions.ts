import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { postedCash } from '../cash/posted-cash.ts';

export interface StoredContributions {
  openedOn: CalendarDate;
  /** What the investor had put in by the opening, with later corrections of that; null where the opening does not say it. */
  opening: Cents | null;
  deposits: Cents;
  withdrawals: Cents;
  cash: Cents;
  /** Payouts whose pay date has come, and which the turn of the day has not entered yet. */
  notEntered: Cents;
  contributions: CashFlow[];
}

interface EntryRow {
  kind: 'opening' | 'deposit' | 'withdrawal' | 'adjustment';
  effectiveOn: string;
  cents: Cents;
}

/** Undefined for a syndicate that does not use a cash account. Entries of days to come are left out. */
export async function readCashContributions(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<StoredContributions | undefined> {
  const { rows: accounts } = await sql<{ held: Cents; notEntered: Cents; isTold: boolean }>`
    select ${postedCash} as held, total.contributed_cents is not null as is_told, (
        select coalesce(sum(paid.net_pay_cents), 0)::bigint from syndicate_pay_dates paid
        where paid.tenant_id = total.tenant_id and paid.syndicate_id = total.syndicate_id
          and paid.pay_date > total.cash_entered_through and paid.pay_date <= ${today}
      ) as not_entered
    from syndicates syndicate
    join syndicate_totals total on total.tenant_id = syndicate.tenant_id and total.syndicate_id = syndicate.id
    where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId} and syndicate.uses_cash_balance
      and total.cash_entered_through is not null`.execute(tx);
  const [account] = accounts;
  if (!account) return undefined;
  const { rows: entries } = await sql<EntryRow>`
    select kind, effective_date as effective_on,
      case when kind in ('deposit', 'withdrawal') then amount_cents else coalesce(contributed_cents, 0) end as cents
    from cash_entries
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and effective_date <= ${today}
      and kind in ('opening', 'deposit', 'withdrawal', 'adjustment')
    order by effective_date, id`.execute(tx);
  const sumOf = (...kinds: EntryRow['kind'][]): Cents =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0n);
  return {
    openedOn: calendarDate(entries.find(({ kind }) => kind === 'opening')?.effectiveOn ?? ''),
    opening: account.isTold ? sumOf('opening', 'adjustment') : null,
    deposits: sumOf('deposit'),
    withdrawals: -sumOf('withdrawal'),
    cash: account.held,
    notEntered: account.notEntered,
    contributions: entries
      .filter(({ cents }) => cents !== 0n)
      .map(({ effectiveOn, cents }) => ({ date: calendarDate(effectiveOn), amount: cents })),
  };
}
