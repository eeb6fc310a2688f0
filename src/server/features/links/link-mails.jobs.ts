import { sql } from 'kysely';
import * as z from 'zod';
import { type InvitePage, type IssuedLinkKind, isInvitePage } from '../../../shared/domain/issued-links.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import { isOpenLink } from '../../identity/capabilities.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { type Letter, layOut } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';
import { readInviteLetter } from './invite-letters.ts';
import { pathOfLink } from './link-addresses.ts';
import { readBankLetter, readOfferLetter, readTicketLetter } from './link-letters.ts';
import { tokenPlace } from './link-token-place.ts';

interface Key {
  tenantId: string;
  mailId: string;
}

/** Sends the mail that contains a link. */
export const mailLink = defineMailJob({
  name: 'mail link',
  payload: z.object({ tenantId: z.uuid(), mailId: z.uuid() }),
  make: (deps, key) => withTenant(deps.db, key.tenantId, (tx) => makeMail(tx, deps, key)),
  kept: { noteAsSent: ({ db }, key) => withTenant(db, key.tenantId, (tx) => noteAsSent(tx, key)) },
});

export const linkJobs = [mailLink];

/**
 * Null when the mail was sent already, or when the link was used, revoked or has expired meanwhile, so that nobody needs
 * it.
 */
async function makeMail(tx: Tx, deps: JobDeps, key: Key) {
  const mail = await readMail(tx, key);
  if (!mail || mail.sentAt !== null) return null;
  const { page } = mail;
  const letter = isInvitePage(page)
    ? await inviteLetter(tx, deps, mail, page)
    : await linkLetter(tx, deps, mail, page);
  const { toAddress: to, ccAddresses: cc, messageId } = mail;
  return letter && { to, cc, messageId, ...layOut(letter) };
}

const readMail = (tx: Tx, { tenantId, mailId }: Key) =>
  tx
    .selectFrom('linkMails')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', mailId)
    .executeTakeFirst();

type LinkMail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

async function linkLetter(
  tx: Tx,
  { encryption, publicOrigin }: JobDeps,
  mail: LinkMail,
  page: IssuedLinkKind,
): Promise<Letter | null> {
  const { tenantId, linkId, tokenCipher: cipher, keyId } = mail;
  if (linkId === null) throw new Error('A mail that is about no invite carries a link.');
  const link = await tx
    .selectFrom('capabilityLinks')
    .select(['subjectId', 'expiresAt'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', linkId)
    .where(isOpenLink)
    .executeTakeFirst();
  if (!link || cipher === null || keyId === null) {
    await deleteToken(tx, tenantId, linkId);
    return null;
  }
  const { subjectId, expiresAt } = link;
  const token = encryption.open({ cipher, keyId }, tokenPlace(tenantId, mail.id));
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  const url = `${origin}${pathOfLink({ page, subjectId, token })}`;
  const read = { offer: readOfferLetter, bank: readBankLetter, ticket: readTicketLetter }[page];
  return read(tx, { tenantId, subjectId, expiresAt, url });
}

async function inviteLetter(
  tx: Tx,
  { publicOrigin }: JobDeps,
  { tenantId, inviteId }: LinkMail,
  page: InvitePage,
): Promise<Letter | null> {
  if (inviteId === null) throw new Error('A mail that carries no link is about an invite.');
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  return readInviteLetter(tx, { tenantId, inviteId, page, origin });
}

const noteAsSent = (tx: Tx, { tenantId, mailId }: Key) =>
  tx
    .updateTable('linkMails')
    .set({ sentAt: sql<Date>`now()`, tokenCipher: null, keyId: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', mailId)
    .where('sentAt', 'is', null)
    .execute();

/** Deletes the token of a link that will not be mailed any more. */
export const deleteToken = (tx: Tx, tenantId: string, linkId: bigint) =>
  tx
    .updateTable('linkMails')
    .set({ tokenCipher: null, keyId: null })
    .where('tenantId', '=', tenantId)
    .where('linkId', '=', linkId)
    .where('sentAt', 'is', null)
    .execute();
