import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createSyndicate } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { operatorOf } from '../../testing/operator.ts';
import { approveAsSeen, giveBack, openRunDesk, prepareNext, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { createToldPerson, mailsToSend } from '../../testing/told-person.ts';

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

const everyMailSent = () => expect.poll(() => mailsToSend(portal), { timeout: 15_000 }).toBe(0);

test('TELL-09 a settled run tells those it has paid, and a returned entry tells its syndicate alone, each once', async () => {
  const names = ['Allegheny Yield Fund', 'Beacon Hill Partners', 'Cove Capital'] as const;
  const desk = await openRunDesk(portal, [
    { name: names[0] },
    { name: names[1] },
    { name: names[2], account: 'none' },
  ]);
  const { book, ingrid, marcus, own } = desk;
  await book.nameOriginator();
  await book.pay();
  const people = await Promise.all(
    names.map((name) => createToldPerson(own, book.syndicates.get(name) ?? 0n)),
  );
  const [paid, returned, blocked] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  for (const person of people) if (person) await person.choose('payout_paid', 'now');
  const runId = await prepareNext(desk);
  expect((await approveAsSeen(marcus, runId)).status).toBe(200);
  expect((await ingrid.post(`payouts/${runId}/file`)).status).toBe(200);
  const { items } = await readRun(ingrid, runId);
  const back = items.find(({ syndicate }) => syndicate === names[1]);
  expect((await giveBack(desk, back?.['trace_number'])).status).toBe(200);
  await book.reachEffectiveDate(runId);
  for (let time = 0; time < 3; time += 1)
    expect((await ingrid.post(`payouts/${runId}/settle`)).status).toBe(200);

  const told = await waitForMail(paid?.email ?? '', `The payout of ${formatDate(book.payDate)} is paid`);
  expect(told.text).toContain(`/dashboard?view=payouts&payDate=${book.payDate}`);
  expect(told.text + told.html).not.toMatch(/\$\s?\d|100\.00/);
  const other = await waitForMail(returned?.email ?? '', 'Your bank has returned a payout');
  expect(other.text).toContain('/profile?tab=bank');
  await everyMailSent();
  for (const person of [paid, returned, blocked]) expect(await countMails(person?.email ?? '')).toBe(0);
});

test('TELL-09 a withdrawal in a run is told as one, and the payout that stays in the cash account is not told as paid', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Kept' }]);
  const { book, ingrid, marcus, own, tenantId } = desk;
  const syndicateId = book.syndicates.get('Kept') ?? 0n;
  await book.nameOriginator();
  await book.inTenant(async (tx) => {
    const opening = { syndicateId, cash: 500_00n, contributed: null, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, opening);
    const asked = { syndicateId, amount: 200_00n, reference: 'W-1' };
    await askForWithdrawal(tx, tenantId, asked, { via: 'command line', name: 'test' });
  });
  await book.pay();
  const person = await createToldPerson(own, syndicateId);
  await person.choose('payout_paid', 'now');
  const runId = await prepareNext(desk);
  expect((await approveAsSeen(marcus, runId)).status).toBe(200);
  expect((await ingrid.post(`payouts/${runId}/file`)).status).toBe(200);
  expect((await readRun(ingrid, runId)).totals).toMatchObject({ kept: '96.00', withdrawn: '200.00' });
  await book.reachEffectiveDate(runId);
  expect((await ingrid.post(`payouts/${runId}/settle`)).status).toBe(200);
  const told = await waitForMail(person.email, 'Your withdrawal is paid');
  expect(told.text).toContain('/cash');
  expect(told.text + told.html).not.toMatch(/\$\s?\d|200\.00|payout of/);
  await everyMailSent();
  expect(await countMails(person.email)).toBe(0);
});

test('TELL-09 an earlier payout that a run brings to the bank is told as one, and the payout that stays in the cash account is not told as paid', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Late', account: 'type unknown' }]);
  const { book, ingrid, marcus, own, tenantId } = desk;
  const syndicateId = book.syndicates.get('Late') ?? 0n;
  const pay = async (runId: number) => {
    expect((await approveAsSeen(marcus, runId)).status).toBe(200);
    expect((await ingrid.post(`payouts/${runId}/file`)).status).toBe(200);
    await book.reachEffectiveDate(runId);
    expect((await ingrid.post(`payouts/${runId}/settle`)).status).toBe(200);
  };
  await book.nameOriginator();
  await book.pay();
  await pay(await prepareNext(desk));
  await book.inTenant((tx) =>
    openCashAccount(tx, tenantId, { syndicateId, cash: 0n, contributed: null, recordedBy: 'test' }),
  );
  const described = { account_type: 'checking', holder_kind: 'business', holder_name: null };
  expect((await ingrid.put(`payouts/accounts/${syndicateId}`, described)).status).toBe(200);
  await book.pay();
  const person = await createToldPerson(own, syndicateId);
  await person.choose('payout_paid', 'now');
  const runId = await book.draft(book.nextPayDate, ingrid);
  expect((await readRun(ingrid, runId)).totals).toMatchObject({ kept: '96.00', in_file: '96.00' });
  await pay(runId);
  const told = await waitForMail(person.email, 'An earlier payout is paid');
  expect(told.text).toContain('/dashboard?view=payouts');
  expect(told.text + told.html).not.toMatch(/\$\s?\d|96\.00|payout of/);
  await everyMailSent();
  expect(await countMails(person.email)).toBe(0);
});

test('TELL-09 what was owed from before is told as such also where the pay date has no payout', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Owed', account: 'type unknown' }]);
  const { book, ingrid, marcus, own } = desk;
  const syndicateId = book.syndicates.get('Owed') ?? 0n;
  const pay = async (runId: number) => {
    expect((await approveAsSeen(marcus, runId)).status).toBe(200);
    expect((await ingrid.post(`payouts/${runId}/file`)).status).toBe(200);
    await book.reachEffectiveDate(runId);
    expect((await ingrid.post(`payouts/${runId}/settle`)).status).toBe(200);
  };
  await book.nameOriginator();
  await book.pay();
  await pay(await prepareNext(desk));
  const described = { account_type: 'checking', holder_kind: 'business', holder_name: null };
  expect((await ingrid.put(`payouts/accounts/${syndicateId}`, described)).status).toBe(200);
  const person = await createToldPerson(own, syndicateId);
  await person.choose('payout_paid', 'now');
  const runId = await book.draft(book.nextPayDate, ingrid);
  expect((await readRun(ingrid, runId)).totals).toMatchObject({ in_file: '96.00' });
  await pay(runId);
  const told = await waitForMail(person.email, 'An earlier payout is paid');
  expect(told.text + told.html).not.toMatch(/payout of|payDate/);
  await everyMailSent();
  expect(await countMails(person.email)).toBe(0);
});

test('TELL-11 of an invite those are told who do not get it at the e-sign or a CC address, and only once', async () => {
  const { tenantId, database } = portal;
  const operator = await operatorOf(portal, ['links']);
  const esign = `esign-${crypto.randomUUID()}@investor.example`;
  const copy = `Copy-${crypto.randomUUID()}@investor.example`.toLowerCase();
  const syndicateId = await withTenant(database.owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, {
      esignEmail: esign.toUpperCase().replace('@INVESTOR.EXAMPLE', '@investor.example'),
      ccEmails: [copy],
    }),
  );
  const signer = await createToldPerson(portal, syndicateId, esign);
  const copied = await createToldPerson(portal, syndicateId, copy);
  const third = await createToldPerson(portal, syndicateId);
  const { offerId } = await createOpenOffer(database.owner, tenantId);
  const ask = { kind: 'prefunding', offer_id: Number(offerId), syndicate_id: Number(syndicateId) };
  for (let time = 0; time < 2; time += 1) expect((await operator.post('links', ask)).status).toBe(200);
  await everyMailSent();
  const { rows } = await withTenant(database.db, tenantId, async (tx) => ({
    rows: await tx
      .selectFrom('notificationItems')
      .select(['userId', 'kind', 'subject', 'path'])
      .where('syndicateId', '=', syndicateId)
      .execute(),
  }));
  expect(rows).toMatchObject([{ userId: third.userId, kind: 'new_deal' }]);
  expect(rows[0]?.path).toMatch(/^\/prefunding\//);
  const mail = await waitForMail(third.email, rows[0]?.subject ?? '');
  expect(mail.text).not.toMatch(/\$\s?\d/);
  expect(await countMails(third.email)).toBe(0);
  expect([signer.userId, copied.userId]).not.toContain(rows[0]?.userId);
});
