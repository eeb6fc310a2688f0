import { standingShare } from '../../../shared/domain/pre-funding.ts';
import type { Deps } from '../../app.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { textOfHtml } from '../../rich-text/clean-html.ts';
import { queueMail } from './accounting-mails.ts';
import { type ClaimedInvite, findAnswered, keptMessage } from './answered-invite.ts';

export interface Adjustment extends ClaimedInvite {
  messageHtml: string;
}

/** Keeps a message to accounting about an invite, and has it sent. The same one again changes nothing. */
export async function requestAdjustment(
  tx: Tx,
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  caller: Caller,
  { messageHtml, ...claimed }: Adjustment,
): Promise<void> {
  const { tenantId, userId } = caller;
  const message = keptMessage(messageHtml);
  if (textOfHtml(message).length === 0) throw new Refusal('message_missing');
  const invite = await findAnswered(tx, caller, claimed);
  const request = await tx
    .insertInto('adjustmentRequests')
    .values({
      tenantId,
      inviteId: invite.id,
      sharePercent: standingShare(invite).toFixed(),
      messageHtml: message,
      requestedBy: userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!request) return;
  await queueMail(tx, publicOrigin, { tenantId, adjustmentId: request.id });
  await recordAudit(tx, {
    actorId: userId,
    action: 'adjustment requested',
    subject: `invite ${invite.id}`,
  });
}
