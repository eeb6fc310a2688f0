import { maskedNumber } from '../../../shared/domain/bank-account.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { listInvestors, readInvestor } from '../../book/investors.queries.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { shownAccount } from '../../payout-accounts/current-account.ts';
import type { Tx } from '../../platform/db/database.ts';

const PAGE_LENGTH = 25;

export async function readInvestors(
  tx: Tx,
  tenantId: string,
  { search, page = 1 }: { search?: string | undefined; page?: number | undefined },
) {
  const { investors, count } = await listInvestors(tx, tenantId, search, { page, length: PAGE_LENGTH });
  const withCash = [];
  for (const investor of investors)
    withCash.push({ ...investor, cashAvailable: await cashAvailable(tx, tenantId, investor) });
  return { investors: withCash, count, pageLength: PAGE_LENGTH };
}

export async function readOneInvestor(tx: Tx, tenantId: string, syndicateId: bigint) {
  const investor = await readInvestor(tx, tenantId, syndicateId);
  if (!investor) throw notFoundInTenant(`syndicate ${syndicateId}`);
  const settings = await readSettings(tx, tenantId, syndicateId);
  return {
    ...investor,
    ...settings,
    cashAvailable: await cashAvailable(tx, tenantId, investor),
    defaultSharePercent: rate(settings.defaultSharePercent),
    managementFeePercent: rate(settings.managementFeePercent),
    syndicationFeePercent: rate(settings.syndicationFeePercent),
    account: await accountOf(tx, { tenantId, syndicateId }),
    bankChange: await waitingChangeOf(tx, tenantId, syndicateId),
  };
}

const cashAvailable = async (
  tx: Tx,
  tenantId: string,
  { id, usesCashBalance }: { id: bigint; usesCashBalance: boolean },
) => (usesCashBalance ? (await readCashAccount(tx, tenantId, id)).available : null);

const readSettings = (tx: Tx, tenantId: string, syndicateId: bigint) =>
  tx
    .selectFrom('syndicates')
    .select([
      'contactPerson',
      'phoneNumber',
      'street',
      'city',
      'state',
      'zip',
      'esignEmail',
      'ccEmails',
      'payDays',
      'defaultSharePercent',
      'managementFeePercent',
      'syndicationFeePercent',
      'showsSimpleView',
      'showsDetailedView',
      'showsDealsTab',
      'showsCashBalance',
      'closedBy',
      'closedReason',
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirstOrThrow();

async function accountOf(tx: Tx, syndicate: { tenantId: string; syndicateId: bigint }) {
  const { bankName, accountNumberLast4, routingNumberLast4 } = await shownAccount(tx, syndicate);
  return bankName === null
    ? null
    : {
        bankName,
        accountNumber: maskedNumber(accountNumberLast4 ?? ''),
        routingNumber: maskedNumber(routingNumberLast4 ?? ''),
      };
}

async function waitingChangeOf(tx: Tx, tenantId: string, syndicateId: bigint) {
  const change = await tx
    .selectFrom('bankAccountChanges as change')
    .leftJoin('memberships as asker', (join) =>
      join.onRef('asker.tenantId', '=', 'change.tenantId').onRef('asker.userId', '=', 'change.requestedBy'),
    )
    .select([
      'change.id',
      'change.bankName',
      'change.accountNumberLast4',
      'change.routingNumberLast4',
      'change.requestedAt',
      'change.takesEffectAt',
      'asker.name as requestedByName',
    ])
    .where('change.tenantId', '=', tenantId)
    .where('change.syndicateId', '=', syndicateId)
    .where('change.state', '=', 'pending')
    .executeTakeFirst();
  if (!change) return null;
  const { accountNumberLast4, routingNumberLast4, requestedAt, takesEffectAt, ...rest } = change;
  return {
    ...rest,
    accountNumber: maskedNumber(accountNumberLast4),
    routingNumber: maskedNumber(routingNumberLast4),
    requestedAt: requestedAt.toISOString(),
    takesEffectAt: takesEffectAt.toISOString(),
  };
}
