import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../shared/domain/calendar-date.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createSyndicate, createTenant } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner, { slug: 'harbor' });
  await withTenant(database.db, tenantId, async (tx) => {
    await createSyndicate(tx, tenantId, { abbreviation: 'NGP', cash: { balance: 1_000_00n } });
    await createSyndicate(tx, tenantId, { abbreviation: 'NONE' });
  });
});
afterAll(() => database.drop());

const run = async (word: string, ...args: string[]) => {
  const { stdout, stderr } = await commandLineOn(database)(
    'cash',
    word,
    'NGP',
    '--tenant',
    'harbor',
    ...args,
  );
  return stdout.trim() || stderr.trim();
};

const holds = (posted: string, reserved: string, available: string) =>
  `Cash of NGP: ${posted}, of which ${reserved} is reserved and ${available} available.`;

test('CASH-07 deposits, fees, adjustments and withdrawals come in by command, once, and are in the audit trail', async () => {
  const wire = ['--amount', '250.00', '--reference', 'wire'];
  for (const _again of [1, 2])
    expect(await run('deposit', ...wire)).toBe(holds('$1,250.00', '$0.00', '$1,250.00'));
  expect(await run('deposit', '--amount', '251.00', '--reference', 'wire')).toContain('Another amount');
  const fee = ['--amount', '25.50', '--reference', 'wire', '--reason', 'Fee of the wire'];
  expect(await run('fee', ...fee)).toBe(holds('$1,224.50', '$0.00', '$1,224.50'));
  const taken = ['--amount', '24.50', '--take', '--reference', 'A-1', '--reason', 'Booked twice'];
  expect(await run('adjust', ...taken)).toBe(holds('$1,200.00', '$0.00', '$1,200.00'));
  expect(await run('ask', '--amount', '900', '--reference', 'mail')).toBe(
    holds('$1,200.00', '$900.00', '$300.00'),
  );
  expect(await run('ask', '--amount', '300.01', '--reference', 'more')).toContain(
    'The most that can be withdrawn is $300.00.',
  );
  expect(await run('settle', '--reference', 'mail', '--as', 'paid')).toBe(
    holds('$300.00', '$0.00', '$300.00'),
  );
  const tomorrow = addDays(await readToday(database.db), 1);
  expect(await run('deposit', '--amount', '40', '--reference', 'later', '--date', tomorrow)).toBe(
    `${holds('$300.00', '$0.00', '$300.00')}\nDeposits of days to come: $40.00.`,
  );
  expect(await run('fee', ...fee.with(3, 'later'), '--date', tomorrow)).toContain('Only a deposit');
  const events = await withTenant(database.db, tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['action', 'details'])
      .where('action', 'in', ['cash entry recorded', 'withdrawal asked for', 'withdrawal settled'])
      .orderBy('sequence')
      .execute(),
  );
  expect(events.map(({ action }) => action)).toEqual([
    'cash entry recorded',
    'cash entry recorded',
    'cash entry recorded',
    'withdrawal asked for',
    'withdrawal settled',
    'cash entry recorded',
  ]);
  expect(events[1]?.details).toMatchObject({ kind: 'fee', amount: '-25.50', reason: 'Fee of the wire' });
});

test('CASH-07 what is missing or unknown is said', async () => {
  expect(await run('fee', '--amount', '1', '--reference', 'x')).toContain('--reason is missing.');
  for (const nothing of ['0', '0.00'])
    expect(await run('deposit', '--amount', nothing, '--reference', 'x')).toContain(
      '--amount expects an amount, such as 350.00.',
    );
  expect(await run('settle', '--reference', 'mail', '--as', 'gone')).toContain('--as expects');
  expect(await run('settle', '--reference', 'unknown', '--as', 'paid')).toContain(
    'No withdrawal was asked for',
  );
  const { stderr } = await commandLineOn(database)('cash', 'show', 'NONE', '--tenant', 'harbor');
  expect(stderr).toContain('This syndicate has no cash account.');
});
