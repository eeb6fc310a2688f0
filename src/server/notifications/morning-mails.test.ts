import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../testing/factories.ts';
import { countMails, waitForMail } from '../testing/mailbox.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { ORIGIN } from '../testing/test-app.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { createToldPerson, happen, mailsToSend, type ToldPerson } from '../testing/told-person.ts';
import { untilBlockedBy } from '../testing/until-waiting.ts';
import { takeWaiting } from './morning-mails.jobs.ts';

const SUBJECT = 'What is new with Harbor Capital';
/** Seven in the morning in New York, in winter and in summer. */
const WINTER = '2027-01-12T12:00:00.000Z';
const NEXT = '2027-01-13T12:00:00.000Z';
const SUMMER = '2027-07-12T11:00:00.000Z';
const BEFORE = '2027-01-12T11:59:00.000Z';
const AFTER = '2027-01-12T12:01:00.000Z';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let syndicateId: bigint;
let ann: ToldPerson;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});
beforeEach(async () => {
  syndicateId = await withTenant(portal.database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  ann = await createToldPerson(portal, syndicateId);
});

/** The night's schedule comes to that moment. */
async function morningComes(ts: string): Promise<void> {
  await sql`select graphile_worker.add_job('start morning mails', ${JSON.stringify({ _cron: { ts } })}::json)`.execute(
    portal.database.owner,
  );
  await expect
    .poll(
      async () =>
        (
          await sql`select from graphile_worker.jobs where task_identifier like '%morning%'`.execute(
            portal.database.owner,
          )
        ).rows.length + (await mailsToSend(portal)),
      { timeout: 15_000 },
    )
    .toBe(0);
}

const waiting = async (): Promise<number> => {
  const { rows } = await withTenant(portal.database.db, tenantId, (tx) =>
    sql`select from notification_items where user_id = ${ann.userId} and mail_id is null`.execute(tx),
  );
  return rows.length;
};

test('TELL-04 three things of a day come in one mail in the morning, and what happens later in the next', async () => {
  const subjects = [
    await happen(portal, syndicateId, 'payout_paid', { toldAt: BEFORE }),
    await happen(portal, syndicateId, 'payout_paid', { toldAt: BEFORE }),
    await happen(portal, syndicateId, 'watchlist', { toldAt: BEFORE, path: '/dashboard?watchlist=on' }),
  ];
  const later = await happen(portal, syndicateId, 'payout_paid', { toldAt: AFTER });
  expect(await countMails(ann.email)).toBe(0);
  // Not yet, and not at the other hour of the schedule.
  await morningComes('2027-01-12T11:00:00.000Z');
  expect([await waiting(), await countMails(ann.email)]).toEqual([4, 0]);
  await morningComes(WINTER);
  await morningComes(WINTER);
  const { text, html, headers } = await waitForMail(ann.email, SUBJECT);
  for (const subject of subjects) expect(text).toContain(subject);
  expect(text).not.toContain(later);
  expect(text).toContain(`${ORIGIN}/dashboard?watchlist=on`);
  expect(html).toContain(`href="${ORIGIN}/dashboard?watchlist=on"`);
  expect(text + html).not.toMatch(/\$\s?\d/);
  expect(text).toContain('Switch off mails about: Payout paid and Watchlist');
  expect([await countMails(ann.email), await waiting()]).toEqual([0, 1]);
  await morningComes(NEXT);
  await waitForMail(ann.email, later);

  // One click switches off what this mail told of, and nothing else.
  const path = (headers['list-unsubscribe'] ?? '').replace(/[\s<>]/g, '').slice(ORIGIN.length);
  expect((await portal.app.fetch(path, { method: 'POST' })).status).toBe(200);
  const off = (await ann.choices()).filter(({ choice }) => choice === 'never');
  expect(off.map(({ kind }) => kind)).toEqual(['payout_paid', 'watchlist']);
});

test('TELL-04 in summer the morning is an hour earlier, and what was switched off meanwhile is left out', async () => {
  const kept = await happen(portal, syndicateId, 'payout_paid', { toldAt: BEFORE });
  await happen(portal, syndicateId, 'watchlist', { toldAt: BEFORE });
  await ann.choose('watchlist', 'never');
  await morningComes(SUMMER);
  const { text } = await waitForMail(ann.email, kept);
  expect(text).not.toContain('Watchlist');
  expect(await countMails(ann.email)).toBe(0);
});

test('TELL-08 whoever is stopped in the middle of a morning has done nothing, and of ten at once one queues the mail', async () => {
  const take = (then = async (_tx: Tx): Promise<unknown> => undefined) =>
    withTenant(portal.database.db, tenantId, async (tx) => {
      await takeWaiting(tx, tenantId, WINTER);
      await then(tx);
    });
  const stop = () => Promise.reject(new Error('stopped'));
  await worker.stop();
  await happen(portal, syndicateId, 'payout_paid', { toldAt: BEFORE });
  await happen(portal, syndicateId, 'payout_paid', { toldAt: BEFORE });
  await expect(take(stop)).rejects.toThrow('stopped');
  expect([await waiting(), await mailsToSend(portal)]).toEqual([2, 0]);
  // The first is not through until another one waits for it.
  const others: Promise<void>[] = [];
  await take(async (tx) => {
    others.push(...Array.from({ length: 9 }, () => take()));
    await untilBlockedBy(portal.database.db, tx);
  });
  await Promise.all(others);
  expect([await waiting(), await mailsToSend(portal)]).toEqual([0, 1]);
  worker = await startTestWorker(portal.database);
  await waitForMail(ann.email, SUBJECT);
  expect(await countMails(ann.email)).toBe(0);
});

test('TELL-10 in the morning a syndicate is told of the deals that came on its watchlist since the morning before, once', async () => {
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    const [known, fresh] = [
      await createFundedDeal(tx, tenantId, { name: 'Known Bakery' }),
      await createFundedDeal(tx, tenantId, { name: 'Fresh Florist' }),
    ];
    for (const id of [known, fresh]) {
      await createParticipation(tx, tenantId, { dealId: id, syndicateId }, { sharePercent: '5' });
      await sql`
        insert into watched_participations (tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents)
        select tenant_id, id, syndicate_id, deal_id, 1, '2027-01-10', 100, 100 from participations where deal_id = ${id}
        on conflict do nothing`.execute(tx);
    }
    // The known one has another reason since yesterday, which does not make it new.
    await sql`
      insert into deal_alerts (tenant_id, deal_id, reason, opened_on, opened_at)
      values (${tenantId}::uuid, ${known}, 'missed', '2027-01-10', '2027-01-10T20:00:00Z'),
        (${tenantId}::uuid, ${known}, 'slow', '2027-01-11', '2027-01-11T20:00:00Z'),
        (${tenantId}::uuid, ${fresh}, 'missed', '2027-01-11', '2027-01-11T20:00:00Z')`.execute(tx);
  });
  await morningComes(WINTER);
  const { text } = await waitForMail(ann.email, 'New on your watchlist: Fresh Florist');
  expect(text).toContain(`${ORIGIN}/dashboard?watchlist=on`);
  await morningComes(WINTER);
  await morningComes(NEXT);
  expect(await countMails(ann.email)).toBe(0);
});
