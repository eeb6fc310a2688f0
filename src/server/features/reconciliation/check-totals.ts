import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { readOwnBook } from '../../book/own-book.queries.ts';
import { readReturned } from '../../book/since.queries.ts';
import type { Difference } from '../../ledger/difference.ts';
import type { Tx } from '../../platform/db/database.ts';
import { startOf, today } from '../../platform/db/today.ts';
import { differencesOf } from './amounts.ts';

/** Where the board's sum of the cash accounts differs from their entries up to today. */
export async function findBoardDifferences(tx: Tx, tenantId: string): Promise<Difference[]> {
  const { rows } = await sql<{ cash: Cents }>`
    select coalesce(sum(entry.amount_cents), 0)::bigint as cash
    from cash_entries entry
    join syndicates syndicate on syndicate.tenant_id = entry.tenant_id and syndicate.id = entry.syndicate_id
    where entry.tenant_id = ${tenantId}::uuid and syndicate.uses_cash_balance and entry.effective_date <= ${today}`.execute(
    tx,
  );
  const { book } = await readOwnBook(tx, tenantId);
  const { cash = 0n } = rows[0] ?? {};
  return differencesOf({ tenant_id: tenantId }, [
    {
      where: 'board',
      expected: { inCashAccounts: cash, owed: cash + book.onItsWay },
      actual: { inCashAccounts: book.inCashAccounts, owed: book.owed },
    },
  ]);
}

/** The returns of this many days are compared: more than lie between two reconciliations. */
const RETURN_DAYS = 7;

/** Where an investor is told another share of the payments that came back than payments, shares and lines give. */
export async function findReturnedDifferences(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
): Promise<Difference[]> {
  const from = startOf(sql`(${today} - ${RETURN_DAYS}::integer)`);
  const to = startOf(sql`(${today} + 1)`);
  const { rows } = await sql<{ syndicateId: bigint; share: Cents }>`
    with taken_back as (
      select line.syndicate_id, -line.gross_cents as share
      from payout_lines line
      join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id
      where line.tenant_id = ${tenantId}::uuid and line.syndicate_id = any(${syndicateIds}::bigint[])
        and line.is_reversal and not payment.is_void and line.posted_at >= ${from} and line.posted_at < ${to}
    ), never_cleared as (
      select p.syndicate_id, round(payment.amount_cents * p.share_percent / 100) as share
      from payments payment
      join participations p on p.tenant_id = payment.tenant_id and p.deal_id = payment.deal_id
      where payment.tenant_id = ${tenantId}::uuid and payment.status = 'returned'
        and p.syndicate_id = any(${syndicateIds}::bigint[])
        and payment.recorded_at >= ${from} and payment.recorded_at < ${to}
    )
    select syndicate_id, sum(share)::bigint as share
    from (select * from taken_back union all select * from never_cleared) returned
    group by syndicate_id order by syndicate_id`.execute(tx);
  const found: Difference[] = [];
  for (const { syndicateId, share } of rows) {
    const told = await readReturned(tx, { tenantId, syndicateId, from, to });
    found.push(
      ...differencesOf({ syndicate_id: Number(syndicateId) }, [
        { where: 'returned payments', expected: { share }, actual: { share: told.share } },
      ]),
    );
  }
  return found;
}
