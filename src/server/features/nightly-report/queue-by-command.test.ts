import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankDayBefore } from '../../../shared/domain/bank-holidays.ts';
import { addDays, formatDate } from '../../../shared/domain/calendar-date.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createTenant } from '../../testing/factories.ts';
import { createReportBook, reportDateNow } from '../../testing/report-book.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { queueReportsByCommand } from './queue-by-command.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner, { slug: 'harbor', name: 'Harbor Capital' });
  await createReportBook(database.db, tenantId);
});
afterAll(() => database.drop());

const report = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.resolve('src/server/cli.ts'), 'report', ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  });

test('OPS-03 an operator queues the reports of a day by hand, the last one unless told, and never twice what was sent', async () => {
  const last = bankDayBefore(await reportDateNow(database.db));
  const { stdout } = await report('--tenant', 'harbor');
  expect(stdout).toContain(`Harbor Capital, ${formatDate(last)}: 1 to be sent`);
  await withTenant(database.db, tenantId, (tx) =>
    tx
      .updateTable('nightlyReports')
      .set({ state: 'sent', sentAt: new Date().toISOString(), messageId: '<a@b>' })
      .execute(),
  );
  expect((await report('--tenant', 'harbor', '--date', last)).stdout).toContain(': 0 to be sent');
  const event = (reports: number) => ({
    action: 'report queued by hand',
    details: { reports, operator: expect.stringMatching(/^command line: ./) },
  });
  expect(await trailOf(database, tenantId, `nightly report ${last}`)).toMatchObject([event(1), event(0)]);
});

test('OPS-03 a day that has no report, or none yet, and a tenant that is none are refused in words', async () => {
  const harbor = { id: tenantId, slug: 'harbor', name: 'Harbor Capital' };
  const queue = (date: string) =>
    queueReportsByCommand(database.db, harbor, { via: 'command line', name: 'night' }, date);
  const future = bankDayBefore(addDays(await reportDateNow(database.db), 366));
  await expect(queue('2026-11-14')).rejects.toThrow(/Banks do not settle on 11\/14\/2026/);
  await expect(queue(future)).rejects.toThrow(/is not over yet/);
  await expect(queue('13.11.2026')).rejects.toThrow(/YYYY-MM-DD/);
  await expect(report('--tenant', 'nobody')).rejects.toThrow(/short name of a tenant: harbor/);
  await expect(report()).rejects.toThrow(/--tenant expects/);
});
