import { sql } from 'kysely';
import { type Cents, sumMoney } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { postedCash } from './posted-cash.ts';
import { type Reservation, readReservations } from './reservations.ts';

export interface CashAccount {
  posted: Cents;
  /** The sum of the reservations. */
  reserved: Cents;
  reservations: readonly Reservation[];
  /** May be negative after a reversal. */
  available: Cents;
  /** Deposits of days to come. They count nowhere else. */
  pending: Cents;
}

/** What an account holds and how much of it is free. It cannot change until the end of the transaction if the caller has locked it. */
export async function readCashAccount(tx: Tx, tenantId: string, syndicateId: bigint): Promise<CashAccount> {
  const { rows } = await sql<{ posted: Cents; pending: Cents }>`
    select ${postedCash} as posted, (
        select coalesce(sum(later.amount_cents), 0)::bigint from cash_entries later
        where later.tenant_id = total.tenant_id and later.syndicate_id = total.syndicate_id
          and later.effective_date > ${today} and later.kind = 'deposit'
      ) as pending
    from syndicate_totals total
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and total.cash_entered_through is not null`.execute(tx);
  const [account] = rows;
  if (!account) throw new Refusal('no_cash_account');
  const { posted, pending } = account;
  const reservations = await readReservations(tx, tenantId, syndicateId);
  const reserved = sumMoney(reservations.map(({ amount }) => amount));
  return { posted, reserved, reservations, available: posted - reserved, pending };
}
