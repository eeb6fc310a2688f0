import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createMembership, createTenant, createUser } from '../testing/factories.ts';
import { operatorOf } from '../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { TOKEN } from '../testing/second-factor.ts';
import { asMember, cookieOf, ENCRYPTION_KEY, postAsMember, postJson } from '../testing/test-app.ts';
import { requireActingPerson, setNamed } from './acting-person.ts';
import { commandLineOperator } from './command.ts';

const SERVICING = 'servicing@harbor.example';
const INVESTOR = 'ann@lakeside.example';

let portal: TestPortal;
let servicingId: bigint;
beforeAll(async () => {
  portal = await openTestPortal();
  await portal.addInvestor(INVESTOR);
  servicingId = await addStaff(SERVICING, { role: 'servicing', acceptedAt: null });
  await addStaff('left@harbor.example', { role: 'administrator', isTerminated: true });
  await addStaff('broker@iso.example', { role: 'broker' });
});
afterAll(() => portal.close());

const addStaff = async (email: string, membership: Parameters<typeof createMembership>[3]) => {
  const { owner } = portal.database;
  const userId = await createUser(owner, { email });
  await withTenant(owner, portal.tenantId, (tx) => createMembership(tx, portal.tenantId, userId, membership));
  return userId;
};

const settings = { ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64') };
const run = (args: string[], more: Record<string, string> = {}) =>
  commandLineOn(portal.database, { ...settings, ...more })(...args, '--tenant', portal.slug);

const eventsOf = (action: string) =>
  withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['actorId', 'subject', 'details'])
      .where('action', '=', action as never)
      .orderBy('sequence')
      .execute(),
  );

const root = userInfo().username;

test('OPS-40 a command names the person of the funder’s staff whom it is run for, and the trail holds both', async () => {
  const invite = ['user', 'invite', 'books@harbor.example', '--name', 'Bo', '--role', 'administrator'];
  const { code, stdout } = await run(['--as', SERVICING, ...invite], { SUDO_USER: 'sam' });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'books@harbor.example is invited to the desk as administrator. Commands can name them: portal --as books@harbor.example …\n',
  });
  expect(await eventsOf('user invited')).toEqual([
    {
      actorId: servicingId,
      subject: expect.stringMatching(/^user \d+$/),
      details: expect.objectContaining({ operator: `command line: ${root} (sudo by sam) as ${SERVICING}` }),
    },
  ]);
});

test('OPS-40 who is no staff of the tenant, or no longer, cannot be named, and a setting requires that somebody is', async () => {
  const tenant = { id: portal.tenantId, slug: portal.slug, name: 'Harbor Capital' };
  for (const email of [INVESTOR, 'left@harbor.example', 'broker@iso.example', 'nobody@harbor.example']) {
    setNamed({ email, isRequired: false });
    await expect(requireActingPerson(portal.database.db, tenant)).rejects.toThrow(
      `${email} is not on the staff of harbor.`,
    );
    expect(() => commandLineOperator()).toThrow('was not looked for');
  }
  setNamed({ email: null, isRequired: true });
  const empty = await createTenant(portal.database.owner, { slug: 'new' });
  await requireActingPerson(portal.database.db, { id: empty, slug: 'new', name: 'New' });
  expect(commandLineOperator()).toEqual({ via: 'command line', name: root });
  setNamed({ email: null, isRequired: false });
  const nobody = await run(['user', 'end-sessions', INVESTOR], { PORTAL_AS_REQUIRED: 'on' });
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Say who you are: portal --as /) });
  expect(await eventsOf('sessions ended')).toEqual([]);
});

test('OPS-40 every event of a session that a ticket opened says who issued the ticket', async () => {
  const system = await operatorOf(portal, ['links']);
  const made = await system.post('links', { kind: 'ticket', email: INVESTOR, mail: false });
  const { address } = (await made.json()) as { address: string };
  const ticket = new URL(address).hash.slice(1);
  const opened = await portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));
  const { access_token: token } = (await opened.json()) as { access_token: string };
  await portal.app.fetch('/api/payouts/syndication_sums/999', asMember(token, portal.tenantId));
  const asked = { syndication_id: Number(portal.syndicateId), which_tab: 'quickview' };
  const exported = await portal.app.fetch(
    '/api/payouts/export_syndicated_deals',
    postAsMember(asked, token, portal.tenantId),
  );
  expect(exported.status).toBe(200);
  await exported.arrayBuffer();
  await portal.app.fetch('/user/logout', postJson({}, { cookie: cookieOf(opened) }));
  const by = expect.stringMatching(/^service token \d+: test/);
  for (const action of ['signed in', 'access refused', 'deals exported', 'signed out'])
    expect(await eventsOf(action), action).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ ticketIssuedBy: by }) }),
    ]);
});
