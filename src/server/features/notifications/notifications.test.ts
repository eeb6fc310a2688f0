import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ALWAYS_TOLD_KINDS,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
} from '../../../shared/domain/notifications.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { ORIGIN, postJson } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { createToldPerson, happen, mailsToSend, type ToldPerson } from '../../testing/told-person.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

let syndicateId: bigint;
let ann: ToldPerson;
let bob: ToldPerson;
beforeEach(async () => {
  syndicateId = await withTenant(portal.database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  ann = await createToldPerson(portal, syndicateId);
  bob = await createToldPerson(portal, syndicateId);
});

const everyMailSent = () => expect.poll(() => mailsToSend(portal), { timeout: 15_000 }).toBe(0);
const itemCount = async ({ userId }: ToldPerson): Promise<number> =>
  (
    await withTenant(portal.database.db, tenantId, (tx) =>
      tx.selectFrom('notificationItems').select('id').where('userId', '=', userId).execute(),
    )
  ).length;

/** The header of a mail, as a mail program reads it. */
function unsubscribeOf({ headers }: { headers: Record<string, string> }): string {
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<([^<>]+)>$/.exec(headers['list-unsubscribe']?.replace(/\s/g, '') ?? '') ?? [];
  expect(url).toMatch(new RegExp(`^${ORIGIN}/api/unsubscribe/[\\w-]{64}$`));
  return url.slice(ORIGIN.length);
}

/** As the mail provider does it: no cookie, no page, no redirect followed. */
const oneClick = (path: string) =>
  portal.app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });

test('TELL-01 everybody chooses for each kind; who has chosen nothing has what the portal begins with', async () => {
  expect((await ann.choices()).map(({ kind, choice }) => [kind, choice])).toEqual(
    NOTIFICATION_KINDS.map((kind) => [kind, NOTIFICATIONS[kind].byDefault]),
  );
  const again = await Promise.all(Array.from({ length: 5 }, () => ann.choose('statement_ready', 'daily')));
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await ann.choiceOf('statement_ready')).toMatchObject({ choice: 'daily', by_link: false });
  expect(await bob.choiceOf('statement_ready')).toMatchObject({ choice: 'now', changed_at: null });
  expect((await ann.choose('statement_ready', 'sometimes')).status).toBe(400);
  const trail = await trailOf(portal.database, tenantId, `user ${ann.userId}`);
  expect(trail).toMatchObject([
    {
      action: 'notification choice changed',
      actorId: ann.userId,
      details: { kind: 'statement_ready', from: 'now', to: 'daily', by: 'profile' },
    },
  ]);
});

test('STMT-31 the PDF is asked for by each person alone, for statements only, and recorded', async () => {
  expect((await ann.choices()).map(({ with_files }) => with_files)).not.toContain(true);
  await ann.choose('statement_ready', 'now', true);
  await ann.choose('statement_ready', 'daily');
  expect(await ann.choiceOf('statement_ready')).toMatchObject({ choice: 'daily', with_files: true });
  expect(await bob.choiceOf('statement_ready')).toMatchObject({ choice: 'now', with_files: false });
  await ann.choose('new_deal', 'daily', true);
  expect(await ann.choiceOf('new_deal')).toMatchObject({ choice: 'daily', with_files: false });
  expect(
    (await trailOf(portal.database, tenantId, `user ${ann.userId}`)).map(({ details }) => details),
  ).toMatchObject([
    { kind: 'statement_ready', from: 'now', to: 'now, with the file' },
    { kind: 'statement_ready', from: 'now, with the file', to: 'daily, with the file' },
    { kind: 'new_deal', from: 'now', to: 'daily' },
  ]);
});

test('TELL-02 what protects money and the account has no choice: the server refuses one and the database holds none', async () => {
  for (const kind of ALWAYS_TOLD_KINDS)
    for (const choice of ['never', 'daily', 'now']) {
      const answer = await ann.choose(kind, choice);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        409,
        'notification_always_sent',
      ]);
    }
  await expect(
    withTenant(portal.database.db, tenantId, (tx) =>
      sql`insert into notification_choices (tenant_id, user_id, kind, choice)
        values (${tenantId}::uuid, ${ann.userId}, 'bank_change', 'never')`.execute(tx),
    ),
  ).rejects.toThrow('notification_choices_kind_check');
});

test('TELL-03 who has chosen now gets one mail in words, without amounts, and the same event again sends none', async () => {
  await bob.choose('document_published', 'never');
  const subject = await happen(portal, syndicateId, 'document_published', { event: 'the event' });
  const mail = await waitForMail(ann.email, subject);
  expect(mail.text).toContain('It is in the portal.');
  expect(mail.text).toContain(`${ORIGIN}/dashboard`);
  expect(mail.text).toContain(`${ORIGIN}/profile?tab=notifications`);
  expect(mail.text + mail.html).not.toMatch(/\$\s?\d/);
  await happen(portal, syndicateId, 'document_published', { event: 'the event' });
  await everyMailSent();
  expect(await countMails(ann.email)).toBe(0);
  expect(await itemCount(ann)).toBe(1);
});

test('TELL-05 who has chosen never, has left, has not accepted or belongs to another syndicate is told nothing', async () => {
  await ann.choose('new_deal', 'never');
  const other = await withTenant(portal.database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  const carl = await createToldPerson(portal, other);
  const dora = await createToldPerson(portal, syndicateId);
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    await sql`update memberships set is_terminated = true, closed_at = now() where user_id = ${bob.userId}`.execute(
      tx,
    );
    await sql`update memberships set accepted_at = null where user_id = ${dora.userId}`.execute(tx);
  });
  await happen(portal, syndicateId, 'new_deal');
  await everyMailSent();
  for (const person of [ann, bob, carl, dora]) {
    expect(await countMails(person.email)).toBe(0);
    expect(await itemCount(person)).toBe(0);
  }
});

test('TELL-05 what is switched off while the mail waits in the queue is not sent', async () => {
  await worker.stop();
  await happen(portal, syndicateId, 'new_deal');
  await ann.choose('new_deal', 'never');
  worker = await startTestWorker(portal.database);
  await everyMailSent();
  expect(await countMails(ann.email)).toBe(0);
  expect(await countMails(bob.email)).toBe(1);
});

test('TELL-06 one POST to the address in the header switches that kind off, without cookies or a page, and the next event sends nothing', async () => {
  const mail = await waitForMail(ann.email, await happen(portal, syndicateId, 'new_deal'));
  const path = unsubscribeOf(mail);
  const answer = await oneClick(path);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  expect(await ann.choiceOf('new_deal')).toMatchObject({ choice: 'never', by_link: true });
  expect((await ann.choices()).filter(({ choice }) => choice === 'never')).toHaveLength(1);
  expect(await bob.choiceOf('new_deal')).toMatchObject({ choice: 'now' });
  const subject = await happen(portal, syndicateId, 'new_deal');
  await waitForMail(bob.email, subject);
  await everyMailSent();
  expect(await countMails(ann.email)).toBe(0);
  // Another kind still comes.
  await waitForMail(ann.email, await happen(portal, syndicateId, 'statement_ready'));
  expect(await trailOf(portal.database, tenantId, `user ${ann.userId}`)).toMatchObject([
    { actorId: null, details: { kind: 'new_deal', from: 'now', to: 'never', by: 'link in a mail' } },
  ]);
  // The profile switches it on again, and the same link switches it off again.
  expect((await ann.choose('new_deal', 'now')).status).toBe(200);
  expect(await ann.choiceOf('new_deal')).toMatchObject({ choice: 'now', by_link: false });
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await portal.app.fetch(path, { method: 'POST', body: form })).status).toBe(200);
  expect((await ann.choiceOf('new_deal'))?.choice).toBe('never');
});

test('TELL-07 a GET changes nothing and leads to the page that asks, as often as a mail scanner likes', async () => {
  const mail = await waitForMail(ann.email, await happen(portal, syndicateId, 'new_deal'));
  const path = unsubscribeOf(mail);
  const token = path.split('/').at(-1) ?? '';
  expect(mail.text).toMatch(new RegExp(`Switch off mails about: New deal: ${ORIGIN}/unsubscribe#[\\w-]{64}`));
  for (let time = 0; time < 3; time += 1) {
    const opened = await portal.app.fetch(path, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/unsubscribe#${token}`]);
  }
  const asked = async () =>
    (await portal.app.fetch('/api/notifications/of_link', postJson({ token }))).json() as Promise<object>;
  expect(await asked()).toMatchObject({ kinds: ['new_deal'], is_off: false, funder_name: 'Harbor Capital' });
  expect(JSON.stringify(await asked())).not.toContain(ann.email);
  expect((await ann.choiceOf('new_deal'))?.choice).toBe('now');
  const off = await portal.app.fetch('/api/notifications/switch_off', postJson({ token }));
  expect(off.status).toBe(200);
  expect(await asked()).toMatchObject({ is_off: true });
});

test('TELL-07 a wrong, cut, expired or foreign token switches nothing off, and a good one opens nothing else', async () => {
  const mail = await waitForMail(ann.email, await happen(portal, syndicateId, 'new_deal'));
  const path = unsubscribeOf(mail);
  const token = path.split('/').at(-1) ?? '';
  const elsewhere = await createTenant(portal.database.owner);
  const bytes = Buffer.from(token, 'base64url');
  Buffer.from(elsewhere.replaceAll('-', ''), 'hex').copy(bytes);
  const wrong = [bytes.toString('base64url'), token.slice(0, -1), `${token.slice(0, -4)}AAAA`];
  for (const one of wrong) {
    const answer = await oneClick(`/api/unsubscribe/${one}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'link_unknown']);
  }
  for (const other of [
    '/api/syndicate/bank_change/of_link',
    '/api/syndicate/bank_change/cancel_by_link',
    '/user/second_factor/reset/of_link',
  ])
    expect((await portal.app.fetch(other, postJson({ token }))).ok).toBe(false);
  await withTenant(portal.database.owner, tenantId, (tx) =>
    sql`update capability_links set expires_at = now() where kind = 'unsubscribe'`.execute(tx),
  );
  expect((await oneClick(path)).status).toBe(404);
  expect((await ann.choiceOf('new_deal'))?.choice).toBe('now');
});

test('TELL-07 the link of a mail works for 60 days and more', async () => {
  await waitForMail(ann.email, await happen(portal, syndicateId, 'new_deal'));
  const { rows } = await withTenant(portal.database.db, tenantId, (tx) =>
    sql<{ isLong: boolean }>`
      select expires_at > now() + interval '60 days' as "isLong" from capability_links
      where kind = 'unsubscribe' order by id desc limit 1`.execute(tx),
  );
  expect(rows).toEqual([{ isLong: true }]);
});
