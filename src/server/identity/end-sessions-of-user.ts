import { cancelChangesOfUser } from '../payout-accounts/cancel-changes-of-user.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { endSessions } from './end-sessions.ts';
import { inEachTenant } from './end-with-sessions.ts';
import { listMembers, type MemberKey, requireMember } from './members.queries.ts';
import { isOpen, membershipsOf } from './open-tenants.ts';

/**
 * The operator ends all sessions of a user, and with them what a user's own response to a theft would end. The account stays open.
 * A session may be for several funders: then only the command line does this, and the trail of each tenant has it.
 */
export async function endSessionsOfUser(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<number> {
  const { id: userId, state } = await requireMember(tx, tenantId, key);
  // Whoever has not accepted, or was closed, has no session here, and those elsewhere are not for this tenant to end.
  if (state !== 'active') return 0;
  await claim(tx, { userId });
  if (operator.via !== 'command line') {
    await forgetTenant(tx);
    const isElsewhere = (await membershipsOf(tx)).some((one) => one.id !== tenantId && isOpen(one));
    if (isElsewhere) throw new Refusal('sessions_of_others_too');
    await claim(tx, { tenantId });
  }
  const endedCount = await endSessions(tx, { userId }, 'ended by user');
  await inEachTenant(tx, userId, null, async (id) => {
    // The other tenants learn that it was done, and not who works for this one.
    const by = { actorId: null, ...(id === tenantId && { operator }) };
    const details = { endedCount, ...(id !== tenantId && { by: 'another funder' }) };
    await recordAudit(tx, { ...by, action: 'sessions ended', subject: `user ${userId}`, details });
    await cancelChangesOfUser(tx, { tenantId: id, userId }, 'ended by user', by);
  });
  await claim(tx, { tenantId });
  return endedCount;
}

const PAGE = 1000;

/** The same for everybody of a tenant. */
export async function endSessionsOfEverybody(tx: Tx, tenantId: string, operator: Operator): Promise<number> {
  let endedCount = 0;
  for (let after = 0n; ; ) {
    const members = await listMembers(tx, tenantId, { after, limit: PAGE });
    for (const { id } of members) {
      endedCount += await endSessionsOfUser(tx, tenantId, { id }, operator);
      after = id;
    }
    if (members.length < PAGE) return endedCount;
  }
}
