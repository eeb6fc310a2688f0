import type { Tx } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { messageIdOf } from '../platform/mail/message-id.ts';
import { mailAnswer } from './case-mails.jobs.ts';

interface Answered {
  tenantId: string;
  inviteId: bigint;
  entryId: bigint;
}

/** Queues the mails that tell an investor of an answer, in the transaction of the answer. */
export async function queueCaseMails(
  tx: Tx,
  publicOrigin: string,
  { tenantId, inviteId, entryId }: Answered,
): Promise<void> {
  for (const userId of await readersOf(tx, tenantId, inviteId)) {
    const { id } = await tx
      .insertInto('caseMails')
      .values({
        tenantId,
        entryId,
        userId,
        messageId: messageIdOf(publicOrigin, 'answer', [tenantId, entryId, userId]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJob(tx, mailAnswer, { tenantId, mailId: id.toString() });
  }
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
