import { formatMoney } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { lockLedgerShared } from '../ledger-lock.ts';
import { lockCashAccount } from './open-cash-account.ts';
import { readCashAccount } from './read-cash-account.ts';
import { costOf } from './reservations.ts';

interface Buyer {
  tenantId: string;
  syndicateId: bigint;
}

type Share = Omit<Parameters<typeof costOf>[0], 'syndicationFeePercent'>;

/**
 * Prepares for accepting a share, whose cost is reserved from then on. It has to come before the lock of the deal: an import holds the ledger
 * and then locks deals. The returned function locks the account until the end of the transaction, so that nobody withdraws meanwhile what the
 * share will cost. Where the funder wants that, it refuses a share that costs more than is available.
 */
export async function prepareReservation(tx: Tx, buyer: Buyer): Promise<(share: Share) => Promise<void>> {
  const { tenantId, syndicateId } = buyer;
  const account = await findAccount(tx, buyer);
  if (!account) return async () => undefined;
  await lockLedgerShared(tx, tenantId);
  return async (share) => {
    await lockCashAccount(tx, tenantId, syndicateId);
    if (!account.checksCash) return;
    const cost = costOf({ ...share, ...account });
    const { available } = await readCashAccount(tx, tenantId, syndicateId);
    if (cost > available)
      throw new Refusal('cash_not_available', {
        message: `This share costs ${formatMoney(cost)}, and ${formatMoney(available)} is available in your cash account.`,
      });
  };
}

const findAccount = (tx: Tx, { tenantId, syndicateId }: Buyer) =>
  tx
    .selectFrom('syndicateTotals as total')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'total.tenantId').onRef('s.id', '=', 'total.syndicateId'),
    )
    .innerJoin('tenants as tenant', 'tenant.id', 'total.tenantId')
    .select(['tenant.checksCash', 's.syndicationFeePercent'])
    .where('total.tenantId', '=', tenantId)
    .where('total.syndicateId', '=', syndicateId)
    .where('total.cashEnteredThrough', 'is not', null)
    .where('s.usesCashBalance', '=', true)
    .executeTakeFirst();
