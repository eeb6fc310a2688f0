import { sql } from 'kysely';
import { currentShare } from '../../../shared/domain/pre-funding.ts';
import type { Investor } from '../../access/caller.ts';
import { SAME_WITHIN } from '../../cases/same-within.ts';
import { attachCaseFiles, hasUnsentFile } from '../../cases/sent-case-files.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { textOfHtml } from '../../platform/rich-text/clean-html.ts';
import { storedMessage } from '../../platform/rich-text/stored-message.ts';
import { queueAccountingMail } from './accounting-mails.ts';
import { type ClaimedInvite, findInviteToAnswer } from './invite-to-answer.ts';

export interface Adjustment extends ClaimedInvite {
  messageHtml: string;
  fileIds?: readonly string[] | undefined;
}

/**
 * Stores a message to accounting about an invite and queues its mail. The same message again soon after changes nothing.
 */
export async function requestAdjustment(
  tx: Tx,
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  caller: Investor,
  { messageHtml, fileIds = [], ...claimed }: Adjustment,
): Promise<void> {
  const { tenantId, userId } = caller;
  const invite = await findInviteToAnswer(tx, caller, claimed);
  const message = storedMessage(messageHtml);
  if (textOfHtml(message).length === 0) throw new Refusal('message_missing');
  const request = await tx
    .insertInto('adjustmentRequests')
    .values({
      tenantId,
      inviteId: invite.id,
      sharePercent: currentShare(invite).toFixed(),
      messageHtml: message,
      requestedBy: userId,
      repetition: await repetitionOf(
        tx,
        tenantId,
        invite.id,
        message,
        (await wasAnswered(tx, tenantId, invite.id)) || (await hasUnsentFile(tx, tenantId, fileIds)),
      ),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!request) return;
  const sender = { tenantId, userId, inviteId: invite.id, side: 'investor' } as const;
  await attachCaseFiles(tx, sender, fileIds, { requestId: request.id });
  await queueAccountingMail(tx, publicOrigin, { tenantId, adjustmentId: request.id });
  await recordAudit(tx, {
    actorId: userId,
    action: 'adjustment requested',
    subject: `invite ${invite.id}`,
  });
}

/** Once the funder has answered, the same words again are a new message. */
async function wasAnswered(tx: Tx, tenantId: string, inviteId: bigint): Promise<boolean> {
  const known = await tx
    .selectFrom('inviteCases')
    .select('state')
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .executeTakeFirst();
  return known !== undefined && known.state !== 'open';
}

/**
 * The number of a request among those with the same text: the last one if it was just sent, otherwise the next. A unique
 * index lets each number in once.
 */
async function repetitionOf(
  tx: Tx,
  tenantId: string,
  inviteId: bigint,
  message: string,
  isAnother: boolean,
): Promise<number> {
  const { count, isRecent } = await tx
    .selectFrom('adjustmentRequests')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<boolean | null>`max(requested_at) > now() - ${SAME_WITHIN}`.as('isRecent'),
    ])
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .where(sql`md5(message_html)`, '=', sql`md5(${message})`)
    .executeTakeFirstOrThrow();
  return Number(count) - (isRecent && !isAnother ? 1 : 0);
}
