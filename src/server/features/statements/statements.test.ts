import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankDayFrom } from '../../../shared/domain/bank-holidays.ts';
import { addDays, lastOfMonth } from '../../../shared/domain/calendar-date.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { sitDown } from '../../testing/desk.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { createProfileOwner, type ProfileOwner } from '../../testing/profile.ts';
import { textOfPdf } from '../../testing/read-pdf.ts';
import { keepStatement, sampleMonth, sampleYear } from '../../testing/statements.ts';

const CHANGES = [{ what: 'Collected', before: '$187,494.10', after: '$187,111.60' }];
const REASON = 'A payment of HC10131 was returned.';

let portal: TestPortal;
let holder: ProfileOwner;
let ids: { first: bigint; second: bigint; year: bigint };
beforeAll(async () => {
  portal = await openTestPortal();
  holder = await createProfileOwner(portal, 'statements');
  const book = { tenantId: portal.tenantId, syndicateId: holder.syndicateId };
  ids = await withTenant(portal.database.owner, portal.tenantId, async (tx) => ({
    first: await keepStatement(tx, book, sampleMonth({ newDeals: 7 })),
    second: await keepStatement(tx, book, sampleMonth(), { version: 2, reason: REASON, changes: CHANGES }),
    year: await keepStatement(tx, book, sampleYear()),
  }));
});
afterAll(() => portal.close());

const list = async ({ get, syndicateId }: ProfileOwner) =>
  (await (await get(`/api/statements/${syndicateId}`)).json()) as {
    statements: Record<string, unknown>[];
    next_on: string;
  };
const file = (by: ProfileOwner, statementId: bigint, format: 'pdf' | 'spreadsheet') =>
  by.get(`/api/statements/${holder.syndicateId}/${statementId}/${format}`);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('STMT-25 the list has every version, with what it changed and why, and when the next comes', async () => {
  const { statements, next_on } = await list(holder);
  expect(statements).toMatchObject([
    {
      statement_id: Number(ids.second),
      kind: 'month',
      period_start: '2026-10-01',
      statement_number: expect.stringMatching(/-2026-10$/),
      version: 2,
      is_newest: true,
      reason: REASON,
      changes: CHANGES,
    },
    { statement_id: Number(ids.first), version: 1, is_newest: false, reason: '', changes: [] },
    { statement_id: Number(ids.year), kind: 'year', period_start: '2026-01-01', version: 1, is_newest: true },
  ]);
  const today = await withTenant(portal.database.owner, portal.tenantId, readToday);
  expect(next_on).toBe(bankDayFrom(addDays(lastOfMonth(today), 1)));
});

test('STMT-25 every version stays downloadable, as the same PDF each time and as a spreadsheet', async () => {
  const response = await file(holder, ids.second, 'pdf');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Statement .*-2026-10 version 2\.pdf"/,
  );
  const pdf = await bytesOf(response);
  expect(textOfPdf(pdf)).toEqual(
    expect.arrayContaining(['$15,300.00', '$11,900.00', '$717,342.43', `Why: ${REASON}`]),
  );
  expect((await bytesOf(await file(holder, ids.second, 'pdf'))).equals(pdf)).toBe(true);
  const earlier = textOfPdf(await bytesOf(await file(holder, ids.first, 'pdf')));
  expect(earlier).toContain('7 deals, part RTR');
  expect(earlier.join('')).not.toContain(REASON);
  expect(textOfPdf(await bytesOf(await file(holder, ids.year, 'pdf')))).toContain('Yearly statement');

  const exported = await file(holder, ids.second, 'spreadsheet');
  expect(exported.headers.get('content-disposition')).toContain('.xlsx');
  const { sheets } = await readXlsx(new Uint8Array(await exported.arrayBuffer()));
  expect(sheets.map(({ name }) => name)).toEqual([
    'Summary',
    'Payouts',
    'New deals',
    'Written off',
    'Cash',
    'Changes',
  ]);
  expect(await holder.audit()).toEqual(Array.from({ length: 5 }, () => 'statement downloaded'));
});

test('STMT-26 nobody opens the statement of a syndicate that is not theirs, by whichever number', async () => {
  const other = await createProfileOwner(portal, 'curious');
  expect((await other.get(`/api/statements/${holder.syndicateId}`)).status).toBe(403);
  expect((await file(other, ids.second, 'pdf')).status).toBe(403);
  const ownAddress = `/api/statements/${other.syndicateId}`;
  for (const format of ['pdf', 'spreadsheet'])
    expect((await other.get(`${ownAddress}/${ids.second}/${format}`)).status).toBe(404);
  expect(await list(other)).toMatchObject({ statements: [] });
});

test('STMT-27 the desk has the same list and the same files, each download on record under its reader', async () => {
  const owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  const address = `investors/${holder.syndicateId}/statements`;
  const shown = await owen.get(address);
  expect(shown['statements']).toEqual((await list(holder)).statements);
  const fetched = await owen.fetch(`${address}/${ids.second}/pdf`);
  expect(await bytesOf(fetched)).toEqual(await bytesOf(await file(holder, ids.second, 'pdf')));
  expect((await owen.fetch(`${address}/${ids.second}/spreadsheet`)).status).toBe(200);
  expect((await owen.fetch(`investors/999999/statements/${ids.second}/pdf`)).status).toBe(404);
  const trail = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['action', 'subject'])
      .where('actorId', '=', owen.userId)
      .where('action', '=', 'statement downloaded')
      .execute(),
  );
  expect(trail).toEqual(
    Array.from({ length: 2 }, () => ({
      action: 'statement downloaded',
      subject: `syndicate ${holder.syndicateId}`,
    })),
  );
});
