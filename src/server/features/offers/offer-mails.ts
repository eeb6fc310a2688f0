import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { mailAcceptance } from './offer-mails.jobs.ts';

const READERS = ['desk', 'broker'] as const;

/** Stores the mails about an acceptance, to the funder's desk and to the broker, in the transaction of the acceptance. */
export async function queueMails(
  tx: Tx,
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  { tenantId, offerId, noteId }: { tenantId: string; offerId: bigint; noteId: bigint },
): Promise<void> {
  for (const reader of READERS) {
    const messageId = messageIdOf(publicOrigin, 'acceptance', [tenantId, offerId, reader]);
    await tx.insertInto('offerMails').values({ tenantId, offerId, reader, noteId, messageId }).execute();
    await addJob(tx, mailAcceptance, { tenantId, offerId: offerId.toString(), reader });
  }
}
