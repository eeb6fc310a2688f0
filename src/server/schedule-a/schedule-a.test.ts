import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../testing/desk.ts';
import { createInvitedDeal, createSignedInInvestor, type Investor } from '../testing/invites.ts';
import { countMails, waitForMail } from '../testing/mailbox.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { countOfElements, pageCountOf, textOfPdf } from '../testing/read-pdf.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { makeScheduleA } from './schedule-a.jobs.ts';
import { scheduleAPdf } from './schedule-a-pdf.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let renee: AtDesk;
let funded: Awaited<ReturnType<typeof fundedDeal>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  renee = await sitDown(portal, 'Renee Ash', { role: 'underwriter' });
  funded = await fundedDeal();
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);

/** A deal of $60,000 that is funded with a share of 10 %, which pays a syndication fee of 2 %, and one of 2.5 %. */
async function fundedDeal() {
  const newInvestor = () => createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  const [first, second] = [await newInvestor(), await newInvestor()];
  const esign = `esign-${crypto.randomUUID()}@investor.example`;
  const copy = `copy-${crypto.randomUUID()}@investor.example`;
  await asOwner((tx) =>
    tx
      .updateTable('syndicates')
      .set({ name: 'Café Żółw Partners', esignEmail: esign, ccEmails: [copy], syndicationFeePercent: '2' })
      .where('id', '=', first.syndicateId)
      .execute(),
  );
  const deal = await createInvitedDeal(portal.database.owner, tenantId, [
    first.syndicateId,
    second.syndicateId,
  ]);
  for (const [investor, percent] of [
    [first, '10'],
    [second, '2.5'],
  ] as const)
    expect((await investor.accept(deal, percent)).status).toBe(200);
  await asOwner((tx) =>
    sql`update offers set status = 'Offer Accepted' where id = ${deal.offerId}`.execute(tx),
  );
  await asOwner((tx) =>
    tx.updateTable('tenants').set({ fundingLimitDollars: 100_000 }).where('id', '=', tenantId).execute(),
  );
  const path = `submissions/${deal.offerId}/funding`;
  const { fingerprint } = await renee.post(`${path}/preview`);
  expect((await asOwner((tx) => tx.selectFrom('shareExhibits').selectAll().execute())).length).toBe(0);
  expect((await renee.post(path, { fingerprint })).status).toBe(200);
  const { publicId } = await asOwner((tx) =>
    tx.selectFrom('deals').select('publicId').where('id', '=', deal.dealId).executeTakeFirstOrThrow(),
  );
  return { ...deal, publicId, first, second, esign, copy };
}

const openAs = ({ get, syndicateId }: Investor, of = syndicateId) =>
  get(`/api/syndicates/${of}/deals/${funded.publicId}/schedule-a`);

/** Once the worker has made it. */
const made = (investor: Investor) =>
  vi.waitFor(
    async () => {
      const response = await openAs(investor);
      expect(response.status).toBe(200);
      return { response, pdf: Buffer.from(await response.arrayBuffer()) };
    },
    { timeout: 20_000, interval: 200 },
  );

test('DESK-140 funding a deal makes a Schedule A for each participant, with every field of it on one page', async () => {
  const { response, pdf } = await made(funded.first);
  const today = formatDate(await readToday(portal.database.db));
  const lines = textOfPdf(pdf);
  const besideName = (name: string) => lines[lines.indexOf(name) + 1];
  const expected = {
    Merchant: funded.name,
    MID: funded.mid,
    'Funded on': today,
    'Funding amount': '$60,000.00',
    'Factor rate': '1.42',
    'Right to receive (RTR)': '$85,200.00',
    Term: '120 business days',
    Payment: '$710.00 daily',
    // The standard fonts have no Z with a dot and no L with a stroke.
    Participant: 'Café Zó?w Partners',
    'Agreed on': today,
    Share: '10.00%',
    'Participation amount': '$6,000.00',
    Commission: '$600.00',
    'Syndication fee': '$120.00',
    'Total investment cost': '$6,720.00',
    'Part RTR': '$8,520.00',
    'Management fee': '4.00% of each payout',
  };
  for (const [name, value] of Object.entries(expected))
    expect([name, besideName(name)]).toEqual([name, value]);
  expect(pageCountOf(pdf)).toBe(1);
  const raw = pdf.toString('latin1');
  expect(raw).toContain('/Lang (en-US)');
  expect(raw).toContain('/Marked true');
  expect(raw).toContain('/DisplayDocTitle true');
  expect([countOfElements(pdf, 'H1'), countOfElements(pdf, 'TH')]).toEqual([1, 17]);
  expect(response.headers.get('content-disposition')).toContain(
    `attachment; filename="Schedule A ${funded.mid}.pdf"`,
  );
  const other = textOfPdf((await made(funded.second)).pdf);
  expect(other[other.indexOf('Share') + 1]).toBe('2.50%');
  expect(other[other.indexOf('Total investment cost') + 1]).toBe('$1,650.00');
});

test('DESK-140 names of any length and in any script leave everything on one page', () => {
  const long = 'Przedsiębiorstwo 日本 of the Northeast '.repeat(20);
  const pdf = scheduleAPdf({
    ...{ funderName: 'W'.repeat(300), syndicateName: long, merchantName: long, mid: 'M'.repeat(60) },
    ...{ fundedDate: '2026-11-17', agreementDate: '2026-11-17', frequency: 'WEEKLY', termDays: 120 },
    ...{ fundedAmount: 6_000_000n, paybackAmount: 8_400_000n, payment: 350_000n, syndicationFee: 0n },
    ...{ factorRate: rate('1.3995'), sharePercent: rate('3.125'), managementFeePercent: rate('4') },
    ...{ participationAmount: 187_500n, commissionAmount: 0n, investmentCost: 187_500n },
    anticipatedReturn: 262_500n,
  } as Parameters<typeof scheduleAPdf>[0]);
  expect(pageCountOf(pdf)).toBe(1);
  expect(textOfPdf(pdf)).toEqual(
    expect.arrayContaining(['1.3995', '3.125%', '$3,500.00 weekly', '4.00% of each payout']),
  );
});

test('DESK-141 the participant is told by e-mail, once and without figures, however often the job runs', async () => {
  await made(funded.first);
  const subject = `Schedule A: ${funded.name} (MID ${funded.mid})`;
  const mail = await waitForMail(funded.esign, subject);
  expect(mail.text).toContain(`/deal/${funded.publicId}`);
  expect(mail.cc).toMatchObject([{ address: funded.copy }]);
  expect(mail.attachments).toEqual([]);
  expect(`${mail.text}${mail.html}`).not.toMatch(/\$|6,720|8,520/);
  const rows = () =>
    asOwner((tx) => tx.selectFrom('shareExhibits').selectAll().orderBy('participationId').execute());
  await vi.waitFor(async () => expect((await rows()).every(({ mailedAt }) => mailedAt !== null)).toBe(true), {
    timeout: 10_000,
  });
  const before = await rows();
  const again = before.map(({ participationId }) => ({
    tenantId,
    participationId: participationId.toString(),
  }));
  await asOwner((tx) => addJobs(tx, makeScheduleA, [...again, ...again]));
  await vi.waitFor(
    async () => {
      const { rows: left } = await sql`select from graphile_worker.jobs
        where task_identifier in ('make schedule a', 'mail schedule a')`.execute(portal.database.owner);
      expect(left).toEqual([]);
    },
    { timeout: 10_000 },
  );
  expect(await rows()).toEqual(before);
  expect(await countMails(funded.esign)).toBe(0);
});

test('TELL-11 those of the syndicate who do not get the mail at its addresses are told by their choice, once', async () => {
  await made(funded.first);
  const told = await asOwner((tx) =>
    tx
      .selectFrom('notificationItems')
      .select(['kind', 'subject', 'path'])
      .where('syndicateId', '=', funded.first.syndicateId)
      .execute(),
  );
  expect(told).toEqual([
    {
      kind: 'document_published',
      subject: `Schedule A: ${funded.name} (MID ${funded.mid})`,
      path: `/deal/${funded.publicId}`,
    },
  ]);
});

test('DESK-142 the participant and the desk open it, each time on record, and nobody else does', async () => {
  const { first, second } = funded;
  const { pdf } = await made(first);
  const page = (await (
    await first.get(`/api/syndicates/${first.syndicateId}/deals/${funded.publicId}`)
  ).json()) as Record<string, unknown>;
  expect(page['has_schedule_a']).toBe(true);
  expect((await openAs(second, first.syndicateId)).status).toBe(403);
  const stranger = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  expect((await openAs(stranger)).status).toBe(404);

  const owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  expect((await owen.get(`deals/${funded.dealId}`))['shares']).toMatchObject([
    { syndicate_id: Number(first.syndicateId), has_schedule_a: true },
    { syndicate_id: Number(second.syndicateId), has_schedule_a: true },
  ]);
  const fetched = await owen.fetch(`deals/${funded.dealId}/schedule-a/${first.syndicateId}`);
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(pdf);
  expect((await owen.fetch(`deals/${funded.dealId}/schedule-a/${stranger.syndicateId}`)).status).toBe(404);
  const { participationId } = await asOwner((tx) =>
    tx
      .selectFrom('participations')
      .select('id as participationId')
      .where('dealId', '=', funded.dealId)
      .where('syndicateId', '=', first.syndicateId)
      .executeTakeFirstOrThrow(),
  );
  const trail = await trailOf(portal.database, tenantId, `participation ${participationId}`);
  expect(trail.at(-1)).toMatchObject({ action: 'Schedule A opened', actorId: owen.userId });
  expect(trail.length).toBeGreaterThan(1);
});
