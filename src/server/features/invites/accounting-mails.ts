import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { mailAccounting } from './accounting-mails.jobs.ts';

type Subject = { tenantId: string } & ({ acceptedInviteId: bigint } | { adjustmentId: bigint });

/** Queues the mail that notifies accounting of an answer, in the transaction of the answer. */
export async function queueAccountingMail(tx: Tx, publicOrigin: string, subject: Subject): Promise<void> {
  const { tenantId } = subject;
  const messageId =
    'adjustmentId' in subject
      ? messageIdOf(publicOrigin, 'adjustment', [tenantId, subject.adjustmentId])
      : messageIdOf(publicOrigin, 'pre-funding', [tenantId, subject.acceptedInviteId]);
  const { id } = await tx
    .insertInto('accountingMails')
    .values({ ...subject, messageId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(tx, mailAccounting, { tenantId, mailId: id.toString() });
}
