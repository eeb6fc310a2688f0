import { pathOf } from '../../shared/pages.ts';
import { tell } from '../notifications/tell.ts';
import { readToldInvite } from '../notifications/told-invite.ts';
import type { Tx } from '../platform/db/database.ts';

interface Answered {
  tenantId: string;
  inviteId: bigint;
  entryId: bigint;
}

/** Tells the investor of an answer, in its transaction. The answer itself is read in the portal, after signing in. */
export async function tellOfAnswer(tx: Tx, { tenantId, inviteId, entryId }: Answered): Promise<void> {
  const invite = await readToldInvite(tx, tenantId, inviteId);
  const { syndicateId, publicId, dealName, mid, syndicateName, funderName } = invite;
  await tell(tx, {
    tenantId,
    kind: 'request_answered',
    syndicateId,
    userIds: await readersOf(tx, tenantId, inviteId),
    event: `answer ${entryId}`,
    subject: `Answer about ${dealName} (MID ${mid})`,
    words: `${funderName} has answered what ${syndicateName} wrote about its participation in ${dealName}. The answer is on the page below, with everything that was written before. You can reply there.`,
    path: pathOf('adjustment', { invitePublicId: publicId }),
  });
}

/** Those of the syndicate who have written and can still sign in; where none of them can, everybody of the syndicate who can. */
async function readersOf(tx: Tx, tenantId: string, inviteId: bigint): Promise<bigint[]> {
  const members = await tx
    .selectFrom('memberships as m')
    .innerJoin('participationInvites as invite', (join) =>
      join.onRef('invite.tenantId', '=', 'm.tenantId').onRef('invite.syndicateId', '=', 'm.syndicateId'),
    )
    .select('m.userId')
    .where('m.tenantId', '=', tenantId)
    .where('invite.id', '=', inviteId)
    .where('m.isTerminated', '=', false)
    .where('m.acceptedAt', 'is not', null)
    .orderBy('m.userId')
    .execute();
  const writers = new Set([
    ...(await writersIn(tx, 'adjustmentRequests', 'requestedBy', { tenantId, inviteId })),
    ...(await writersIn(tx, 'preFundingAcceptances', 'acceptedBy', { tenantId, inviteId })),
  ]);
  const all = members.map(({ userId }) => userId);
  const written = all.filter((userId) => writers.has(userId));
  return written.length > 0 ? written : all;
}

async function writersIn(
  tx: Tx,
  table: 'adjustmentRequests' | 'preFundingAcceptances',
  column: 'requestedBy' | 'acceptedBy',
  { tenantId, inviteId }: Pick<Answered, 'tenantId' | 'inviteId'>,
): Promise<bigint[]> {
  const rows = await tx
    .selectFrom(table)
    .select((eb) =>
      eb
        .ref(column as 'requestedBy')
        .$castTo<bigint>()
        .as('userId'),
    )
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
}
