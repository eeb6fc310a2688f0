import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { netInvestment } from '../../../shared/domain/portfolio-totals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday, today } from '../../platform/db/today.ts';
import { writeCashEntries } from './cash-entries.ts';
import { lockCashAccount } from './open-cash-account.ts';
import { contributedCash, postedCash } from './posted-cash.ts';

export interface CashCorrection {
  syndicateId: bigint;
  /** What the account is to hold; as it is when left out. */
  cash?: Cents | undefined;
  /** What the investor is to have put in; null for what CALC-02 gives; as it is when left out. */
  contributed?: Cents | null | undefined;
  reason: string;
  recordedBy: string;
}

/** Brings an account to what the funder's own books say, with an adjustment of today where that differs. */
export async function correctCashAccount(
  tx: Tx,
  tenantId: string,
  { syndicateId, cash, contributed, reason, recordedBy }: CashCorrection,
): Promise<void> {
  await lockCashAccount(tx, tenantId, syndicateId);
  const { posted, putIn, movedCents, investmentCost, payoutSum } = await readAccount(
    tx,
    tenantId,
    syndicateId,
  );
  const amount = cash === undefined ? 0n : cash - posted;
  const told =
    contributed ?? netInvestment({ investmentCost, totalPayouts: payoutSum, cashBalance: posted + amount });
  // Where nobody has said it yet and nobody says it now, it still follows from the book.
  const isTold = contributed !== undefined && (contributed !== null || putIn !== null);
  const change = isTold ? told - (putIn ?? movedCents) : null;
  if (amount === 0n && (change === null || (change === 0n && putIn !== null))) return;
  const adjustment = { syndicateId, kind: 'adjustment', amount, contributed: change } as const;
  const effectiveDate = await readToday(tx);
  await writeCashEntries(tx, tenantId, [{ ...adjustment, effectiveDate, reason, recordedBy }]);
}

interface Account {
  posted: Cents;
  /** Null where nobody has said it. */
  putIn: Cents | null;
  /** What was deposited less what was withdrawn since the opening. */
  movedCents: Cents;
  investmentCost: Cents;
  payoutSum: Cents;
}

async function readAccount(tx: Tx, tenantId: string, syndicateId: bigint): Promise<Account> {
  const { rows } = await sql<Account>`
    select ${postedCash} as posted, ${contributedCash} as put_in, total.investment_cost_cents as investment_cost,
      total.net_pay_cents as payout_sum, (
        select coalesce(sum(moved.amount_cents), 0)::bigint from cash_entries moved
        where moved.tenant_id = total.tenant_id and moved.syndicate_id = total.syndicate_id
          and moved.kind in ('deposit', 'withdrawal') and moved.effective_date <= ${today}
      ) as moved_cents
    from syndicate_totals total
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}`.execute(tx);
  const [account] = rows;
  if (!account) throw new Error('A locked account has totals.');
  return account;
}
