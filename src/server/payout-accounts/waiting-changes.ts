import { maskedNumber } from '../../shared/domain/bank-account.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { cancelChange } from './cancel-change.ts';

interface WhichWaiting {
  tenantId: string;
  changeId: bigint;
}

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

/** A change that waits, as whoever decides about it reads it; undefined when it no longer does. */
export const readWaitingChange = (tx: Tx, { tenantId, changeId }: WhichWaiting) =>
  tx
    .selectFrom('bankAccountChanges as change')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
    )
    .leftJoin('memberships as requester', (join) =>
      join
        .onRef('requester.tenantId', '=', 'change.tenantId')
        .onRef('requester.userId', '=', 'change.requestedBy'),
    )
    .select(['change.syndicateId', 's.name as syndicateName', 'requester.name as requestedByName'])
    .select(['change.bankName', 'change.accountNumberLast4', 'change.routingNumberLast4'])
    .where('change.tenantId', '=', tenantId)
    .where('change.id', '=', changeId)
    .where('change.state', '=', 'pending')
    .executeTakeFirst();

/** Cancels a change for the funder, for instance when its investor calls. */
export async function cancelWaitingChange(
  tx: Tx,
  { tenantId, changeId }: WhichWaiting,
  operator: Operator,
): Promise<void> {
  await stateOfChange(tx, { tenantId, changeId });
  const by = { actorId: null, operator };
  if (!(await cancelChange(tx, { tenantId, changeId }, 'operator', by)))
    throw new Refusal('bank_change_settled');
}

/** Refuses a change that no longer waits. */
export async function requireWaitingChange(tx: Tx, which: WhichWaiting): Promise<void> {
  if ((await stateOfChange(tx, which)) !== 'pending') throw new Refusal('bank_change_settled');
}

async function stateOfChange(tx: Tx, { tenantId, changeId }: WhichWaiting) {
  const change = await tx
    .selectFrom('bankAccountChanges')
    .select('state')
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .executeTakeFirst();
  if (!change) throw notFoundInTenant(`bank change ${changeId}`);
  return change.state;
}
