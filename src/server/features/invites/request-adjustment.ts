import { sql } from 'kysely';
import { standingShare } from '../../../shared/domain/pre-funding.ts';
import type { Investor } from '../../access/caller.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { textOfHtml } from '../../platform/rich-text/clean-html.ts';
import { queueMail } from './accounting-mails.ts';
import { type ClaimedInvite, findAnswered, keptMessage } from './answered-invite.ts';

/** A double click, or another try after an answer that was lost. */
const IS_SAME_WITHIN = sql`interval '10 minutes'`;

export interface Adjustment extends ClaimedInvite {
  messageHtml: string;
}

/** Keeps a message to accounting about an invite, and has it sent. The same one again soon after changes nothing. */
export async function requestAdjustment(
  tx: Tx,
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  caller: Investor,
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
      repetition: await repetitionOf(tx, tenantId, invite.id, message),
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

/** Which of the requests with these words it is: the last one, if that was just now, else the next. The index lets each in once. */
async function repetitionOf(tx: Tx, tenantId: string, inviteId: bigint, message: string): Promise<number> {
  const { count, isRecent } = await tx
    .selectFrom('adjustmentRequests')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<boolean | null>`max(requested_at) > now() - ${IS_SAME_WITHIN}`.as('isRecent'),
    ])
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .where(sql`md5(message_html)`, '=', sql`md5(${message})`)
    .executeTakeFirstOrThrow();
  return Number(count) - (isRecent ? 1 : 0);
}
