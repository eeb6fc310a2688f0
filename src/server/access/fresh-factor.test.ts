import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../shared/contract/all.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { EndpointName } from '../attacks/rows.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { UNTIL } from '../testing/guests.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { BANK, CONTACT } from '../testing/profile.ts';
import { codeOf, createVisitor, type Visitor } from '../testing/second-factor.ts';
import { createAuthenticator } from '../testing/software-authenticator.ts';
import { createStaff } from '../testing/staff.ts';
import { postAsMember } from '../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => portal.close());
beforeEach(() => portal.database.owner.deleteFrom('throttles').execute());

/** As though the second factor had been shown that long ago. */
const ageFactor = (visitor: Pick<Visitor, 'userId'>, seconds: number) =>
  withClaims(portal.database.owner, { userId: visitor.userId }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ secondFactorAt: sql<Date>`now() - make_interval(secs => ${seconds})` })
      .where('userId', '=', visitor.userId)
      .execute(),
  );

async function withStaleFactor(name: string) {
  const visitor = await createVisitor(portal, name);
  const { secret, recoveryCodes } = await visitor.addTotp();
  await ageFactor(visitor, 301);
  return { visitor, secret, recoveryCodes: recoveryCodes ?? [] };
}

const again = { password: PASSWORD };
const renew = (visitor: Visitor) => visitor.post('/user/second-factor/recovery-codes', again);
const confirm = (visitor: Visitor, proof: object) => visitor.post('/user/second-factor/confirm', proof);
const wrongCode = async (secret: string) => String((Number(await codeOf(secret)) + 1) % 1e6).padStart(6, '0');

async function answerOf(response: Response) {
  const { code } = (await response.json()) as { code?: string };
  return code ?? response.status;
}

interface Ids {
  user_id: number;
  syndicate_id: number;
}

/** Every call that opens, moves or weakens something that a stolen session is after, with what it answers when it is let in. */
const SENSITIVE = {
  'secondFactor.startTotp': { body: () => again, answers: 200 },
  'secondFactor.confirmTotp': { body: () => ({ code: '000000' }), answers: 'second_factor_wrong' },
  'secondFactor.startPasskey': { body: () => again, answers: 200 },
  'secondFactor.finishPasskey': {
    body: () => ({ name: 'Key', registration: createAuthenticator().register({ challenge: 'other' }) }),
    answers: 'second_factor_wrong',
  },
  'secondFactor.removePasskey': { body: () => ({ ...again, id: 'none' }), answers: 'not_found' },
  'secondFactor.renewRecoveryCodes': { body: () => again, answers: 200 },
  'profile.revealBankNumbers': {
    body: ({ syndicate_id }: Ids) => ({ syndicate_id, ...again }),
    answers: 'bank_account_missing',
  },
  'cash.requestWithdrawal': {
    body: ({ syndicate_id }: Ids) => ({
      ...again,
      syndication_id: syndicate_id,
      amount: '1.00',
      request_id: '0c6a1b8e-5d0c-4f43-9d1c-6f0f7f3a5b1e',
    }),
    answers: 'no_cash_account',
  },
  'profile.changeBankAccount': { body: (ids: Ids) => ({ ...ids, ...BANK, ...again }), answers: 200 },
  'profile.updateContact': {
    body: (ids: Ids) => ({ ...ids, ...CONTACT, ...again, syndicate_esign_email: 'new@investor.example' }),
    answers: 200,
  },
  'guests.inviteGuest': {
    body: () => ({ email: 'no address', name: 'Lee Book', parts: ['payouts'], until: UNTIL }),
    answers: 'email_invalid',
  },
  'guests.changeGuest': { body: () => ({ parts: ['payouts'], until: UNTIL }), answers: 'not_found' },
  // Last, because it leaves the user without a factor.
  'secondFactor.removeTotp': { body: () => again, answers: 200 },
} satisfies Partial<Record<EndpointName, { body: (ids: Ids) => object; answers: string | number }>>;

const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([area, feature]) =>
  Object.entries(feature).map(([name, one]): [string, Endpoint] => [`${area}.${name}`, one]),
);

test('LOGIN-18 each sensitive call, and no other, is refused 5 minutes and 1 second after the factor, and answered before', async () => {
  const asking = endpoints
    .filter(([, { needsFreshFactor, access }]) => needsFreshFactor && access !== 'staff')
    .map(([name]) => name);
  expect(asking.sort()).toEqual(Object.keys(SENSITIVE).sort());

  const { visitor } = await withStaleFactor('every');
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('memberships')
      .set({ permissions: ['manage-guests'] })
      .where('userId', '=', visitor.userId)
      .execute(),
  );
  const ids = { user_id: Number(visitor.userId), syndicate_id: Number(portal.syndicateId) };
  const answers: Record<string, unknown> = {};
  for (const [name, { body }] of Object.entries(SENSITIVE)) {
    const { path = '', method = 'POST' } = endpoints.find(([one]) => one === name)?.[1] ?? {};
    const send = () =>
      visitor.send(
        method,
        path.replace(':syndication_id', `${portal.syndicateId}`).replace(':guest_id', '7000001'),
        body(ids),
      );
    await ageFactor(visitor, 301);
    const refused = await send();
    const refusal = { status: refused.status, ...((await refused.json()) as object) };
    await ageFactor(visitor, 290);
    answers[name] = [refusal, await answerOf(await send())];
  }
  const needed = { status: 403, code: 'second_factor_needed', methods: ['totp', 'recovery'] };
  expect(answers).toEqual(
    Object.fromEntries(
      Object.entries(SENSITIVE).map(([name, { answers }]) => [
        name,
        [expect.objectContaining(needed), answers],
      ]),
    ),
  );
});

/** The same at the desk, with what each answers when it is let in. */
const AT_THE_DESK = {
  'deskApprovals.approve': 'not_found',
  'deskChangeNotices.apply': 'not_found',
  'deskCorrections.correct': 'not_found',
  'deskImports.confirm': 'not_found',
  'deskImports.undo': 'not_found',
  'deskDealChanges.askToChange': 'not_found',
  'deskDealChanges.change': 'not_found',
  'deskFunding.askToFund': 'not_found',
  'deskFunding.fund': 'not_found',
  'deskInvestors.addInvestor': 'email_invalid',
  'deskInvestors.changeInvestor': 'not_found',
  'deskInvestors.closeInvestor': 'not_found',
  'deskPayments.postLine': 'not_found',
  'deskPayouts.approve': 'not_found',
  'deskPayouts.confirmAccount': 'not_found',
  'deskPayouts.describeAccount': 'not_found',
  'deskPayouts.downloadFile': 'not_found',
  'deskPayouts.leaveOut': 'not_found',
  'deskPayouts.makeFile': 'not_found',
  'deskPayouts.nameOriginator': 200,
  'deskPayouts.refuseFile': 'not_found',
  'deskPayouts.settle': 'not_found',
  'deskPayouts.takeBackSettlement': 'not_found',
  'deskPeople.changePerson': 'user_unknown',
  'deskPeople.closePerson': 'user_unknown',
  'deskPeople.endSessions': 'user_unknown',
  'deskPeople.invitePerson': 'syndicate_needed',
  'deskPeople.reopenPerson': 'user_unknown',
  'deskReturns.askToEnter': 'not_found',
  'deskReturns.askToTakeBack': 'not_found',
  'deskReturns.enter': 'not_found',
  'deskReturns.takeBack': 'not_found',
  'deskPosting.postSheet': 'not_found',
  'deskSettings.changeSettings': 200,
  'deskSignOn.removeSignOn': 200,
  'deskSignOn.requireSignOn': 'sign_on_missing',
  'deskSignOn.saveSignOn': 'setting_invalid',
  'deskTokens.issueToken': 200,
  'deskTokens.revokeToken': 'not_found',
} satisfies Partial<Record<EndpointName, string | number>>;

/** Most things have a number for an id, the files of a day another one. */
const FILES: Readonly<Record<string, string>> = {
  'deskPosting.postSheet': '00000000-0000-4000-8000-000000000000',
};
const WRITE_OFF = { deal_ids: [7000001], status: 'Write-off', reason: 'A test', seen: [] };

/** The bodies of those that need one. */
const BODIES: Readonly<Record<string, object>> = {
  'deskChangeNotices.apply': { reason: 'A test' },
  'deskCorrections.correct': { reason: 'A test', seen_amount: '1.00', seen_cleared_date: '2026-11-02' },
  'deskImports.confirm': { revision: 1 },
  'deskDealChanges.askToChange': WRITE_OFF,
  'deskDealChanges.change': WRITE_OFF,
  'deskFunding.askToFund': { fingerprint: 'a'.repeat(32), reason: 'A test' },
  'deskFunding.fund': { fingerprint: 'a'.repeat(32) },
  'deskInvestors.addInvestor': {
    name: 'Fresh',
    abbreviation: 'FRS',
    pay_days: [1],
    default_share_percent: 10,
    management_fee_percent: 0,
    syndication_fee_percent: 0,
    esign_email: 'no address',
    cc_emails: [],
    uses_cash_balance: false,
  },
  'deskInvestors.closeInvestor': { reason: 'A test' },
  'deskPayouts.approve': { fingerprint: 'a'.repeat(32) },
  'deskPayouts.leaveOut': { reason: 'A test' },
  'deskPayouts.takeBackSettlement': { reason: 'A test' },
  'deskPayouts.confirmAccount': { reason: 'A test' },
  'deskPayouts.describeAccount': {
    ...{ account_type: 'checking', holder_kind: 'business', holder_name: null },
  },
  'deskPayouts.refuseFile': { reason: 'A test' },
  'deskReturns.askToEnter': { returns: 1, amount: '1.00', notices: 0 },
  'deskReturns.askToTakeBack': { return_code: 'R03', cash_after: null, reason: 'A test' },
  'deskReturns.enter': { returns: 1, amount: '1.00', notices: 0 },
  'deskReturns.takeBack': { return_code: 'R03', cash_after: null, reason: 'A test' },
  'deskPayouts.nameOriginator': {
    odfi_routing: '021000021',
    bank_name: 'Hudson Trust',
    immediate_origin: '1234567890',
    company_id: '1234567890',
    company_name: 'Fresh',
    cutoff_minute: 840,
    offset_account: null,
    reason: 'A test',
  },
  'deskPeople.invitePerson': { email: 'a@b.example', name: 'Fresh', role: 'syndication' },
  'deskPosting.postSheet': { check_number: 1, complete_through: '2026-11-18' },
  'deskSettings.changeSettings': { change: {}, seen: {} },
  'deskSignOn.saveSignOn': { issuer: 'nowhere', client_id: 'portal', domains: [], seen: null },
  'deskTokens.issueToken': { name: 'fresh', scopes: ['book'], days: 1 },
  'deskTokens.revokeToken': { reason: 'A test' },
};

test('LOGIN-18 the same at the desk', async () => {
  const asking = endpoints.filter(
    ([, { needsFreshFactor, access }]) => needsFreshFactor && access === 'staff',
  );
  expect(asking.map(([name]) => name).sort()).toEqual(Object.keys(AT_THE_DESK).sort());
  const { owner } = portal.database;
  const { userId, accessToken } = await createStaff(owner, portal.tenantId, { role: 'administrator' });
  const answers: Record<string, unknown> = {};
  for (const [name, { method, path }] of asking) {
    const body = BODIES[name] ?? {};
    const { headers, ...sent } = postAsMember(body, accessToken, portal.tenantId);
    const withKey = { ...(headers as object), 'idempotency-key': crypto.randomUUID() };
    const init = { ...sent, method, headers: withKey };
    const send = () =>
      portal.app.fetch(
        path.replace(':file_id', FILES[name] ?? '7000001').replaceAll(/:\w+/g, '7000001'),
        init,
      );
    await ageFactor({ userId }, 301);
    const refused = await answerOf(await send());
    await ageFactor({ userId }, 290);
    answers[name] = [refused, await answerOf(await send())];
  }
  expect(answers).toEqual(
    Object.fromEntries(
      Object.entries(AT_THE_DESK).map(([name, answer]) => [name, ['second_factor_needed', answer]]),
    ),
  );
});

test('LOGIN-18 the password alone renews no recovery codes, removes no factor and changes no bank account', async () => {
  const { visitor } = await withStaleFactor('alone');
  const ids = { user_id: Number(visitor.userId), syndicate_id: Number(portal.syndicateId) };
  const statuses = {
    codes: (await renew(visitor)).status,
    bank: (await visitor.post('/api/updateSyndicateBankInfo', { ...ids, ...BANK, ...again })).status,
    factor: (await visitor.post('/user/second-factor/totp/remove', again)).status,
  };
  expect(statuses).toEqual({ codes: 403, bank: 403, factor: 403 });
});

test('LOGIN-18 copies of mail that would go elsewhere ask for the factor; a new phone number does not', async () => {
  const { visitor } = await withStaleFactor('copies');
  const [profile] = (await (await visitor.get(`/api/getPortalUserProfile/${visitor.userId}`)).json()) as [
    { syndication: { syndicate_esign_email: string } },
  ];
  const { syndicate_esign_email } = profile.syndication;
  const ids = { user_id: Number(visitor.userId), syndicate_id: Number(portal.syndicateId) };
  const save = async (changes: object) =>
    answerOf(
      await visitor.post('/api/updatePortalUserProfile', {
        ...ids,
        ...CONTACT,
        ...again,
        syndicate_esign_email,
        ...changes,
      }),
    );
  expect(await save({ syndicate_phone_number: '(216) 555-0199' })).toBe(200);
  expect(await save({ syndicate_cc_emails: ['copy@investor.example'] })).toBe('second_factor_needed');
});

test('LOGIN-18 the factor comes on top of the password, and neither replaces the other', async () => {
  const { visitor, secret } = await withStaleFactor('both');
  expect((await confirm(visitor, { method: 'totp', code: await codeOf(secret) })).status).toBe(200);
  const wrong = await visitor.post('/user/second-factor/recovery-codes', { password: 'not the password' });
  expect(await answerOf(wrong)).toBe('password_wrong');
  expect((await renew(visitor)).status).toBe(200);
});

test('LOGIN-18 a code, a recovery code and a passkey confirm, each once', async () => {
  const { visitor, secret, recoveryCodes } = await withStaleFactor('ways');
  const code = await codeOf(secret);
  expect(await answerOf(await confirm(visitor, { method: 'totp', code }))).toBe(200);
  expect(await answerOf(await confirm(visitor, { method: 'totp', code }))).toBe('second_factor_wrong');
  const { authenticator } = await visitor.addPasskey();

  const byRecovery = { method: 'recovery', code: recoveryCodes[0] };
  for (const [proof, answers] of [
    [byRecovery, [200, 'second_factor_wrong']],
    [await passkeyProof(visitor, authenticator), [200, 'second_factor_wrong']],
  ] as const) {
    await ageFactor(visitor, 301);
    await portal.database.owner.deleteFrom('throttles').execute();
    expect(await answerOf(await renewIfFresh(visitor))).toBe('second_factor_needed');
    const given = [
      await answerOf(await confirm(visitor, proof)),
      await answerOf(await confirm(visitor, proof)),
    ];
    expect(given).toEqual(answers);
    expect((await renewIfFresh(visitor)).status).toBe(200);
  }
  const events = await trailOf(portal.database, portal.tenantId);
  const confirmed = events.filter(
    ({ action, actorId }) => action === 'second factor confirmed' && actorId === visitor.userId,
  );
  expect(confirmed.map(({ details }) => details)).toEqual(
    ['totp', 'recovery', 'passkey'].map((secondFactor) => ({ secondFactor })),
  );
});

/** A call that asks for the factor and changes nothing. */
const renewIfFresh = (visitor: Visitor) => visitor.post('/user/second-factor/totp/start', again);

async function passkeyProof(visitor: Visitor, authenticator: ReturnType<typeof createAuthenticator>) {
  const asked = await visitor.post('/user/second-factor/confirm/passkey-options', {});
  const { options } = (await asked.json()) as { options: { challenge: string } };
  return { method: 'passkey', assertion: authenticator.assert(options) };
}

test('LOGIN-18 wrong codes change nothing, are recorded, and lock like wrong codes at sign-in', async () => {
  const { visitor, secret } = await withStaleFactor('guesses');
  const guesses = [];
  for (let count = 0; count < 4; count += 1)
    guesses.push((await confirm(visitor, { method: 'totp', code: await wrongCode(secret) })).status);
  expect(guesses).toEqual([401, 401, 401, 429]);
  expect((await confirm(visitor, { method: 'totp', code: await codeOf(secret) })).status).toBe(429);
  expect(await answerOf(await renew(visitor))).toBe('second_factor_needed');
  const jobs = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs
    where payload ->> 'userId' = ${visitor.userId.toString()} and payload ->> 'failedAt' = 'second factor'`.execute(
    portal.database.owner,
  );
  expect(jobs.rows).toHaveLength(4);
});

test('LOGIN-18 a sign-in with the factor is fresh, one of its other sessions is not, and nobody without a factor is asked', async () => {
  const { visitor, secret } = await withStaleFactor('sessions');
  const signedIn = await visitor.prove(await visitor.challenge(), {
    method: 'totp',
    code: await codeOf(secret),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const fresh = await portal.app.fetch(
    '/user/second-factor/recovery-codes',
    postAsMember(again, token, portal.tenantId),
  );
  expect(fresh.status).toBe(200);
  expect(await answerOf(await renew(visitor))).toBe('second_factor_needed');

  const without = await createVisitor(portal, 'without');
  expect((await without.post('/user/second-factor/totp/start', again)).status).toBe(200);
});

test('LOGIN-18 a passkey of another host name confirms nothing here, and the refusal says where', async () => {
  const visitor = await createVisitor(portal, 'elsewhere');
  await visitor.addPasskey();
  await withClaims(portal.database.owner, { userId: visitor.userId }, async (tx) => {
    await tx.updateTable('userPasskeys').set({ host: 'invest.harbor.example' }).execute();
    await tx.deleteFrom('recoveryCodes').execute();
  });
  await ageFactor(visitor, 301);
  expect(await answerOf(await renew(visitor))).toBe('passkey_of_other_host');
});
