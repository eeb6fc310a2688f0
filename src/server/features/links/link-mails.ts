import { randomUUID } from 'node:crypto';
import type { InvitePage, IssuedLinkKind } from '../../../shared/domain/issued-links.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { mailLink } from './link-mails.jobs.ts';
import { tokenPlace } from './link-token-place.ts';
import type { Recipients } from './linked-pages.ts';

type NewMail = { tenantId: string; recipients: Recipients } & (
  | { page: IssuedLinkKind; linkId: bigint; token: string }
  | { page: InvitePage; inviteId: bigint }
);

/**
 * Queues the mail that contains a link, in the transaction that issues the link. The token is stored encrypted until the
 * mail has been sent.
 */
export async function queueLinkMail(
  tx: Tx,
  { publicOrigin, encryption }: Pick<Deps, 'publicOrigin' | 'encryption'>,
  mail: NewMail,
): Promise<void> {
  const { tenantId, page, recipients } = mail;
  const id = randomUUID();
  const subject =
    'token' in mail
      ? { linkId: mail.linkId, ...sealedToken(encryption, tenantId, id, mail.token) }
      : { inviteId: mail.inviteId };
  await tx
    .insertInto('linkMails')
    .values({
      tenantId,
      id,
      page,
      ...subject,
      toAddress: recipients.to,
      ccAddresses: recipients.cc,
      messageId: messageIdOf(publicOrigin, 'link', [tenantId, id]),
    })
    .execute();
  await addJob(tx, mailLink, { tenantId, mailId: id });
}

function sealedToken(encryption: Deps['encryption'], tenantId: string, mailId: string, token: string) {
  const { cipher, keyId } = encryption.seal(token, tokenPlace(tenantId, mailId));
  return { tokenCipher: cipher, keyId };
}
