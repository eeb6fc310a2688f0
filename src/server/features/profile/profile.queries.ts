import { maskedNumber } from '../../../shared/domain/bank-account.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { firstUserOfSyndicate } from '../../identity/first-user.ts';
import { postedCash } from '../../ledger/cash/posted-cash.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A syndicate as its profile shows it; null when the tenant has none with this id. */
export async function readSyndicate(tx: Tx, tenantId: string, syndicateId: bigint) {
  const row = await tx
    .selectFrom('syndicates as s')
    .innerJoin('tenants as t', 't.id', 's.tenantId')
    .leftJoin('syndicateTotals as total', (join) =>
      join.onRef('total.tenantId', '=', 's.tenantId').onRef('total.syndicateId', '=', 's.id'),
    )
    .leftJoin('syndicateBankAccounts as bank', (join) =>
      join.onRef('bank.tenantId', '=', 's.tenantId').onRef('bank.syndicateId', '=', 's.id'),
    )
    .leftJoin('bankAccountChanges as change', (join) =>
      join
        .onRef('change.tenantId', '=', 's.tenantId')
        .onRef('change.syndicateId', '=', 's.id')
        .on('change.state', '=', 'pending'),
    )
    .select([
      's.id',
      's.name',
      's.abbreviation',
      's.payDays',
      's.defaultSharePercent',
      's.managementFeePercent',
      's.syndicationFeePercent',
      's.contactPerson',
      's.phoneNumber',
      's.phoneType',
      's.street',
      's.city',
      's.state',
      's.zip',
      's.esignEmail',
      's.ccEmails',
      's.showsSimpleView',
      's.showsDetailedView',
      's.showsDealsTab',
      's.usesCashBalance',
      's.showsCashBalance',
      't.bankChangeHoldHours',
      postedCash.as('cashCents'),
      firstUserOfSyndicate.as('userId'),
      'bank.bankName',
      'bank.accountNumberLast4',
      'bank.routingNumberLast4',
      'change.bankName as newBankName',
      'change.accountNumberLast4 as newAccountNumberLast4',
      'change.routingNumberLast4 as newRoutingNumberLast4',
      'change.requestedAt',
      'change.takesEffectAt',
    ])
    .where('s.tenantId', '=', tenantId)
    .where('s.id', '=', syndicateId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, phoneNumber, phoneType, street, city, state, zip, requestedAt, takesEffectAt } = row;
  return {
    ...row,
    cashBalance: row.usesCashBalance ? (row.cashCents ?? 0n) : null,
    defaultSharePercent: rate(row.defaultSharePercent),
    managementFeePercent: rate(row.managementFeePercent),
    syndicationFeePercent: rate(row.syndicationFeePercent),
    phone: { id, number: phoneNumber, type: phoneType },
    address: { id, street, city, state, zip },
    accountNumber: maskedOrNull(row.accountNumberLast4),
    routingNumber: maskedOrNull(row.routingNumberLast4),
    pendingBankChange:
      requestedAt && takesEffectAt
        ? visibleBankChange({
            bankName: row.newBankName ?? '',
            accountNumberLast4: row.newAccountNumberLast4 ?? '',
            routingNumberLast4: row.newRoutingNumberLast4 ?? '',
            requestedAt,
            takesEffectAt,
          })
        : null,
  };
}

const maskedOrNull = (lastFour: string | null) => (lastFour === null ? null : maskedNumber(lastFour));

interface ChangeRow {
  bankName: string;
  accountNumberLast4: string;
  routingNumberLast4: string;
  requestedAt: Date;
  takesEffectAt: Date;
}

/** A change of bank account, reduced to what everybody who may know of it may see. */
export const visibleBankChange = (change: ChangeRow) => ({
  bankName: change.bankName,
  accountNumber: maskedNumber(change.accountNumberLast4),
  routingNumber: maskedNumber(change.routingNumberLast4),
  requestedAt: change.requestedAt.toISOString(),
  takesEffectAt: change.takesEffectAt.toISOString(),
});
