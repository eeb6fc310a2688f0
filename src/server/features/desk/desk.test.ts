import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF_PERMISSION_NAMES } from '../../../shared/domain/staff-permissions.ts';
import { commandLineOperator } from '../../operator/command.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { codeOf, TOKEN } from '../../testing/second-factor.ts';
import { addFactor, createStaff } from '../../testing/staff.ts';
import { asMember, ENCRYPTION_KEY, postJson, solveCaptcha } from '../../testing/test-app.ts';
import { issueLink } from '../links/issue-link.ts';
import { inviteUser } from '../users/invite-user.ts';

const ME = '/api/desk/v1/me';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const addStaff = (email: string, overrides: Parameters<typeof createMembership>[3]) =>
  portal.addInvestor(email, { syndicateId: null, ...overrides });

async function enterPassword(email: string) {
  const recaptcha = await solveCaptcha(portal.app);
  return portal.app.fetch(
    TOKEN,
    postJson({ grant_type: 'password', username: email, password: PASSWORD, recaptcha }),
  );
}

interface Session {
  access_token: string;
  role: string;
  tenants: { id: string; desk: boolean; syndication_id: number | null }[];
}

/** Signs in with the password and the code of an authenticator app. */
async function signIn(email: string, secret: string): Promise<Session> {
  const { second_factor: step } = (await (await enterPassword(email)).json()) as {
    second_factor: { challenge: string };
  };
  const proof = { grant_type: 'second_factor', challenge: step.challenge, method: 'totp' };
  const response = await portal.app.fetch(TOKEN, postJson({ ...proof, code: await codeOf(secret) }));
  return (await response.json()) as Session;
}

const asked = (path: string, token: string, tenantId = portal.tenantId) =>
  portal.app.fetch(path, asMember(token, tenantId));

test('DESK-01 staff sign in with password and second factor, and are told where they enter', async () => {
  const userId = await addStaff('ana@harbor.example', {
    role: 'servicing',
    permissions: ['view-desk', 'post-payments'],
  });
  const session = await signIn('ana@harbor.example', await addFactor(portal.database.owner, userId));
  expect(session).toMatchObject({
    role: 'servicing',
    tenants: [{ id: portal.tenantId, desk: true, syndication_id: null }],
  });
  const me = await asked(ME, session.access_token);
  expect(await me.json()).toMatchObject({
    email: 'ana@harbor.example',
    role: 'servicing',
    permissions: ['view-desk', 'post-payments'],
    funder_name: 'Harbor Capital',
  });
  const sums = await asked(`/api/payouts/syndication_sums/${portal.syndicateId}`, session.access_token);
  expect(await sums.json()).toMatchObject({ code: 'role_not_allowed' });
});

test('DESK-01 staff without any permission are told so after the right password', async () => {
  const userId = await addStaff('idle@harbor.example', { role: 'servicing', permissions: [] });
  await addFactor(portal.database.owner, userId);
  const response = await enterPassword('idle@harbor.example');
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    code: 'role_not_allowed',
    message: 'This portal is not accessable to your role.',
  });
});

test('DESK-01 who is invited to the desk begins with what the role may do', async () => {
  const { owner } = portal.database;
  const invite = (email: string, role: 'administrator' | 'collections', permissions = {}) =>
    withTenant(owner, portal.tenantId, async (tx) => {
      const { userId, isMailed } = await inviteUser(
        tx,
        portal.tenantId,
        { email, name: 'New One', role, permissions },
        commandLineOperator(),
      );
      const { permissions: held, acceptedAt } = await tx
        .selectFrom('memberships')
        .select(['permissions', 'acceptedAt'])
        .where('tenantId', '=', portal.tenantId)
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      return { held: [...held].sort(), acceptedAt, isMailed };
    });
  expect(await invite('first@harbor.example', 'administrator')).toEqual({
    held: [...STAFF_PERMISSION_NAMES].sort(),
    acceptedAt: null,
    isMailed: true,
  });
  const fewer = { 'look-as-investor': false, 'view-audit': true };
  expect((await invite('lamar@harbor.example', 'collections', fewer)).held).toEqual([
    'change-deals',
    'view-audit',
    'view-desk',
  ]);
});

test('DESK-02 nothing of the desk answers before a second factor is set up', async () => {
  await addStaff('bare@harbor.example', { role: 'accounting', permissions: ['view-desk'] });
  const response = await enterPassword('bare@harbor.example');
  const { access_token: token } = (await response.json()) as Session;
  const refused = await asked(ME, token);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'second_factor_required' });
  // The way to one is open.
  expect(await (await asked('/user/second-factor', token)).json()).toMatchObject({ is_required: true });
});

test('DESK-03 a ticket leads to no desk, and none is issued to staff', async () => {
  const { owner } = portal.database;
  const userId = await addStaff('ticket@harbor.example', { role: 'servicing', permissions: ['view-desk'] });
  await addFactor(owner, userId);
  const deps = {
    publicOrigin: 'https://portal.example',
    encryption: createEncryption({ key: ENCRYPTION_KEY }),
  };
  const within = { tenantId: portal.tenantId, operator: commandLineOperator() };
  const ticketFor = (email: string) =>
    withTenant(owner, portal.tenantId, (tx) =>
      issueLink(tx, deps, within, { kind: 'ticket', email, minutes: 5, isMailed: false }),
    );
  await expect(ticketFor('ticket@harbor.example')).rejects.toThrow();
  // One that was issued while the person was still an investor.
  await portal.addInvestor('was@northgate.example');
  const { address } = await ticketFor('was@northgate.example');
  await withTenant(owner, portal.tenantId, (tx) =>
    tx
      .updateTable('memberships')
      .set({ role: 'servicing', syndicateId: null, permissions: ['view-desk'] })
      .where('tenantId', '=', portal.tenantId)
      .where('syndicateId', '=', portal.syndicateId)
      .execute(),
  );
  const ticket = new URL(address).hash.slice(1);
  const response = await portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));
  expect(await response.json()).toMatchObject({ code: 'not_a_syndicate_user' });
});

test('DESK-04 who works for one funder and invests with another finds both, each with its own side', async () => {
  const { owner } = portal.database;
  const other = await createTenant(owner, { name: 'Keystone Funding' });
  const userId = await addStaff('both@harbor.example', { role: 'underwriter', permissions: ['view-desk'] });
  await withTenant(owner, other, async (tx) =>
    createMembership(tx, other, userId, { syndicateId: await createSyndicate(tx, other) }),
  );
  const session = await signIn('both@harbor.example', await addFactor(owner, userId));
  expect(session.tenants.map(({ id, desk }) => ({ id, desk }))).toEqual([
    { id: portal.tenantId, desk: true },
    { id: other, desk: false },
  ]);
  expect((await asked(ME, session.access_token)).status).toBe(200);
  expect((await asked(ME, session.access_token, other)).status).toBe(403);
});

test('DESK-01 a call that needs more than the person has says who can give it', async () => {
  const { accessToken } = await createStaff(portal.database.owner, portal.tenantId, { permissions: [] });
  const response = await asked(ME, accessToken);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'role_not_allowed' });
});
