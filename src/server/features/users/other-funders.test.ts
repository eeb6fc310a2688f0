import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openSession } from '../../testing/open-session.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { CONTACT } from '../../testing/profile.ts';
import { TOKEN } from '../../testing/second-factor.ts';
import { asMember, postAsMember, postJson, signInAs } from '../../testing/test-app.ts';

/** What a profile's form sends. */
const RENAMING = {
  ...CONTACT,
  name: 'Renamed By Ticket',
  syndicate_esign_email: 'esign@rival.example',
};

// Harbor's rival invites one of Harbor's investors, who has not been asked.

let portal: TestPortal;
let harbor: TestOperator;
let rival: TestOperator;
let rivalTenant: { id: string; syndicateId: bigint };
beforeAll(async () => {
  portal = await openTestPortal();
  const { owner } = portal.database;
  const id = await createTenant(owner, { name: 'Rival Capital' });
  rivalTenant = {
    id,
    syndicateId: await withTenant(owner, id, (tx) =>
      createSyndicate(tx, id, { esignEmail: RENAMING.syndicate_esign_email }),
    ),
  };
  harbor = await operatorOf(portal, ['users']);
  rival = await operatorOf(portal, ['users', 'links'], id);
});
afterAll(() => portal.close());

async function invitedByRival(name: string) {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  const userId = await portal.addInvestor(email);
  const asked = {
    email,
    name: 'Typed By The Rival',
    role: 'syndication',
    syndicate: String(rivalTenant.syndicateId),
  };
  expect((await rival.post('users', asked)).status).toBe(200);
  return { email, userId };
}

const ticketOf = async (email: string) => {
  const answer = await rival.post('links', { kind: 'ticket', email, mail: false });
  const { address } = (await answer.json()) as { address?: string };
  return { status: answer.status, ticket: /[\w-]{64}/.exec(address ?? '')?.[0] ?? '' };
};

const listedBy = async (operator: TestOperator, userId: bigint) => {
  const { users } = (await (await operator.get('users?limit=1000')).json()) as {
    users: { user_id: number; name: string; username: string | null; state: string }[];
  };
  return users.find((user) => user.user_id === Number(userId));
};

test('ACCESS-04 ACCESS-05 security rule: a funder that invites somebody sees of them only what it typed itself', async () => {
  const { userId } = await invitedByRival('read');
  expect(await listedBy(rival, userId)).toMatchObject({
    name: 'Typed By The Rival',
    username: null,
    state: 'invited',
  });
});

test('ACCESS-04 security rule: a funder signs nobody in by ticket who has not accepted its invitation', async () => {
  const { email } = await invitedByRival('ticket');
  const { status, ticket } = await ticketOf(email);
  expect(status).toBe(409);
  const opened = await portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));
  expect(opened.status).not.toBe(200);
  const own = await signInAs(portal.app, email, PASSWORD);
  expect(own.tenants.map(({ id }) => id)).toEqual([portal.tenantId]);
  const path = `/api/payouts/syndication_sums/${rivalTenant.syndicateId}`;
  expect((await portal.app.fetch(path, asMember(own.accessToken, rivalTenant.id))).status).toBe(403);
});

test('ACCESS-04 LOGIN-05 security rule: an invitation of another funder does not keep the person’s funder from unlocking', async () => {
  const { email, userId } = await invitedByRival('locked');
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(signInAs(portal.app, email, 'wrong')).rejects.toThrow(/401|429/);
  expect((await harbor.post(`users/${userId}/unlock`, {})).status).toBe(200);
  await signInAs(portal.app, email, PASSWORD);
});

/** Somebody who has accepted both funders' invitations. */
async function memberOfBoth(name: string) {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  const userId = await portal.addInvestor(email);
  await withTenant(portal.database.owner, rivalTenant.id, (tx) =>
    createMembership(tx, rivalTenant.id, userId, { syndicateId: rivalTenant.syndicateId }),
  );
  return { email, userId };
}

async function sessionByTicket(email: string) {
  const { ticket } = await ticketOf(email);
  const opened = await portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));
  const { access_token: accessToken } = (await opened.json()) as { access_token: string };
  return {
    opened,
    post: (path: string, body: object) =>
      portal.app.fetch(path, postAsMember(body, accessToken, rivalTenant.id)),
  };
}

test('ACCESS-05 PROFILE-02 security rule: who is renamed at one funder keeps the name at the other', async () => {
  const { email, userId } = await memberOfBoth('renamed');
  const before = await listedBy(harbor, userId);
  const { post } = await sessionByTicket(email);
  const contact = { ...RENAMING, user_id: Number(userId), syndicate_id: Number(rivalTenant.syndicateId) };
  expect((await post('/api/updatePortalUserProfile', contact)).status).toBe(200);
  expect(await listedBy(rival, userId)).toMatchObject({ name: 'Renamed By Ticket' });
  expect(await listedBy(harbor, userId)).toEqual(before);
});

test('ACCESS-06 LOGIN-09 security rule: a ticket’s session changes nothing of the account that another funder lets in', async () => {
  const { email, userId } = await memberOfBoth('changed');
  const { post } = await sessionByTicket(email);
  const change = { user_id: Number(userId), oldpassword: PASSWORD, password: 'quiet harbour lantern' };
  const answers = [
    await post('/api/updateSyndicateUserPwd', change),
    await post('/user/second-factor/totp/start', { password: PASSWORD }),
    await post('/user/second-factor/recovery-codes', { password: PASSWORD }),
  ];
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual(
    answers.map(() => [403, expect.objectContaining({ code: 'password_sign_in_needed' })]),
  );
  await signInAs(portal.app, email, PASSWORD);
});

test('ACCESS-04 LOGIN-20 security rule: an invitation does not tell whether somebody has a second factor', async () => {
  const { userId } = await invitedByRival('factor');
  const ask = async () => {
    const answer = await rival.post(`users/${userId}/reset_second_factor`, {});
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  const without = await ask();
  await withClaims(portal.database.owner, { userId }, (tx) =>
    tx
      .insertInto('userTotp')
      .values({ userId, secretCipher: Buffer.alloc(32), keyId: 'k1', lastUsedStep: 0n })
      .execute(),
  );
  expect(await ask()).toEqual(without);
});

test('ACCESS-06 LOGIN-21 security rule: every further ticket brings no further guesses at the password', async () => {
  const { owner } = portal.database;
  const { userId } = await invitedByRival('guessed');
  await withTenant(owner, rivalTenant.id, (tx) =>
    tx.updateTable('memberships').set({ acceptedAt: new Date() }).where('userId', '=', userId).execute(),
  );
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    const session = await openSession(owner, userId, 'access', rivalTenant.id);
    const body = { which: 'others', password: 'a guess of the rival' };
    const answer = await portal.app.fetch('/user/sessions/end', postAsMember(body, session, rivalTenant.id));
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([422, 422, 422, 429, 429, 429]);
});
