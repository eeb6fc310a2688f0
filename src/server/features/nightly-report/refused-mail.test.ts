import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { createTenant } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { newAddress } from '../../testing/report-book.ts';
import { openReportDesk, type ReportDesk } from '../../testing/report-desk.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let desk: ReportDesk;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openReportDesk(database);
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

test('OPS-03 security rule: a CC address that is none, or that hides a header or a command, is left out and counted', async () => {
  const victim = newAddress('victim');
  const valid = newAddress('cc');
  const esignEmail = newAddress('esign');
  const ccEmails = [
    `a@b.example\r\nBcc: ${victim}`,
    `a@b.example\nRCPT TO:<${victim}>`,
    `a@b.example, ${victim}`,
    `${victim}\r`,
    'nobody',
    valid,
    valid.toUpperCase(),
    esignEmail,
  ];
  const book = await desk.addBook(tenantId, { ccEmails, esignEmail });
  await desk.queue(tenantId);
  await desk.work();
  const mail = await waitForMail(book.esignEmail, book.subject);
  expect(mail.cc?.map(({ address }) => address.toLowerCase())).toEqual([valid]);
  expect(await countMails(victim)).toBe(0);
  expect(await desk.reportsOf(tenantId, book.syndicateId)).toMatchObject([
    { state: 'sent', leftOutCount: 5 },
  ]);
});

test('OPS-03 an e-sign address that is none fails with the reason and is not tried again; once mended it is sent by hand', async () => {
  const book = await desk.addBook(tenantId, {
    esignEmail: 'x@y.example\r\nBcc: z@y.example',
  });
  await desk.queue(tenantId);
  const log = await desk.work();
  expect(log).toContain('a mail was not sent');
  expect(await desk.reportsOf(tenantId, book.syndicateId)).toMatchObject([
    { state: 'failed', failure: 'The address is not valid.' },
  ]);
  expect(await desk.failedJobs()).toBe(0n);

  const esignEmail = newAddress('mended');
  await withTenant(database.db, tenantId, (tx) =>
    tx.updateTable('syndicates').set({ esignEmail }).where('id', '=', book.syndicateId).execute(),
  );
  expect(await desk.queue(tenantId)).toBe(1);
  await desk.work();
  await waitForMail(esignEmail, book.subject);
});

test('OPS-03 while the mail server is away the report waits for its next try', async () => {
  const book = await desk.addBook(tenantId);
  await desk.queue(tenantId);
  await desk.work('smtp://127.0.0.1:1');
  expect(await desk.reportsOf(tenantId, book.syndicateId)).toMatchObject([
    { state: 'failed', failure: 'The mail server did not take the mail; it is tried again.' },
  ]);
  expect(await desk.failedJobs()).toBe(1n);
  await sql`update graphile_worker._private_jobs set run_at = now(), attempts = 0`.execute(database.owner);
  await desk.work();
  await waitForMail(book.esignEmail, book.subject);
  expect(await countMails(book.esignEmail)).toBe(0);
});

test('OPS-03 what the mail server refuses is written down: a CC is left out, an e-sign address fails, and neither is tried again', async () => {
  const smtp = await startSmtpServer();
  try {
    const cc = [newAddress('cc'), newAddress('gone')];
    const taken = await desk.addBook(tenantId, { ccEmails: cc, dealCount: 1 });
    const refusedWithCc = await desk.addBook(tenantId, { ccEmails: cc, dealCount: 1 });
    const alone = await desk.addBook(tenantId, { dealCount: 1 });
    for (const address of [cc[1] ?? '', refusedWithCc.esignEmail, alone.esignEmail])
      smtp.refused.add(address);
    await desk.queue(tenantId);
    await desk.work(smtp.url);
    expect(smtp.received).toHaveLength(2);
    expect(await desk.reportsOf(tenantId, taken.syndicateId)).toMatchObject([
      { state: 'sent', leftOutCount: 1 },
    ]);
    expect(await desk.reportsOf(tenantId, refusedWithCc.syndicateId)).toMatchObject([
      { state: 'failed', failure: 'The mail server refused the address.' },
    ]);
    expect(await desk.reportsOf(tenantId, alone.syndicateId)).toMatchObject([
      { state: 'failed', failure: 'The mail server refused the mail.' },
    ]);
    expect(await desk.failedJobs()).toBe(0n);
  } finally {
    await smtp.close();
  }
});
