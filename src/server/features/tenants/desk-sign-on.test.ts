import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { permissionsOfRole } from '../../../shared/domain/roles.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { removeSingleSignOn } from '../../tenant-settings/single-sign-on.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type Answer, type AtDesk, sitDown } from '../../testing/desk.ts';
import { CLIENT } from '../../testing/openid-provider.ts';
import { openSignOnPortal, proveDomains, type SignOnPortal } from '../../testing/sign-on.ts';
import { postAsMember } from '../../testing/test-app.ts';

let portal: SignOnPortal;
let ada: AtDesk;
let theo: AtDesk;
beforeAll(async () => {
  portal = await openSignOnPortal();
  ada = await sitDown(portal, 'Ada Vance');
  theo = await sitDown(portal, 'Theo Grant');
  await portal.addStaff('una@harbor.example', {
    role: 'administrator',
    permissions: permissionsOfRole('administrator'),
    name: 'Una Reed',
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await withTenant(portal.database.db, portal.tenantId, (tx) =>
    removeSingleSignOn(tx, portal.tenantId, { via: 'command line', name: 'test' }),
  );
});

const PLACE = 'settings/single_sign_on';
const SEEN = () => ({
  issuer: portal.provider.issuer,
  client_id: CLIENT.id,
  domains: ['harbor.example'],
});
const NAMED = () => ({ ...SEEN(), client_secret: CLIENT.secret, seen: null, reason: 'Our own provider' });
const waitingId = async (): Promise<number | undefined> => {
  const { approvals } = (await theo.get('approvals')) as unknown as {
    approvals: { approval_id: number; kind: string }[];
  };
  return approvals.find(({ kind }) => kind === 'use sign-on provider')?.approval_id;
};
const setUp = () => portal.set({ ...providerOf(), clientSecret: CLIENT.secret });
const providerOf = () => ({
  issuer: portal.provider.issuer,
  clientId: CLIENT.id,
  domains: ['harbor.example'],
});

/** Una, signed in at the provider. */
async function signedOn() {
  const { cookies } = await portal.signOn({ email: 'una@harbor.example' });
  const session = await portal.renew(cookies.get('__Host-session') ?? [...cookies.values()].join('; '));
  return async (path: string, body: object = {}): Promise<Answer> => {
    const init = postAsMember(body, session.access_token, portal.tenantId);
    const response = await portal.app.fetch(`/api/desk/v1/${path}`, init);
    return { status: response.status, ...((await response.json()) as object) };
  };
}

test('DESK-93 one person names a provider, and nobody signs in there until another has approved it', async () => {
  expect(await ada.put(PLACE, { ...NAMED(), reason: undefined })).toMatchObject({ code: 'setting_invalid' });
  const saved = await ada.put(PLACE, NAMED());
  expect(saved).toMatchObject({
    status: 200,
    provider: { issuer: portal.provider.issuer, is_approved: false, is_required: false },
    callbacks: ['http://localhost/api/non-tenant/sso/callback/harbor'],
  });
  expect(JSON.stringify(saved)).not.toContain(CLIENT.secret);
  expect((await portal.visit('/api/non-tenant/sso/start?domain=harbor.example')).location).toContain(
    'sso_not_set_up',
  );
  const id = await waitingId();
  expect(await ada.post(`approvals/${id}/approve`)).toMatchObject({ code: 'own_approval' });
  expect((await theo.post(`approvals/${id}/approve`)).status).toBe(200);
  await withTenant(portal.database.owner, portal.tenantId, (tx) => proveDomains(tx, portal.tenantId));
  expect((await portal.signOn({ email: 'una@harbor.example' })).location).toMatch(/\/desk$/);
  const trail = JSON.stringify(
    (await trailOf(portal.database, portal.tenantId)).map(({ details }) => details),
  );
  expect(trail).toContain('newIssuer');
  expect(trail).not.toContain(CLIENT.secret);
});

test('DESK-93 what is changed after it was asked for is asked for anew', async () => {
  await ada.put(PLACE, NAMED());
  const first = await waitingId();
  const other = { ...NAMED(), client_id: 'another', seen: SEEN() };
  expect((await ada.put(PLACE, other)).status).toBe(200);
  expect(await theo.post(`approvals/${first}/approve`)).toMatchObject({ code: 'approval_settled' });
  const second = await waitingId();
  expect(second).not.toBe(first);
  expect((await ada.post(`${PLACE}/remove`)).status).toBe(200);
  expect(await waitingId()).toBeUndefined();
  expect(await theo.post(`approvals/${second}/approve`)).toMatchObject({ code: 'approval_settled' });
});

test('DESK-93 of a provider in use one person changes only what gives nobody more, and as they saw it', async () => {
  await setUp();
  const change = (more: object) => ada.put(PLACE, { ...SEEN(), seen: SEEN(), ...more });
  for (const more of [
    { issuer: 'https://evil.example' },
    { client_id: 'other' },
    { domains: ['harbor.example', 'evil.example'] },
  ])
    expect(await change(more)).toMatchObject({ status: 409, code: 'sign_on_in_use' });
  expect((await change({ client_secret: CLIENT.secret })).status).toBe(200);
  expect(await ada.put(PLACE, { ...SEEN(), seen: null })).toMatchObject({
    status: 409,
    code: 'settings_changed_meanwhile',
  });
  expect(await ada.get(PLACE)).toMatchObject({ provider: { is_approved: true } });
});

test('DESK-94 the check says in words whether the provider answers', async () => {
  expect(await ada.post(`${PLACE}/check`)).toMatchObject({ code: 'sign_on_missing' });
  await ada.put(PLACE, NAMED());
  // Nothing is called at an address that one person alone has named.
  expect(await ada.post(`${PLACE}/check`)).toMatchObject({ code: 'sign_on_missing' });
  expect((await theo.post(`approvals/${await waitingId()}/approve`)).status).toBe(200);
  expect(await ada.post(`${PLACE}/check`)).toMatchObject({
    is_reached: true,
    words: expect.stringContaining(`${portal.provider.issuer} answers`),
  });
  await portal.set({ issuer: 'http://127.0.0.1:9' });
  expect(await ada.post(`${PLACE}/check`)).toMatchObject({
    status: 200,
    is_reached: false,
    words: expect.stringContaining('did not answer as a provider'),
  });
});

test('DESK-94 only who is signed in there requires it, and two people stop requiring it', async () => {
  await setUp();
  expect(await ada.post(`${PLACE}/require`)).toMatchObject({ status: 409, code: 'sign_on_not_tried' });
  const una = await signedOn();
  expect(await una(`${PLACE}/require`)).toMatchObject({ status: 200, provider: { is_required: true } });
  // Sessions of a password count no more, so one person alone is left, who can still ask.
  expect((await ada.get(PLACE)).status).toBe(403);
  expect(await una(`${PLACE}/remove`)).toMatchObject({ status: 403, code: 'second_person_needed' });
  const asked = await una(`${PLACE}/stop_requiring`, { reason: 'The provider moves' });
  expect(asked.status).toBe(200);
  expect(await una(`approvals/${asked['approval_id']}/approve`)).toMatchObject({ code: 'own_approval' });
  await portal.set({ isRequired: false });
  await portal.set({ isRequired: true });
  await portal.addStaff('vera@harbor.example', {
    role: 'administrator',
    permissions: permissionsOfRole('administrator'),
  });
  const { cookies } = await portal.signOn({ email: 'vera@harbor.example' });
  const { access_token } = await portal.renew([...cookies.values()].join('; '));
  const approved = await portal.app.fetch(
    `/api/desk/v1/approvals/${asked['approval_id']}/approve`,
    postAsMember({}, access_token, portal.tenantId),
  );
  expect(approved.status).toBe(200);
  expect(await ada.get(PLACE)).toMatchObject({ provider: { is_required: false } });
});
