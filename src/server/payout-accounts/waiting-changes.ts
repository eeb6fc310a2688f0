import { maskedNumber } from '../../shared/domain/bank-account.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { cancelChange } from './cancel-change.ts';

/** The changes of a tenant that wait, the next one first. Who asked for each is for the operator to see. */
export async function listWaitingChanges(tx: Tx, tenantId: string) {
  await claim(tx, { listsMembers: true });
  const rows = await tx
    .selectFrom('bankAccountChanges as change')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
    )
    .leftJoin('users as user', 'user.id', 'change.requestedBy')
    .select([
      'change.id',
      'change.syndicateId',
      's.abbreviation as syndicate',
      'change.requestedBy',
      'user.email',
      'change.bankName',
      'change.accountNumberLast4',
      'change.requestedAt',
      'change.takesEffectAt',
    ])
    .where('change.tenantId', '=', tenantId)
    .where('change.state', '=', 'pending')
    .orderBy('change.takesEffectAt')
    .orderBy('change.id')
    .execute();
  return rows.map(({ accountNumberLast4, requestedAt, takesEffectAt, ...row }) => ({
    ...row,
    accountNumber: maskedNumber(accountNumberLast4),
    requestedAt: requestedAt.toISOString(),
    takesEffectAt: takesEffectAt.toISOString(),
  }));
}

/** Cancels a change for the funder, for instance when its investor calls. */
export async function cancelWaitingChange(
  tx: Tx,
  { tenantId, changeId }: { tenantId: string; changeId: bigint },
  operator: Operator,
): Promise<void> {
  const change = await tx
    .selectFrom('bankAccountChanges')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .executeTakeFirst();
  if (!change) throw notFoundInTenant(`bank change ${changeId}`);
  const by = { actorId: null, operator };
  if (!(await cancelChange(tx, { tenantId, changeId }, 'operator', by)))
    throw new Refusal('bank_change_settled');
}
