import { maskedNumber } from '../../../shared/domain/bank-account.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What investors have asked to be paid and is not settled yet, the oldest first. */
export async function listOpenWithdrawals(tx: Tx, tenantId: string) {
  const rows = await tx
    .selectFrom('withdrawalRequests as asked')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'asked.tenantId').onRef('s.id', '=', 'asked.syndicateId'),
    )
    .select([
      'asked.syndicateId',
      's.abbreviation as syndicate',
      'asked.reference',
      'asked.amountCents as amount',
      'asked.askedAt',
      'asked.askedBy',
      'asked.bankName',
      'asked.accountNumberLast4',
    ])
    .where('asked.tenantId', '=', tenantId)
    .where('asked.state', '=', 'asked for')
    .orderBy('asked.askedAt')
    .orderBy('asked.id')
    .execute();
  return rows.map(({ accountNumberLast4, askedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    accountNumber: accountNumberLast4 === null ? null : maskedNumber(accountNumberLast4),
  }));
}
