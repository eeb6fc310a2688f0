import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { copyRecipients } from '../../shared/domain/mail-address.ts';
import { plainFileName } from '../../shared/domain/offer-files.ts';
import { pathOf } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import { tell } from '../notifications/tell.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { addJob, defineJob } from '../platform/jobs/jobs.ts';
import { type Letter, layOut, oneLine, questionsTo } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { messageIdOf } from '../platform/mail/message-id.ts';
import { scheduleAKey } from '../stored-files/storage-keys.ts';
import { type KeyOfShare, readUnmade } from './schedule-a.queries.ts';

const payload = z.object({ tenantId: z.uuid(), participationId: z.string().transform(BigInt) });

/** Makes the Schedule A of a share, once, and has its participant told. */
export const makeScheduleA = defineJob({
  name: 'make schedule a',
  payload,
  async run({ db, fileStorage }, key) {
    const { tenantId, participationId } = key;
    const schedule = await withTenant(db, tenantId, (tx) => readUnmade(tx, key), { readOnly: true });
    if (!schedule) return;
    // Loaded here, because the api imports this file to add the job and never writes a PDF.
    const { scheduleAPdf } = await import('./schedule-a-pdf.ts');
    const bytes = scheduleAPdf(schedule);
    const sha256 = createHash('sha256').update(bytes).digest();
    await fileStorage.put(scheduleAKey(tenantId, participationId, sha256), bytes, 'application/pdf');
    const made = {
      name: plainFileName(`Schedule A ${schedule.mid}.pdf`),
      byteSize: BigInt(bytes.length),
      sha256,
    };
    await withTenant(db, tenantId, (tx) => noteAsMade(tx, key, made));
  },
});

/** Only the first file counts, and only with it the mail goes out. */
async function noteAsMade(
  tx: Tx,
  { tenantId, participationId }: KeyOfShare,
  made: { name: string; byteSize: bigint; sha256: Buffer },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('shareExhibits')
    .set({ ...made, madeAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('participationId', '=', participationId)
    .where('madeAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await addJob(tx, mailScheduleA, { tenantId, participationId: participationId.toString() });
  await tellOfScheduleA(tx, { tenantId, participationId });
}

/** Tells the syndicate's people who do not get the mail at the e-sign and CC addresses. */
async function tellOfScheduleA(tx: Tx, key: KeyOfShare): Promise<void> {
  const { tenantId, participationId } = key;
  const share = await shareOf(tx, key).executeTakeFirstOrThrow();
  await tell(tx, {
    tenantId,
    kind: 'document_published',
    syndicateId: share.syndicateId,
    exceptAddresses: [share.esignEmail, ...copyRecipients(share.ccEmails, share.esignEmail).cc],
    event: `schedule a ${participationId}`,
    subject: `Schedule A: ${share.dealName} (MID ${share.mid})`,
    words: wordsOf(share).join(' '),
    path: pathOf('deal', { dealPublicId: share.publicId }),
  });
}

/** Tells a participant that the Schedule A is there. Its figures are read in the portal, after signing in. */
const mailScheduleA = defineMailJob({
  name: 'mail schedule a',
  payload,
  async make({ db, publicOrigin }, key) {
    const mail = await withTenant(db, key.tenantId, (tx) => readMail(tx, publicOrigin, key), {
      readOnly: true,
    });
    if (!mail) return null;
    const { cc, invalidCount } = copyRecipients(mail.ccEmails, mail.esignEmail);
    const messageId = messageIdOf(publicOrigin, 'schedule-a', [key.tenantId, key.participationId]);
    return { to: mail.esignEmail, cc, messageId, ...layOut(letterOf(mail)), leftOutCount: invalidCount };
  },
  kept: { noteAsSent: ({ db }, key) => withTenant(db, key.tenantId, (tx) => noteAsMailed(tx, key)) },
});

export const scheduleAJobs = [makeScheduleA, mailScheduleA];

const shareOf = (tx: Tx, { tenantId, participationId }: KeyOfShare) =>
  tx
    .selectFrom('shareExhibits as file')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.tenantId', '=', 'file.tenantId').onRef('p.id', '=', 'file.participationId'),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'p.tenantId').onRef('deal.id', '=', 'p.dealId'),
    )
    .innerJoin('syndicates as syndicate', (join) =>
      join.onRef('syndicate.tenantId', '=', 'p.tenantId').onRef('syndicate.id', '=', 'p.syndicateId'),
    )
    .innerJoin('tenants as tenant', 'tenant.id', 'file.tenantId')
    .select([
      'tenant.name as funderName',
      'tenant.supportEmail',
      'deal.name as dealName',
      'deal.mid',
      'deal.publicId',
      'syndicate.name as syndicateName',
      'syndicate.esignEmail',
      'syndicate.ccEmails',
      'p.syndicateId',
    ])
    .where('file.tenantId', '=', tenantId)
    .where('file.participationId', '=', participationId)
    .where('file.madeAt', 'is not', null);

/** Undefined once it was sent. */
async function readMail(tx: Tx, publicOrigin: string, key: KeyOfShare) {
  const { tenantId } = key;
  const mail = await shareOf(tx, key).where('file.mailedAt', 'is', null).executeTakeFirst();
  if (!mail) return undefined;
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  return { ...mail, url: `${origin}${pathOf('deal', { dealPublicId: mail.publicId })}` };
}

const noteAsMailed = (tx: Tx, { tenantId, participationId }: KeyOfShare) =>
  tx
    .updateTable('shareExhibits')
    .set({ mailedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('participationId', '=', participationId)
    .where('mailedAt', 'is', null)
    .execute();

type Mail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

const wordsOf = ({
  funderName,
  syndicateName,
  dealName,
}: Pick<Mail, 'funderName' | 'syndicateName' | 'dealName'>): string[] => [
  `${funderName} has funded ${dealName}, in which ${syndicateName} participates.`,
  'The Schedule A of this participation is on the page of the deal, as a PDF.',
];

const letterOf = ({ dealName, mid, supportEmail, url, ...mail }: Mail): Letter => ({
  subject: oneLine(`Schedule A: ${dealName} (MID ${mid})`),
  paragraphs: wordsOf({ ...mail, dealName }),
  action: { label: 'Open the deal', url },
  closing: [
    'You sign in to open it.',
    `This mail goes to the e-sign address and the CC addresses of your profile. ${questionsTo(supportEmail)}`,
  ],
});
