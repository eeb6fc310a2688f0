import { sql } from 'kysely';
import { SETTLED_STATES } from '../../../shared/domain/cash-account.ts';
import type { Tx } from '../../platform/db/database.ts';
import { payToInWords } from './pay-to.ts';

/** Enough to find out what became of a request; what was paid before is among the movements. */
const MOST = 5;
const DAYS = 90;

interface SettledRow {
  id: bigint;
  outcome: (typeof SETTLED_STATES)[number];
  amountCents: bigint;
  bankName: string | null;
  accountNumberLast4: string | null;
  askedAt: Date;
  settledAt: Date;
  reason: string;
}

/** The last withdrawals that were paid, declined or cancelled, the newest first. */
export async function readSettledWithdrawals(
  tx: Tx,
  { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint },
) {
  const { rows } = await sql<SettledRow>`
    select id, state as outcome, amount_cents, bank_name, account_number_last4, asked_at, settled_at, reason
    from withdrawal_requests
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and state = any(${SETTLED_STATES}::text[])
      and settled_at > now() - make_interval(days => ${DAYS})
    order by settled_at desc, id desc
    limit ${MOST}`.execute(tx);
  return rows.map((row) => ({
    withdrawalId: row.id,
    state: row.outcome,
    amount: row.amountCents,
    payTo: payToInWords(row),
    askedAt: row.askedAt.toISOString(),
    settledAt: row.settledAt.toISOString(),
    reason: row.reason,
  }));
}
