import { isMailablePersonName } from '../../../shared/domain/mailed-names.ts';
import { forEachPermission } from '../../../shared/domain/permissions.ts';
import { inviteUser } from '../../features/users/invite-user.ts';
import { closeUser } from '../../identity/change-user.ts';
import { requireMember } from '../../identity/members.queries.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { forgetUser, withClaims } from '../../platform/db/transactions.ts';

/**
 * People who have an account of their own in the cell that the tenant came to, under the same mail address. Nobody knows that both are
 * the same person's, so the account that came is closed, and the other one is invited: the person accepts, as with any funder.
 */
export async function inviteOtherAccounts(
  tx: Tx,
  {
    tenantId,
    source,
    ids,
    operator,
  }: { tenantId: string; source: Database; ids: readonly string[]; operator: Operator },
): Promise<void> {
  for (const text of ids) {
    const id = BigInt(text);
    const { name, role, syndicateId, permissions, state } = await requireMember(tx, tenantId, { id });
    if (state === 'closed') continue;
    const { email } = await withClaims(source, { userId: id }, (from) =>
      from.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    await closeUser(tx, tenantId, { id }, operator);
    await forgetUser(tx);
    // Only the investors who let a guest in can do it again.
    if (role === 'guest') continue;
    await inviteUser(
      tx,
      tenantId,
      {
        email,
        // One that was stored before names were checked is invited without what looks like an address.
        name: isMailablePersonName(name) ? name : name.replaceAll(/[^\p{L} ]+/gu, ' '),
        role,
        permissions: forEachPermission((permission) => permissions.has(permission)),
        ...(syndicateId !== null && { syndicate: syndicateId.toString() }),
      },
      operator,
    );
    await forgetUser(tx);
  }
}
