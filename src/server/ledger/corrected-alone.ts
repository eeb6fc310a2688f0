import { sql } from 'kysely';
import type { Cents } from '../../shared/domain/money.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { startOf, today } from '../platform/db/today.ts';

interface Corrector {
  tenantId: string;
  userId: bigint;
}

/**
 * Held until the transaction ends by whoever corrects alone, so that corrections of different deals at once do not each leave the others out.
 * Taken before any deal.
 */
export async function lockCorrector(tx: Tx, { tenantId, userId }: Corrector): Promise<void> {
  const key = `corrections ${tenantId} ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Who moves something alone, as it is counted. */
export function moverOf(by: Operator): string {
  if (by.via === 'desk') return `user ${by.userId}`;
  return by.via === 'service token' ? `service token ${by.id}` : 'command line';
}

/** What a person or a token has corrected without a second person today, whichever way it went, apart from these payments; with what they have moved alone beside it. */
export async function readCorrectedAlone(
  tx: Tx,
  { tenantId, by }: { tenantId: string; by: Operator },
  apartFrom: readonly bigint[],
): Promise<Cents> {
  const isTheirs =
    by.via === 'desk'
      ? sql<boolean>`made.corrected_alone_by = ${by.userId}`
      : sql<boolean>`starts_with(made.corrected_by, ${`${moverOf(by)}: `})`;
  const { rows } = await sql<{ alone: Cents }>`
    select (coalesce(sum(abs(coalesce(replacement.amount_cents, 0) - payment.amount_cents)), 0)
      + (select coalesce(sum(moved.amount_cents), 0) from moved_alone moved
          where moved.tenant_id = ${tenantId}::uuid and moved.mover = ${moverOf(by)}
            and moved.limit_name = 'corrections' and moved.moved_at >= ${startOf(today)}))::bigint as alone
    from payment_corrections made
    join payments payment on payment.tenant_id = made.tenant_id and payment.id = made.payment_id
    left join payments replacement on replacement.tenant_id = made.tenant_id and replacement.id = made.replaced_by
    where made.tenant_id = ${tenantId}::uuid and ${isTheirs}
      and made.corrected_at >= ${startOf(today)} and made.payment_id <> all (${apartFrom}::bigint[])`.execute(
    tx,
  );
  return rows[0]?.alone ?? 0n;
}
