import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createBankLink } from '../../testing/bank-links.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { createInvitedDeal, createSignedInInvestor } from '../../testing/invites.ts';
import { createBroker, createCategory, createOpenOffer } from '../../testing/offers.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { ORIGIN, postJson } from '../../testing/test-app.ts';

let portal: TestPortal;
let tenantId: string;
let otherTenantId: string;
let operator: TestOperator;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  otherTenantId = await createTenant(portal.database.owner);
  operator = await operatorOf(portal, ['links']);
});
afterAll(() => portal.close());

interface Issued {
  id: number;
  invite_id: number;
  address: string;
  mailed_to: string;
}

const LINKS = 'links';
const newOffer = (tenant = tenantId) => createOpenOffer(portal.database.owner, tenant);
const newCompany = (tenant = tenantId) => createBankLink(portal.database.owner, tenant);
const email = () => `someone-${crypto.randomUUID()}@investor.example`;

const issue = async (body: unknown, key?: string): Promise<Issued> => {
  const response = await operator.post(LINKS, body, key);
  const answer = (await response.json()) as Issued;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer;
};

const refusalOf = async (answer: Promise<Response> | Response) => {
  const response = await answer;
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
};

const tokenOf = ({ address }: { address: string }) => /[\w-]{64}$/.exec(address)?.[0] ?? '';

const audited = (subject: string) =>
  withTenant(portal.database.db, tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['action', 'details'])
      .where('subject', '=', subject)
      .orderBy('sequence')
      .execute(),
  );

const EXPIRED = { status: 410, code: 'link_expired' };

test('OPS-02 the same Idempotency-Key answers the same link, sends one mail, and shows an address once', async () => {
  const { offerId } = await newOffer();
  const body = { kind: 'offer', offer_id: Number(offerId), mail: false };
  const key = crypto.randomUUID();
  const first = await issue(body, key);
  expect(first).toEqual({
    id: expect.any(Number),
    invite_id: null,
    expires_at: expect.any(String),
    mailed_to: null,
    address: `${ORIGIN}/offer/${offerId}/${tokenOf(first)}`,
  });
  expect(await issue(body, key)).toEqual({ ...first, address: null });
  expect(await refusalOf(operator.post(LINKS, { ...body, days: 3 }, key))).toEqual({
    status: 422,
    code: 'key_used_otherwise',
  });
  const mailed = { ...body, mail: true };
  const many = await Promise.all(Array.from({ length: 5 }, () => issue(mailed, `${key}-mailed`)));
  expect(new Set(many.map(({ id }) => id)).size).toBe(1);
  expect(many.map(({ address }) => address)).toEqual(Array(5).fill(null));
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'mail link'`.execute(
    portal.database.owner,
  );
  expect(rows).toHaveLength(1);
  expect((await refusalOf(operator.post(LINKS, body, 'short'))).status).toBe(400);
});

test('OPS-02 security rule: a link’s token is in no table, waiting for its mail or not', async () => {
  const { owner } = portal.database;
  const { offerId } = await newOffer();
  const offer = { kind: 'offer', offer_id: Number(offerId) };
  const tokens = [tokenOf(await issue({ ...offer, mail: false }))];
  await issue(offer);
  const sealed = await withTenant(owner, tenantId, (tx) =>
    tx.selectFrom('linkMails').select('tokenCipher').where('tokenCipher', 'is not', null).execute(),
  );
  expect(sealed.length).toBeGreaterThan(0);
  const everything = await withTenant(owner, tenantId, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'graphile_worker')`.execute(tx);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
        tx,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  });
  // What is searched is really there.
  expect(everything).toContain('mail link');
  for (const token of tokens) {
    const spellings = [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ];
    for (const spelling of spellings) expect(everything).not.toContain(spelling);
  }
  // Every link of a mail names its tenant at the beginning of its token: nothing of that form is there either.
  const beginning = Buffer.from(tenantId.replaceAll('-', ''), 'hex').toString('base64url').slice(0, 20);
  expect(everything).not.toContain(beginning);
  expect(everything).not.toContain(Buffer.from(beginning).toString('hex'));
});

test('OPS-02 a revoked link is an expired one to whoever holds it, wherever it is shown', async () => {
  const { offerId, ...offer } = await newOffer();
  const categoryId = await createCategory(portal.database.owner, tenantId, `Contract ${offerId}`);
  const issued = await issue({ kind: 'offer', offer_id: Number(offerId), mail: false });
  const broker = createBroker(portal.app, { ...offer, offerId, token: tokenOf(issued) });
  expect((await broker.open()).status).toBe(200);
  const revoked = await operator.delete(`${LINKS}/${issued.id}`);
  expect(await revoked.json()).toMatchObject({
    id: issued.id,
    kind: 'offer',
    subject_id: Number(offerId),
    state: 'revoked',
    revoked_at: expect.any(String),
  });
  expect(await refusalOf(broker.open())).toEqual(EXPIRED);
  expect(await refusalOf(broker.accept())).toEqual(EXPIRED);
  const announced = { file_name: 'a.pdf', file_size: 1, file_category_id: categoryId };
  expect(await refusalOf(broker.announce(announced))).toEqual(EXPIRED);

  const { companyId } = await newCompany();
  const bank = await issue({ kind: 'bank', company_id: Number(companyId), mail: false });
  await operator.delete(`${LINKS}/${bank.id}`);
  const connect = { public_token: 'public', company_plaid_id: tokenOf(bank) };
  expect(await refusalOf(portal.app.fetch('/receive_accounting/public_token', postJson(connect)))).toEqual(
    EXPIRED,
  );

  const user = email();
  await portal.addInvestor(user);
  const ticket = await issue({ kind: 'ticket', email: user, mail: false });
  await operator.delete(`${LINKS}/${ticket.id}`);
  expect(await refusalOf(signIn(tokenOf(ticket)))).toEqual(EXPIRED);

  // Said again, it is revoked still, and told of once.
  const again = (await (await operator.delete(`${LINKS}/${issued.id}`)).json()) as object;
  expect(again).toMatchObject({ state: 'revoked' });
  expect(await audited(`link ${issued.id}`)).toEqual([
    {
      action: 'link revoked',
      details: {
        kind: 'offer',
        subject: Number(offerId),
        operator: expect.stringMatching(/^service token \d+: test /),
      },
    },
  ]);
});

const signIn = (ticket: string) =>
  portal.app.fetch('/api/non-tenant/oauth/token', postJson({ grant_type: 'ticket', ticket }));

test('OPS-02 a link that is revoked while it is being used is used by nobody', async () => {
  const { offerId, ...offer } = await newOffer();
  const issued = await issue({ kind: 'offer', offer_id: Number(offerId), mail: false });
  const broker = createBroker(portal.app, { ...offer, offerId, token: tokenOf(issued) });
  const { owner } = portal.database;
  let answer: Promise<Response> | undefined;
  await withTenant(owner, tenantId, async (tx) => {
    await sql`update capability_links set revoked_at = now() where id = ${issued.id}`.execute(tx);
    answer = broker.accept();
    // It has found the link open, and waits for this transaction to end.
    await expect
      .poll(
        async () => {
          const waiting = await sql`
          select distinct waits.pid from pg_locks waits join pg_locks held on held.pid = waits.pid
          where not waits.granted and held.database = (select oid from pg_database where datname = current_database())`.execute(
            owner,
          );
          return waiting.rows.length;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
  });
  expect(await refusalOf(answer ?? Promise.reject(new Error('Nobody asked.')))).toEqual(EXPIRED);
});

test('OPS-02 only what can still be used is revoked, and only what the operator issues', async () => {
  const user = email();
  const userId = await portal.addInvestor(user);
  const ticket = await issue({ kind: 'ticket', email: user, mail: false });
  expect((await signIn(tokenOf(ticket))).status).toBe(200);
  expect(await refusalOf(operator.delete(`${LINKS}/${ticket.id}`))).toEqual({
    status: 409,
    code: 'link_over',
  });
  // An investor's way to cancel a change of the bank account.
  const cancelling = await withTenant(portal.database.owner, tenantId, (tx) =>
    issueCapability(tx, tenantId, { kind: 'bank change', subjectId: 1n, seconds: 60, issuedBy: null }),
  );
  const foreign = await withTenant(portal.database.owner, otherTenantId, (tx) =>
    issueCapability(tx, otherTenantId, { kind: 'offer', subjectId: 1n, seconds: 60, issuedBy: null }),
  );
  for (const { id } of [cancelling, foreign])
    expect(await refusalOf(operator.delete(`${LINKS}/${id}`))).toEqual({ status: 404, code: 'not_found' });
  expect(await audited(`user ${userId}`)).toEqual([
    {
      action: 'sign-in ticket issued',
      details: { link: ticket.id, operator: expect.stringMatching(/^service token \d+: test /) },
    },
  ]);
});

test('OPS-02 links are listed newest first, in parts, by kind and state, and without their addresses', async () => {
  const { companyId } = await newCompany();
  const last = await issue({ kind: 'bank', company_id: Number(companyId), to: email() });
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    for (let number = 0; number < 101; number += 1)
      await issueCapability(tx, tenantId, {
        kind: 'bank link',
        subjectId: companyId,
        seconds: -1,
        issuedBy: null,
      });
  });
  type Page = { data: { id: number; state: string; kind: string }[]; next: number | null };
  const list = async (query: string) => (await (await operator.get(`${LINKS}?${query}`)).json()) as Page;
  const open = await list('kind=bank&state=open');
  expect(open.data[0]).toEqual({
    id: last.id,
    kind: 'bank',
    subject_id: Number(companyId),
    state: 'open',
    issued_at: expect.any(String),
    expires_at: expect.any(String),
    used_at: null,
    revoked_at: null,
    mailed_to: last.mailed_to,
    mailed_at: null,
  });
  const first = await list('kind=bank&state=expired');
  expect(first.data).toHaveLength(100);
  expect(first.next).toBe(first.data.at(-1)?.id);
  const second = await list(`kind=bank&state=expired&before=${first.next}`);
  expect(second).toMatchObject({ data: [{ state: 'expired' }], next: null });
  expect(second.data[0]?.id).toBeLessThan(first.next ?? 0);
  expect((await operator.get(`${LINKS}?kind=prefunding`)).status).toBe(400);
});

test('OPS-02 security rule: a token without the scope issues, lists and revokes nothing', async () => {
  const stranger = await operatorOf(portal, ['users', 'import', 'settings', 'audit']);
  const { offerId } = await newOffer();
  const refused = { status: 403, code: 'scope_missing' };
  const body = { kind: 'offer', offer_id: Number(offerId) };
  expect(await refusalOf(stranger.post(LINKS, body))).toEqual(refused);
  expect(await refusalOf(stranger.get(LINKS))).toEqual(refused);
  expect(await refusalOf(stranger.delete(`${LINKS}/1`))).toEqual(refused);
});

test('OPS-02 security rule: nothing of another tenant gets a link', async () => {
  const { owner } = portal.database;
  const { offerId } = await newOffer(otherTenantId);
  const { companyId } = await newCompany(otherTenantId);
  const syndicateId = await withTenant(owner, otherTenantId, (tx) => createSyndicate(tx, otherTenantId));
  const deal = await createInvitedDeal(owner, otherTenantId, [syndicateId]);
  const [invite] = deal.invites.values();
  const user = email();
  const userId = await createUser(owner, { email: user });
  await withTenant(owner, otherTenantId, (tx) =>
    createMembership(tx, otherTenantId, userId, { syndicateId }),
  );
  const own = await newOffer();
  const asked = [
    { kind: 'offer', offer_id: Number(offerId) },
    { kind: 'bank', company_id: Number(companyId), to: 'a@merchant.example' },
    { kind: 'ticket', email: user },
    { kind: 'ticket', email: 'nobody@nowhere.example' },
    { kind: 'prefunding', invite_id: Number(invite?.id) },
    { kind: 'reply', invite_id: Number(invite?.id) },
    { kind: 'prefunding', offer_id: Number(offerId), syndicate_id: Number(portal.syndicateId) },
    { kind: 'prefunding', offer_id: Number(own.offerId), syndicate_id: Number(syndicateId) },
  ];
  for (const body of asked)
    expect({ body, ...(await refusalOf(operator.post(LINKS, body))) }).toEqual({
      body,
      status: 404,
      code: 'not_found',
    });
});

test('OPS-02 LOGIN-09 whoever may not sign in gets no ticket, and none is longer than a day', async () => {
  const closed = email();
  await portal.addInvestor(closed, { isTerminated: true });
  const clerk = email();
  await portal.addInvestor(clerk, { role: 'accounting', syndicateId: null });
  for (const one of [closed, clerk])
    expect((await refusalOf(operator.post(LINKS, { kind: 'ticket', email: one }))).status).toBe(404);
  const invited = email();
  const invitedId = await createUser(portal.database.owner, { email: invited });
  await withTenant(portal.database.owner, tenantId, (tx) =>
    createMembership(tx, tenantId, invitedId, { syndicateId: portal.syndicateId }),
  );
  expect(await refusalOf(operator.post(LINKS, { kind: 'ticket', email: invited }))).toEqual({
    status: 409,
    code: 'user_has_no_password',
  });
  const user = email();
  await portal.addInvestor(user);
  for (const minutes of [0, 1441, 1.5])
    expect((await operator.post(LINKS, { kind: 'ticket', email: user, minutes })).status).toBe(400);
  const before = Date.now();
  const { expires_at } = (await issue({ kind: 'ticket', email: user.toUpperCase(), mail: false })) as never;
  expect((Date.parse(expires_at) - before) / 60_000).toBeCloseTo(15, 0);
});

test.each([
  ['', { status: 422, code: 'email_invalid' }],
  ['nobody', { status: 422, code: 'email_invalid' }],
  ['a@merchant.example\r\nBcc: b@else.example', { status: 400, code: 'invalid_request' }],
  [undefined, { status: 422, code: 'email_invalid' }],
])('OPS-02 security rule: a bank link is not mailed to %j', async (to, refused) => {
  const { companyId } = await newCompany();
  const body = { kind: 'bank', company_id: Number(companyId), ...(to !== undefined && { to }) };
  expect(await refusalOf(operator.post(LINKS, body))).toEqual(refused);
});

test('OPS-02 PREFUND-01 a syndicate is invited once, within what is left of the deal’s cap', async () => {
  const { owner } = portal.database;
  const ann = await createSignedInInvestor(owner, portal.app, tenantId);
  const ben = await createSignedInInvestor(owner, portal.app, tenantId);
  const deal = await createInvitedDeal(owner, tenantId, [ben.syndicateId], { capPercent: '20' });
  await ben.accept(deal, '10');
  const body = {
    kind: 'prefunding',
    offer_id: Number(deal.offerId),
    syndicate_id: Number(ann.syndicateId),
    mail: false,
  };
  const refused = (more: object) => refusalOf(operator.post(LINKS, { ...body, ...more }));
  const notAllowed = { status: 422, code: 'share_not_allowed' };
  for (const max_percent of ['10.5', '0', '2.25', '20'])
    expect({ max_percent, ...(await refused({ max_percent })) }).toEqual({ max_percent, ...notAllowed });
  expect(await refused({ max_percent: '5', offered_percent: '5.5' })).toEqual(notAllowed);

  const invited = await issue({ ...body, max_percent: '5', offered_percent: '2.5' });
  const publicId = new URL(invited.address).pathname.replace('/prefunding/', '');
  expect(await (await ann.invite(publicId)).json()).toMatchObject({
    id: invited.invite_id,
    participation_percent: '5',
    offered_percent: '2.5',
  });
  expect((await ann.accept(deal, '5')).status).toBe(200);
  // Asked again, also without the terms, it is the same invite; on other terms it is refused.
  expect(await issue(body)).toEqual(invited);
  expect(await issue({ ...body, max_percent: '5.0' })).toEqual(invited);
  expect(await refused({ max_percent: '4' })).toEqual({ status: 409, code: 'invite_exists' });
  expect((await audited(`invite ${invited.invite_id}`)).map(({ action }) => action)).toEqual([
    'syndicate invited',
    'pre-funding accepted',
  ]);

  const full = await createInvitedDeal(owner, tenantId, [ben.syndicateId], { capPercent: '10' });
  await ben.accept(full, '10');
  expect(await refused({ offer_id: Number(full.offerId) })).toEqual({ status: 409, code: 'share_not_left' });
  await withTenant(owner, tenantId, (tx) =>
    tx.updateTable('offers').set({ status: 'Offer Declined' }).where('id', '=', deal.offerId).execute(),
  );
  expect(await refused({})).toEqual({ status: 410, code: 'invite_closed' });
  expect(await refused({ invite_id: invited.invite_id })).toEqual({ status: 410, code: 'invite_closed' });
});

test('OPS-01 OPS-02 an offer is named by the portal’s id or by the funder’s own, and by one of them', async () => {
  const { offerId } = await newOffer();
  const theirs = await newOffer(otherTenantId);
  const contentHash = Buffer.alloc(32);
  const remember = (tenant: string, externalId: string, id: bigint) =>
    withTenant(portal.database.owner, tenant, (tx) =>
      tx
        .insertInto('externalIds')
        .values({ tenantId: tenant, kind: 'offers', externalId, id, contentHash })
        .execute(),
    );
  await remember(tenantId, 'A-12', offerId);
  await remember(otherTenantId, 'A-13', theirs.offerId);
  const { address } = await issue({ kind: 'offer', offer: 'A-12', mail: false });
  expect(address).toContain(`/offer/${offerId}/`);
  const ask = (body: object) => refusalOf(operator.post(LINKS, { kind: 'offer', ...body }));
  expect(await ask({ offer: 'A-13' })).toEqual({ status: 404, code: 'not_found' });
  const unclear = { status: 400, code: 'invalid_request' };
  expect(await ask({})).toEqual(unclear);
  expect(await ask({ offer: 'A-12', offer_id: Number(offerId) })).toEqual(unclear);
});

test('OPS-02 of many who invite a syndicate at once each gets the same invite', async () => {
  const { offerId } = await newOffer();
  const body = {
    kind: 'prefunding',
    offer_id: Number(offerId),
    syndicate_id: Number(portal.syndicateId),
    mail: false,
  };
  const invites = await Promise.all(Array.from({ length: 8 }, () => issue(body)));
  expect(new Set(invites.map(({ invite_id }) => invite_id)).size).toBe(1);
});
