import { sql } from 'kysely';
import { HOURS_AFTER_BANK_CHANGE } from '../../../shared/domain/cash-account.ts';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Until when nothing can be withdrawn because the bank account was changed or is about to be; null when it can. Whoever gets into an
 * investor's account would change where the money goes first, so the owners have this long to object.
 */
export async function readBankHold(
  tx: Tx,
  { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint },
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(change.ends_at) as until
    from (
      select state, greatest(takes_effect_at, requested_at + make_interval(hours => ${HOURS_AFTER_BANK_CHANGE})) as ends_at
      from bank_account_changes
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and state in ('pending', 'applied')
    ) change
    where change.state = 'pending' or change.ends_at > now()`.execute(tx);
  return rows[0]?.until ?? null;
}
