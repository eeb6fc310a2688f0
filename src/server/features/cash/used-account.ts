import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

/** An account that was opened is kept while the syndicate does not use one, but then nobody sees it. */
export async function requireUsedAccount(
  tx: Tx,
  { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint },
): Promise<void> {
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('usesCashBalance')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (!syndicate?.usesCashBalance) throw new Refusal('no_cash_account');
}
