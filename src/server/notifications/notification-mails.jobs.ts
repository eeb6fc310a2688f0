import { sql } from 'kysely';
import * as z from 'zod';
import { pathWithToken } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import { issueCapability } from '../identity/capabilities.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import type { JobDeps } from '../platform/jobs/jobs.ts';
import { layOut } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { messageIdOf } from '../platform/mail/message-id.ts';
import { addCheckOfFile } from '../statements/check-statement-file.jobs.ts';
import { attach, type FailedFile, readAskedFiles, type ToldOfStatements } from './attached-statements.ts';
import { choiceOf } from './choices.queries.ts';
import { letterOf, type ToldItem } from './notification-letter.ts';

/** Mail programs may offer to unsubscribe as long as a mail is kept; sixty days is what receivers ask for. */
const LINK_SECONDS = 90 * 24 * 60 * 60;

interface Key {
  tenantId: string;
  mailId: bigint;
}

/** Sends the mail that tells somebody of one thing, or of all that waited for the morning. */
export const mailNotification = defineMailJob({
  name: 'mail notification',
  payload: z.object({ tenantId: z.uuid(), mailId: z.string().transform(BigInt) }),
  async make(deps, key) {
    const { db, publicOrigin } = deps;
    const begun = await withTenant(db, key.tenantId, (tx) => beginMail(tx, publicOrigin, key));
    if (!begun) return null;
    const { items, around, asked, ...mail } = begun;
    const attached = await attach(asked);
    await reportFailed(deps, key, attached.failed);
    return {
      ...mail,
      ...layOut(letterOf(items, { ...around, attached })),
      ...(attached.attachments.length > 0 && { attachments: attached.attachments }),
    };
  },
  kept: { noteAsSent: ({ db }, key) => withTenant(db, key.tenantId, (tx) => noteAsSent(tx, key)) },
  facts: ({ tenantId, mailId }) => ({ tenantId, mailId: mailId.toString() }),
});

/** Before the mail is sent, so that somebody who is stopped in between reports it twice and not never. */
async function reportFailed(
  { db, logger }: JobDeps,
  { tenantId, mailId }: Key,
  failed: readonly FailedFile[],
): Promise<void> {
  if (failed.length === 0) return;
  for (const { statementId, err } of failed)
    logger.error(
      { tenantId, mailId: mailId.toString(), statementId: statementId.toString(), err },
      'a statement is missing from a mail: its PDF could not be made',
    );
  await withTenant(db, tenantId, async (tx) => {
    for (const statement of failed) await addCheckOfFile(tx, tenantId, statement);
  });
}

/** Null when it was sent already, or when the person has left or has switched off all of it meanwhile. */
async function beginMail(tx: Tx, publicOrigin: string, key: Key) {
  const { tenantId, mailId } = key;
  const items = await readItems(tx, key);
  const [first] = items;
  if (!first) return null;
  const funder = await tx
    .selectFrom('tenants')
    .select(['name', 'supportEmail'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  // Made here, so that only its hash is ever stored. A second attempt has another one, and both work.
  const { token } = await issueCapability(tx, tenantId, {
    kind: 'unsubscribe',
    subjectId: mailId,
    seconds: LINK_SECONDS,
    issuedBy: null,
  });
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  const asked = await readAskedFiles(tx, tenantId, items);
  // Row-level security shows a user's account only with that user's claim.
  await claim(tx, { userId: first.userId });
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', first.userId)
    .executeTakeFirstOrThrow();
  const switchOff = `${origin}${pathWithToken('unsubscribe', token)}`;
  return {
    to: email,
    messageId: messageIdOf(publicOrigin, 'notification', [tenantId, mailId]),
    unsubscribeUrl: `${origin}/api/unsubscribe/${token}`,
    items,
    around: { ...funder, origin, switchOff },
    asked,
  };
}

async function readItems(tx: Tx, { tenantId, mailId }: Key): Promise<(ToldItem & ToldOfStatements)[]> {
  const { rows } = await sql<ToldItem & ToldOfStatements>`
    select item.user_id as "userId", item.kind, item.subject, item.words, item.path, item.syndicate_id as "syndicateId",
      item.statement_ids as "statementIds", coalesce(chosen.with_files, false) as "isWithFiles"
    from notification_items item
    join memberships m on m.tenant_id = item.tenant_id and m.user_id = item.user_id and m.syndicate_id = item.syndicate_id
    left join notification_choices chosen
      on chosen.tenant_id = item.tenant_id and chosen.user_id = item.user_id and chosen.kind = item.kind
    where item.tenant_id = ${tenantId}::uuid and item.mail_id = ${mailId} and item.sent_at is null
      and not m.is_terminated and m.accepted_at is not null and ${choiceOf(sql`item.kind`)} <> 'never'
    order by item.id`.execute(tx);
  return rows;
}

const noteAsSent = (tx: Tx, { tenantId, mailId }: Key) =>
  tx
    .updateTable('notificationItems')
    .set({ sentAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('mailId', '=', mailId)
    .where('sentAt', 'is', null)
    .execute();
