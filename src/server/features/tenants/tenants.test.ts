import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, signInAs } from '../../testing/test-app.ts';
import { urlOf } from '../../testing/test-database.ts';
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

const run = (...args: string[]) => {
  const database = new URL(portal.database.url).pathname.slice(1);
  return commandLineOn(portal.database, { DATABASE_OWNER_URL: urlOf('DATABASE_OWNER_URL', database) })(
    'tenant',
    ...args,
  );
};

const add = (slug: string, ...more: string[]) =>
  run('add', slug, '--name', 'Second Capital', '--support-email', 'help@second.example', ...more);

test('OPS-02 a tenant is added with what it needs to work, and is known by its short name', async () => {
  const added = await add('second', '--brand-color', '#1F4E8C', '--accounting-email', 'money@second.example');
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
  const tenantId = added.stdout.trim();
  expect((await run('list')).stdout).toContain(`second\tSecond Capital\t${tenantId}\n`);
  const categories = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('fileCategories').select('name').execute(),
  );
  expect(categories.map(({ name }) => name)).toContain('Bank Statement');
  expect((await run('show', 'second')).stdout).toMatch(
    /supportUrl\tmailto:help@second\.example\naccountingEmail\tmoney@second\.example\nmailFrom\t-\nbrandColor\t#1f4e8c\n/,
  );
  expect(await trailOf(portal.database, tenantId)).toMatchObject([
    {
      action: 'tenant added',
      details: { slug: 'second', operator: expect.stringMatching(/^command line: /) },
    },
  ]);
  // Nothing more is needed before its first user can sign in.
  const invite = [
    'invite',
    'first@second.example',
    '--tenant',
    'second',
    '--name',
    'First',
    '--role',
    'accounting',
  ];
  expect((await commandLineOn(portal.database)('user', ...invite)).code).toBe(0);
  expect(await add('second')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('short name already'),
  });
});

test('LOGIN-19 a new tenant requires a second factor of its investors, unless it is added without', async () => {
  await add('strict');
  expect((await run('show', 'strict')).stdout).toMatch(/^requiresSecondFactor\ttrue$/m);
  const lax = await add('lax', '--requires-second-factor', 'off');
  expect((await run('show', 'lax')).stdout).toMatch(/^requiresSecondFactor\tfalse$/m);
  expect((await trailOf(portal.database, lax.stdout.trim())).at(-1)).toMatchObject({
    action: 'tenant added',
    details: { requiresSecondFactor: false },
  });
});

test('LOGIN-19 OPS-04 turning the requirement off is told to the administrators and kept with old and new value', async () => {
  const tenantId = (await add('guarded')).stdout.trim();
  const supportAddress = `help-${tenantId}@second.example`;
  await run('set', 'guarded', '--support-email', supportAddress);
  await run('set', 'guarded', '--mail-from', 'Second Capital <no-reply@second.example>');
  const subject = 'Second Capital no longer requires a second factor';
  // Nobody is an administrator yet, so it goes to the support address, and to that of before.
  const stolen = `thief-${tenantId}@second.example`;
  await run('set', 'guarded', '--support-email', stolen, '--requires-second-factor', 'off');
  const notice = await waitForMail(supportAddress, subject);
  expect(notice.text).toContain('command line: ');
  // It is from whom the tenant has chosen, and not from the operator.
  expect(notice.from).toEqual([{ name: 'Second Capital', address: 'no-reply@second.example' }]);
  expect((await trailOf(portal.database, tenantId)).at(-1)).toMatchObject({
    action: 'settings changed',
    details: {
      oldRequiresSecondFactor: true,
      newRequiresSecondFactor: false,
      oldSupportEmail: supportAddress,
      newSupportEmail: stolen,
    },
  });

  const [first, second] = ['ada', 'bo'].map((name) => `${name}-${tenantId}@second.example`);
  for (const email of [first ?? '', second ?? ''])
    await commandLineOn(portal.database)(
      ...['user', 'invite', email, '--tenant', 'guarded', '--name', 'Ada', '--role', 'administrator'],
    );
  const operator = await operatorOf({ ...portal, tenantId, slug: 'guarded' }, ['settings']);
  await operator.send('PUT', 'settings', { requires_second_factor: true });
  await operator.send('PUT', 'settings', { requires_second_factor: false });
  for (const email of [first ?? '', second ?? ''])
    expect((await waitForMail(email, subject)).text).toContain('service token');
  expect(await countMails(stolen)).toBe(0);
});

test('OPS-02 settings that are not valid are refused with their reason', async () => {
  for (const [args, words] of [
    [['add', 'No', '--name', 'x', '--support-email', 'a@b.example'], 'A short name has'],
    [['add', 'third', '--name', 'x', '--support-email', 'nobody'], 'Invalid e-mail.'],
    [['add', 'third', '--support-email', 'a@b.example'], '--name is missing.'],
    [['set', 'second', '--brand-color', '#ffd400'], 'dark enough for white text'],
    [['set', 'second', '--support-url', 'javascript:alert(1)'], 'begins with https://'],
    [['set', 'second', '--accounting-email', 'a@b.example,c@d.example'], 'Invalid e-mail.'],
    [['set', 'second', '--mail-from', 'Second Capital <nobody>'], 'Mail is from an address'],
    [['set', 'second', '--requires-second-factor', 'yes'], 'expects on or off'],
    [['set', 'second', '--bank-change-hold-hours', '169'], 'from 0 to 168'],
    [['set', 'second', '--bank-change-hold-hours', 'three days'], 'expects a number'],
    [['set', 'nobody', '--name', 'x'], '--tenant expects the short name'],
    [['remove', 'second'], 'tenant expects one of'],
  ] as const)
    expect({ args, stderr: (await run(...args)).stderr }).toEqual({
      args,
      stderr: expect.stringContaining(words),
    });
});

test('OPS-02 PROFILE-04 how long a change of bank account waits is set by command, 72 hours unless it is', async () => {
  expect((await run('show', 'second')).stdout).toMatch(/^bankChangeHoldHours\t72$/m);
  const set = await run('set', 'second', '--bank-change-hold-hours', '0');
  expect(set).toMatchObject({ code: 0, stdout: expect.stringMatching(/^bankChangeHoldHours\t0$/m) });
  const tenantId = (await run('list')).stdout.match(/second\t.*\t(\S+)/)?.[1] ?? '';
  expect((await trailOf(portal.database, tenantId)).at(-1)).toMatchObject({
    action: 'settings changed',
    details: { oldBankChangeHoldHours: 72, newBankChangeHoldHours: 0 },
  });
  const added = await add('fourth', '--bank-change-hold-hours', '168');
  expect(added.code).toBe(0);
  expect((await run('show', 'fourth')).stdout).toMatch(/^bankChangeHoldHours\t168$/m);
});

test('OPS-02 OPS-04 a service token reads and changes the settings of its tenant, and the trail says which', async () => {
  const operator = await operatorOf(portal, ['settings']);
  const before = (await (await operator.send('GET', 'settings')).json()) as object;
  expect(before).toMatchObject({ name: 'Harbor Capital', requires_second_factor: false });
  await portal.addInvestor('before@northgate.example');
  const { accessToken } = await signInAs(portal.app, 'before@northgate.example', PASSWORD);
  const change = { accounting_email: 'money@harbor.example', requires_second_factor: true };
  const changed = await operator.send('PUT', 'settings', change);
  expect(await changed.json()).toEqual({ ...before, ...change });
  const book = `/api/payouts/syndication_sums/${portal.syndicateId}`;
  expect((await portal.app.fetch(book, asMember(accessToken, portal.tenantId))).status).toBe(403);
  const cleared = await operator.send('PUT', 'settings', {
    accounting_email: null,
    requires_second_factor: false,
  });
  expect(await cleared.json()).toEqual(before);
  // Nothing became another: nothing to tell of.
  expect((await operator.send('PUT', 'settings', { name: 'Harbor Capital' })).status).toBe(200);
  const changes = (await trailOf(portal.database, portal.tenantId, 'tenant')).map(({ details }) => details);
  expect(changes).toEqual([
    {
      oldAccountingEmail: '',
      newAccountingEmail: 'money@harbor.example',
      oldRequiresSecondFactor: false,
      newRequiresSecondFactor: true,
      operator: expect.any(String),
    },
    {
      oldAccountingEmail: 'money@harbor.example',
      newAccountingEmail: '',
      oldRequiresSecondFactor: true,
      newRequiresSecondFactor: false,
      operator: expect.any(String),
    },
  ]);
  expect(await (await operator.send('PUT', 'settings', { brand_color: '#ffffff' })).json()).toMatchObject({
    code: 'setting_invalid',
  });
  const narrow = await operatorOf(portal, ['users']);
  expect((await narrow.send('GET', 'settings')).status).toBe(403);
});

test('OPS-02 a service token names the method of principal and income, by one of its two words', async () => {
  const operator = await operatorOf(portal, ['settings']);
  const set = (method: string) => operator.send('PUT', 'settings', { principal_method: method });
  expect((await set('by feeling')).status).toBe(400);
  expect(await (await set('cost_first')).json()).toMatchObject({ principal_method: 'cost_first' });
  expect((await trailOf(portal.database, portal.tenantId, 'tenant')).at(-1)?.details).toMatchObject({
    oldPrincipalMethod: 'proportional',
    newPrincipalMethod: 'cost_first',
  });
  expect((await set('proportional')).status).toBe(200);
});

test('OPS-02 PROFILE-04 security rule: how long a change of bank account waits asks a service token for the scope payout-accounts too', async () => {
  const painter = await operatorOf(portal, ['settings']);
  const refused = await painter.send('PUT', 'settings', { name: 'Thief', bank_change_hold_hours: 0 });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'scope_missing' }),
  ]);
  expect(await (await painter.send('GET', 'settings')).json()).toMatchObject({
    name: 'Harbor Capital',
    bank_change_hold_hours: 72,
  });
  const treasurer = await operatorOf(portal, ['settings', 'payout-accounts']);
  const changed = await treasurer.send('PUT', 'settings', { bank_change_hold_hours: 24 });
  expect([changed.status, await changed.json()]).toEqual([
    200,
    expect.objectContaining({ bank_change_hold_hours: 24 }),
  ]);
});
