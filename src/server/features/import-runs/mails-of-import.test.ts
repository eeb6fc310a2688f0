import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { noteWrites } from '../../import/note-writes.ts';
import { takeWaiting } from '../../notifications/morning-mails.jobs.ts';
import { tellOfWatched } from '../../notifications/watchlist-news.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { MESSY_CONSTANTS } from '../../testing/messy-book.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { createToldPerson } from '../../testing/told-person.ts';
import { beginSending, readTakenOut } from '../nightly-report/report-states.ts';
import { readMailsOfImport } from './mails-of-import.ts';

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

/** A funder with one investor, who has one person. */
async function funder() {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(owner, tenantId, work);
  const first = `${crypto.randomUUID()}@first.example`;
  const syndicateId = await inBook((tx) =>
    createSyndicate(tx, tenantId, { name: 'Own', abbreviation: 'OWN', esignEmail: first }),
  );
  const person = await createToldPerson({ ...portal, tenantId }, syndicateId);
  const ben = await sitDown({ ...portal, tenantId }, 'Ben Ortiz');
  return { tenantId, inBook, first, syndicateId, person, ben };
}

const investorFile = (email: string) =>
  `Name,Short Name,Pay Days,Usual Share %,Syndication Fee %,E-mail,Mgmt Fee
Own,OWN,Mon Tue Wed Thu Fri,10%,0%,${email},4%
`;

/** A deal with arrears: two debits in six weeks. */
const LATE_DEAL = {
  'Deals.csv': `Deal ID,Merchant Name,Funded Date,Funding Amount,Factor,RTR,Payment,Freq,Term (Days),Status
D-1,Canal St Bakery,10/05/26,"$10,000.00",1.40,"$14,000.00",$140.00,Daily,100,Performing
`,
  'Shares.csv': 'Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee\nD-1,Own,10/05/26,5%,10%,4%\n',
  'Payments.csv':
    'Deal ID,Process Date,Amount,Status\nD-1,10/07/26,$140.00,Cleared\nD-1,11/16/26,$140.00,Cleared\n',
};

async function importLateDeal(ben: AtDesk): Promise<number> {
  const { runId, run } = await importer(ben).start(LATE_DEAL);
  const kinds: Readonly<Record<string, string>> = {
    ...{ 'Deals.csv': 'deals', 'Shares.csv': 'participations', 'Payments.csv': 'payments' },
  };
  const files = run.files.map(({ file_id, file_name }) => ({
    ...{ file_id, kind: kinds[file_name], columns: [] },
  }));
  await importer(ben).plan(runId, { files, constants: MESSY_CONSTANTS });
  expect(await importer(ben).confirm(runId)).toMatchObject({ state: 'done' });
  return runId;
}

const mailsOf = async (ben: AtDesk, runId: number) => (await ben.get(`imports/${runId}/obstacles`))['mails'];

test('IMPORT-34 who was told that mails go to another address is listed, and is told when undoing takes it back', async () => {
  const { tenantId, inBook, first, syndicateId, person, ben } = await funder();
  const second = `${crypto.randomUUID()}@later.example`;
  const { runId } = await importer(ben).startOf('syndicates', 'Investors.csv', investorFile(second));
  expect(await mailsOf(ben, runId)).toEqual([]);
  expect(await importer(ben).confirm(runId)).toMatchObject({ state: 'done' });
  const changed = { syndicate_id: Number(syndicateId), name: 'Own', sent_at: expect.any(String) };
  expect(await mailsOf(ben, runId)).toEqual([{ kind: 'address_changed', ...changed }]);
  for (const address of [first, second, person.email])
    await waitForMail(address, 'Your e-sign address was changed');

  expect(await importer(ben).undo(runId)).toMatchObject({ state: 'undone' });
  expect(await mailsOf(ben, runId)).toEqual([
    { kind: 'address_changed', ...changed },
    { kind: 'address_changed_back', ...changed },
  ]);
  for (const address of [first, second, person.email]) {
    const { text } = await waitForMail(address, 'Your e-sign address was changed');
    expect(text).toMatch(/now go to \S+t\.example instead of \S+r\.example/);
  }
  const stored = await inBook((tx) => tx.selectFrom('syndicates').select('esignEmail').execute());
  expect(stored).toEqual([{ esignEmail: first }]);
  expect(await inBook((tx) => readMailsOfImport(tx, tenantId, BigInt(runId)))).toHaveLength(2);
});

test('IMPORT-34 the mails of an import can be told within its transaction, before anything of it is kept', async () => {
  const { tenantId, inBook, syndicateId, ben } = await funder();
  const { runId } = await importer(ben).startOf('syndicates', 'Investors.csv', investorFile('a@own.example'));
  const found = await inBook(async (tx) => {
    await noteWrites(tx, BigInt(runId));
    await tx.updateTable('syndicates').set({ contactPerson: 'Lea Novak' }).execute();
    expect(await readMailsOfImport(tx, tenantId, BigInt(runId))).toEqual([]);
    await tx.updateTable('syndicates').set({ esignEmail: 'a@own.example' }).execute();
    return readMailsOfImport(tx, tenantId, BigInt(runId));
  });
  expect(found).toMatchObject([{ kind: 'address_changed', syndicateId }]);
});

test('IMPORT-34 mails of the watchlist wait for the morning, are listed once they went out, and keep nothing', async () => {
  const { tenantId, inBook, syndicateId, person, ben } = await funder();
  const runId = await importLateDeal(ben);
  const about = { kind: 'watchlist', syndicate_id: Number(syndicateId), name: 'Own' };
  await expect.poll(() => mailsOf(ben, runId), { timeout: 20_000 }).toEqual([{ ...about, sent_at: null }]);
  expect(await countMails(person.email)).toBe(0);
  const ts = new Date().toISOString();
  await inBook(async (tx) => {
    await tellOfWatched(tx, tenantId, ts);
    await takeWaiting(tx, tenantId, ts);
  });
  const { text } = await waitForMail(person.email, 'New on your watchlist: Canal St Bakery');
  expect(text).not.toContain('$');
  const sent = [{ ...about, sent_at: expect.any(String) }];
  expect(await ben.get(`imports/${runId}/obstacles`)).toMatchObject({ obstacles: [], mails: sent });
  expect(await importer(ben).undo(runId)).toMatchObject({ state: 'undone' });
  expect(await mailsOf(ben, runId)).toEqual(sent);
});

test('IMPORT-21 a report that is being sent keeps the imports whose figures it has, and one that was made before undoing is made again', async () => {
  const { tenantId, inBook, syndicateId, ben } = await funder();
  const runId = await importLateDeal(ben);
  const reportDate = calendarDate('2026-11-18');
  const key = { tenantId, syndicateId, reportDate };
  await inBook((tx) => tx.insertInto('nightlyReports').values(key).execute());
  const { db } = portal.database;
  const madeOf = await inBook((tx) => readTakenOut(tx, tenantId));
  expect(await beginSending(db, key, { messageId: '<1@test>', madeOf })).toBe(true);
  const kept = await importer(ben).undo(runId);
  expect(kept).toMatchObject({ state: 'done' });
  expect(kept['failure']).toMatch(/reports with its figures are being sent \(1\)/);

  await inBook((tx) =>
    sql`update nightly_reports set state = 'pending', sending_since = null, message_id = null`.execute(tx),
  );
  expect(await importer(ben).undo(runId)).toMatchObject({ state: 'undone' });
  await expect(beginSending(db, key, { messageId: '<1@test>', madeOf })).rejects.toThrow(
    'An import was undone while this report was made. It is made again.',
  );
  expect(
    await beginSending(db, key, {
      messageId: '<1@test>',
      madeOf: await inBook((tx) => readTakenOut(tx, tenantId)),
    }),
  ).toBe(true);
});
