import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { requireMember } from '../../identity/members.queries.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const emailOf = async ({ book, tenantId }: RunDesk, { userId: id }: AtDesk): Promise<string> =>
  (await book.inTenant((tx) => requireMember(tx, tenantId, { id }))).email;

async function openDesk(): Promise<RunDesk> {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny Yield Fund' }]);
  await desk.book.pay();
  return desk;
}

const everyMailSent = () =>
  expect
    .poll(
      async () =>
        (
          await sql`select 1 from graphile_worker.jobs where task_identifier = 'mail approver'`.execute(
            portal.database.owner,
          )
        ).rows.length,
      { timeout: 10_000 },
    )
    .toBe(0);

/** As if it had been told a while ago. */
const tellEarlier = ({ book }: RunDesk, table: 'payout_runs' | 'approvals') =>
  book.inTenant((tx) =>
    sql`update ${sql.table(table)} set told_at = told_at - interval '16 minutes'`.execute(tx),
  );

test('RUN-25 whoever can approve a run is told by mail when it is prepared, with the address of it and no amount', async () => {
  const desk = await openDesk();
  const { own, book, ingrid, marcus } = desk;
  const clerk = await sitDown(own, 'Sam Clerk', { role: 'servicing' });
  const runId = await prepareNext(desk);
  const subject = `Waiting for your decision: payout run of ${formatDate(book.payDate)}`;
  const { text, html } = await waitForMail(await emailOf(desk, marcus), subject);
  expect(text).toContain('Ingrid Holm has asked for this');
  expect(text).toContain(`/desk/payouts/${runId}`);
  expect(text + html).not.toMatch(/\$\s?\d/);
  // Preparing the same run again tells nobody.
  await prepareNext(desk);
  await everyMailSent();
  for (const one of [ingrid, clerk, marcus]) expect(await countMails(await emailOf(desk, one))).toBe(0);
  expect(await ingrid.get(`payouts/${runId}`)).toMatchObject({ told_at: expect.any(String) });
});

test('RUN-25 they are reminded once in 15 minutes, of 50 who ask at once; never of what is decided', async () => {
  const desk = await openDesk();
  const { tenantId, book, ingrid, marcus } = desk;
  const runId = await prepareNext(desk);
  const address = await emailOf(desk, marcus);
  const subject = `Waiting for your decision: payout run of ${formatDate(book.payDate)}`;
  await waitForMail(address, subject);
  expect(await ingrid.post(`payouts/${runId}/remind`)).toMatchObject({ status: 409, code: 'told_lately' });
  await tellEarlier(desk, 'payout_runs');
  const answers = await Promise.all(Array.from({ length: 50 }, () => ingrid.post(`payouts/${runId}/remind`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await waitForMail(address, subject);
  await everyMailSent();
  expect(await countMails(address)).toBe(0);
  const trail = await trailOf(portal.database, tenantId);
  expect(trail.filter(({ action }) => action === 'approvers reminded')).toHaveLength(1);

  await tellEarlier(desk, 'payout_runs');
  await approveAsSeen(marcus, runId);
  expect(await ingrid.post(`payouts/${runId}/remind`)).toMatchObject({ code: 'run_not_draft' });
});

test('RUN-25 what takes two people is told to those who can decide it, and only who asked reminds them', async () => {
  const desk = await openDesk();
  const { own, ingrid, marcus } = desk;
  const ada = await sitDown(own, 'Ada Vance', { role: 'administrator' });
  const theo = await sitDown(own, 'Theo Grant', { role: 'administrator' });
  const kind = 'shorten bank change hold';
  await ada.post('settings/weaken', { kind, value: 24, reason: 'As agreed' });
  const subject = 'Waiting for your decision: shorten bank change hold';
  const address = await emailOf(desk, theo);
  const { text } = await waitForMail(address, subject);
  expect(text).toContain('/desk/settings');
  expect(text).not.toContain('24');
  const { approvals } = (await ada.get('approvals')) as unknown as { approvals: { approval_id: number }[] };
  const id = approvals[0]?.approval_id;
  await tellEarlier(desk, 'approvals');
  expect(await theo.post(`approvals/${id}/remind`)).toMatchObject({ code: 'approval_of_others' });
  expect(await ada.post(`approvals/${id}/remind`)).toMatchObject({ status: 200 });
  expect(await ada.post(`approvals/${id}/remind`)).toMatchObject({ code: 'told_lately' });
  await waitForMail(address, subject);
  await ada.post(`approvals/${id}/withdraw`);
  expect(await ada.post(`approvals/${id}/remind`)).toMatchObject({ code: 'approval_settled' });
  await everyMailSent();
  for (const one of [ingrid, marcus, ada]) expect(await countMails(await emailOf(desk, one))).toBe(0);
});
