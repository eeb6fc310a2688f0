import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import {
  createInvestor,
  createInvitedDeal,
  createSignedInInvestor,
  type Investor,
  type InvitedDeal,
} from '../../testing/invites.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const ACCOUNTING = `accounting-${crypto.randomUUID()}@funder.example`;

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let ann: Investor;
let ben: Investor;

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  const { owner } = portal.database;
  await withTenant(owner, tenantId, (tx) =>
    tx.updateTable('tenants').set({ accountingEmail: ACCOUNTING }).where('id', '=', tenantId).execute(),
  );
  ann = await createSignedInInvestor(owner, portal.app, tenantId);
  ben = await createSignedInInvestor(owner, portal.app, tenantId);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const newDeal = (overrides: Parameters<typeof createInvitedDeal>[3] = {}) =>
  createInvitedDeal(portal.database.owner, tenantId, [ann.syndicateId, ben.syndicateId], overrides);

const refusalOf = async (response: Response) => {
  const { code, message } = (await response.json()) as { code: string; message: string };
  return { status: response.status, code, message };
};

/** Everything that acceptances of a deal leave behind. */
const traces = ({ dealId }: InvitedDeal) =>
  withTenant(portal.database.db, tenantId, async (tx) => {
    const acceptances = await tx
      .selectFrom('preFundingAcceptances as acceptance')
      .innerJoin('participationInvites as invite', 'invite.id', 'acceptance.inviteId')
      .select(['sharePercent', 'participationAmountCents', 'messageHtml', 'invite.id as inviteId'])
      .where('invite.dealId', '=', dealId)
      .execute();
    const ids = acceptances.map(({ inviteId }) => inviteId);
    const mails = await tx
      .selectFrom('accountingMails')
      .select('messageId')
      .where('acceptedInviteId', 'in', [0n, ...ids])
      .execute();
    const audit = await tx
      .selectFrom('auditEvents')
      .select('action')
      .where('subject', 'in', ['', ...ids.map((id) => `invite ${id}`)])
      .execute();
    return { acceptances, mails, audit };
  });

test('PREFUND-01 INSIGHT-04 the invite and the facts of its deal, with what the syndicate has there already', async () => {
  const deal = await newDeal({ capPercent: '60', offeredSharePercent: '5' });
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    // $8,064 to come of a dentist whose file has no address, and $4,032 of another. What was settled is not open any more.
    for (const sharePercent of ['10', '5', '20']) {
      const dealId = await createFundedDeal(tx, tenantId);
      await createParticipation(tx, tenantId, { dealId, syndicateId: ann.syndicateId }, { sharePercent });
      const settled = { dealId, status: 'Settled', reason: 'Paid at a discount', changedBy: null } as const;
      if (sharePercent === '20') await changeDealStatus(tx, tenantId, settled);
    }
    await tx
      .updateTable('companies')
      .set({ industry: 'Bakery' })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('participations as p')
          .innerJoin('deals', 'deals.id', 'p.dealId')
          .select('deals.companyId')
          .where('p.syndicateId', '=', ann.syndicateId)
          .where('p.sharePercent', '=', '5'),
      )
      .execute();
  });
  const { publicId = '', id } = deal.invites.get(ann.syndicateId) ?? {};
  expect(await (await ann.invite(publicId)).json()).toEqual({
    id: Number(id),
    unique_id: publicId,
    syndicate_id: Number(ann.syndicateId),
    deal_id: Number(deal.dealId),
    deal_name: 'Bright Oak Dental',
    contract_MID: deal.mid,
    participation_percent: '10',
    offered_percent: '5',
    pay_percent: '5',
    history: [{ id: Number(id), event: 'invited', created_at: expect.any(String) }],
    acceptance: null,
  });
  expect(await (await ann.deal(deal)).json()).toEqual({
    deal_id: Number(deal.dealId),
    contract_MID: deal.mid,
    deal_name: 'Bright Oak Dental',
    company_industry: 'Dental',
    company_state: 'OH',
    lender_position_number: 2,
    lender_offer_amount: '60000.00',
    lender_payback_amount: '85200.00',
    lender_payment: '710.00',
    lender_payment_type: 'DAILY',
    lender_factor_rate: '1.42',
    lender_term: 120,
    commission_percent: '10',
    syndication_fee_percent: '0',
    management_fee_percent: '4',
    remaining_percent: '60',
    is_open: true,
    exposure: { total: '12096.00', merchant: '0.00', industry: '8064.00', state: '0.00' },
  });
});

test('PREFUND-03 a share is taken once: stored, audited, mailed to accounting, and seen by whoever comes next', async () => {
  const deal = await newDeal({ capPercent: '12' });
  const message = '<p>As <b>agreed</b><script>alert(1)</script></p>';
  const accepted = await ann.accept(deal, '7.5', { message });
  expect(await accepted.json()).toEqual({
    success: true,
    message: 'Your request has been submitted successfully. Thank you,',
  });
  const invite = deal.invites.get(ann.syndicateId);
  const { acceptances, mails, audit } = await traces(deal);
  expect(acceptances).toEqual([
    {
      sharePercent: '7.5000',
      participationAmountCents: 450_000n,
      messageHtml: '<p>As <b>agreed</b></p>',
      inviteId: invite?.id,
    },
  ]);
  expect(mails).toEqual([{ messageId: expect.stringMatching(/^<pre-funding\.[0-9a-f]{32}@localhost>$/) }]);
  expect(audit).toEqual([{ action: 'pre-funding accepted' }]);
  expect(await (await ben.deal(deal)).json()).toMatchObject({ remaining_percent: '4.5' });
  expect(await (await ann.invite(invite?.publicId ?? '')).json()).toMatchObject({
    acceptance: { participation_percent: '7.5', participation_amount: '4500.00' },
  });

  const { name } = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('syndicates').select('name').where('id', '=', ann.syndicateId).executeTakeFirstOrThrow(),
  );
  const subject = `Pre-funding accepted: ${deal.name} (MID ${deal.mid}), ${name}`;
  const mail = await waitForMail(ACCOUNTING, subject);
  expect(mail.text).toContain(`takes 7.5% of ${deal.name} before it is funded: $4,500.00.`);
  expect(mail.text).toContain('As agreed');
});

test('PREFUND-04 0 % is a decline: kept once, told to accounting, and nothing of the deal is taken by it', async () => {
  const deal = await newDeal({ capPercent: '12' });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => ann.accept(deal, '0', { message: '<p>Not this month.</p>' })),
  );
  for (const answer of answers)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { success: true, message: 'Your request has been submitted successfully. Thank you,' },
    ]);
  const invite = deal.invites.get(ann.syndicateId);
  const { acceptances, mails, audit } = await traces(deal);
  expect(acceptances).toEqual([
    {
      sharePercent: '0.0000',
      participationAmountCents: 0n,
      messageHtml: '<p>Not this month.</p>',
      inviteId: invite?.id,
    },
  ]);
  expect([mails.length, audit]).toEqual([1, [{ action: 'pre-funding declined' }]]);
  expect(await (await ann.invite(invite?.publicId ?? '')).json()).toMatchObject({
    acceptance: { participation_percent: '0', participation_amount: '0.00' },
  });
  expect(await (await ben.deal(deal)).json()).toMatchObject({ remaining_percent: '12' });
  const { name } = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('syndicates').select('name').where('id', '=', ann.syndicateId).executeTakeFirstOrThrow(),
  );
  const mail = await waitForMail(ACCOUNTING, `Pre-funding declined: ${deal.name} (MID ${deal.mid}), ${name}`);
  expect(mail.text).toContain(`of ${name} takes no part in ${deal.name}.`);
  expect(mail.text).toContain('Not this month.');
});

test('PREFUND-04 an answer stands: no share after a decline, no decline after a share', async () => {
  const declined = await newDeal();
  await ann.accept(declined, '0');
  expect(await refusalOf(await ann.accept(declined, '5'))).toEqual({
    status: 409,
    code: 'already_accepted',
    message:
      'Your syndicate has already declined this deal. Please write to accounting if that is to change.',
  });
  const taken = await newDeal();
  await ann.accept(taken, '5');
  expect(await refusalOf(await ann.accept(taken, '0'))).toMatchObject({
    code: 'already_accepted',
    message: 'Your syndicate has already taken 5.0% of this deal.',
  });
});

test('PREFUND-04 a deal of which nothing is left can still be declined', async () => {
  const full = await newDeal({ capPercent: '9' });
  await ann.accept(full, '9');
  expect((await ben.accept(full, '0')).status).toBe(200);
});

test('PREFUND-03 sent again it counts once; another share of the same deal is refused', async () => {
  const deal = await newDeal();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ann.accept(deal, '5')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await refusalOf(await ann.accept(deal, '6'))).toEqual({
    status: 409,
    code: 'already_accepted',
    message: 'Your syndicate has already taken 5.0% of this deal.',
  });
  const { acceptances, mails, audit } = await traces(deal);
  expect([acceptances.length, mails.length, audit.length]).toEqual([1, 1, 1]);
});

test('PREFUND-03 whoever comes too late is told what is left, and can take it', async () => {
  const deal = await newDeal({ capPercent: '12' });
  await ann.accept(deal, '9');
  expect(await refusalOf(await ben.accept(deal, '5'))).toEqual({
    status: 409,
    code: 'share_not_left',
    message: 'Others were quicker: 3.0% of this deal is left for you.',
  });
  expect((await ben.accept(deal, '3')).status).toBe(200);
  expect(await (await ben.deal(deal)).json()).toMatchObject({ remaining_percent: '0' });

  const full = await newDeal({ capPercent: '9' });
  await ann.accept(full, '9');
  expect((await refusalOf(await ben.accept(full, '0.5'))).message).toBe(
    'Others were quicker: nothing of this deal is left.',
  );
});

test.each(['-0.5', '0.25', '7.4999', '10.5', '100'])(
  'PREFUND-01 security rule: a share of %s %% is refused and leaves nothing behind',
  async (percent) => {
    const deal = await newDeal();
    expect(await refusalOf(await ann.accept(deal, percent))).toMatchObject({
      status: 422,
      code: 'share_not_allowed',
    });
    expect(await traces(deal)).toEqual({ acceptances: [], mails: [], audit: [] });
  },
);

test('PREFUND-01 security rule: what is not understood is refused', async () => {
  const deal = await newDeal();
  for (const percent of ['', 'all', '1e1', '5.00001', ' 5', '5,5', 'NaN'])
    expect((await ann.accept(deal, percent)).status).toBe(400);
  expect((await ann.accept(deal, '5', { message: `<p>${'a'.repeat(70_000)}</p>` })).status).toBe(422);
  expect((await traces(deal)).acceptances).toEqual([]);
});

test('PREFUND-01 security rule: ids come from the invite; another syndicate’s is not found, and nobody answers for it', async () => {
  const { owner } = portal.database;
  const deal = await createInvitedDeal(owner, tenantId, [ben.syndicateId]);
  const [bens] = deal.invites.values();
  expect((await ann.invite(bens?.publicId ?? '')).status).toBe(404);
  expect((await ann.deal(deal)).status).toBe(404);
  expect((await ann.accept(deal, '5')).status).toBe(404);
  expect(
    await refusalOf(await ann.accept(deal, '5', { syndicate_id: Number(ben.syndicateId) })),
  ).toMatchObject({ status: 403, code: 'not_your_invite' });
  expect((await ben.accept(deal, '5', { history_id: 999_999 })).status).toBe(404);
  expect((await ben.invite('no-such-invite-at-all')).status).toBe(404);
  expect((await traces(deal)).acceptances).toEqual([]);
  expect((await ben.accept(deal, '5', { history_id: Number(bens?.id) })).status).toBe(200);
});

test('PREFUND-02 any entry of the invite’s history is accepted as its history_id, and no other', async () => {
  const [deal, other] = [await newDeal(), await newDeal()];
  const invite = deal.invites.get(ann.syndicateId);
  const address = invite?.publicId ?? '';
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx
      .updateTable('participationInvites')
      .set({ offeredSharePercent: '4' })
      .where('id', '=', invite?.id ?? 0n)
      .execute(),
  );
  await ann.reply(deal, '<p>Could we do 8 %?</p>');
  const { history } = (await (await ann.invite(address)).json()) as {
    history: { id: number; event: string }[];
  };
  expect(history.map(({ event }) => event)).toEqual(['invited', 'changed', 'adjustment requested']);
  expect(new Set(history.map(({ id }) => id)).size).toBe(3);
  const others = [...other.invites.values()].map(({ id }) => Number(id));
  const bens = Number(deal.invites.get(ben.syndicateId)?.id);
  for (const history_id of [...others, bens, 999_999])
    expect((await ann.accept(deal, '5', { history_id })).status).toBe(404);
  expect((await traces(deal)).acceptances).toEqual([]);
  const [, changed] = history;
  expect((await ann.accept(deal, '5', { history_id: changed?.id })).status).toBe(200);
  for (const { id } of history) expect((await ann.accept(deal, '5', { history_id: id })).status).toBe(200);
  expect(await (await ann.invite(address)).json()).toMatchObject({
    pay_percent: '5',
    history: [...history, { event: 'answered' }].map(({ event }) => ({ event })),
  });
});

test('PREFUND-01 CALL-01 a percent as a number, and nothing for what is left empty', async () => {
  const deal = await newDeal();
  const sent = { payPercent: 2.5, history_id: '', syndicate_id: String(ann.syndicateId) };
  expect((await ann.accept(deal, '', sent)).status).toBe(200);
  expect((await traces(deal)).acceptances).toMatchObject([{ sharePercent: '2.5000' }]);
  for (const payPercent of [1e-7, 0.123456, 1e21, null, true, '', '2,5', [2]])
    expect({ payPercent, status: (await ben.accept(deal, '', { payPercent })).status }).toEqual({
      payPercent,
      status: 400,
    });
});

test('PREFUND-03 security rule: a manager who looks at another syndicate cannot accept for it', async () => {
  await portal.addInvestor('manager@investor.example', { permissions: ['switch-syndicates'] });
  const { accessToken } = await signInAs(portal.app, 'manager@investor.example', PASSWORD);
  const manager = createInvestor(portal.app, { tenantId, syndicateId: portal.syndicateId, accessToken });
  const deal = await newDeal();
  const invite = deal.invites.get(ann.syndicateId);
  const others = { syndicate_id: Number(ann.syndicateId), history_id: Number(invite?.id) };
  expect(await refusalOf(await manager.accept(deal, '5', others))).toMatchObject({
    status: 403,
    code: 'not_your_invite',
  });
  expect(await refusalOf(await manager.reply(deal, '<p>Hello</p>', others))).toMatchObject({
    code: 'not_your_invite',
  });
  expect((await manager.invite(invite?.publicId ?? '')).status).toBe(404);
  expect(await traces(deal)).toEqual({ acceptances: [], mails: [], audit: [] });
});

test('PREFUND-03 a deal that is funded, or whose offer is gone, takes no participations', async () => {
  const declined = await newDeal();
  const funded = await newDeal();
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    await tx
      .updateTable('offers')
      .set({ status: 'Offer Declined' })
      .where('id', '=', declined.offerId)
      .execute();
    await tx.updateTable('deals').set({ status: 'Active Advance' }).where('id', '=', funded.dealId).execute();
  });
  for (const deal of [declined, funded]) {
    expect(await (await ann.deal(deal)).json()).toMatchObject({ is_open: false });
    expect(await refusalOf(await ann.accept(deal, '5'))).toMatchObject({
      status: 410,
      code: 'invite_closed',
    });
  }
});

test('PREFUND-01 security rule: another tenant’s invite is not there', async () => {
  const { owner } = portal.database;
  const elsewhere = await createTenant(owner);
  const theirs = await withTenant(owner, elsewhere, (tx) => createSyndicate(tx, elsewhere));
  const deal = await createInvitedDeal(owner, elsewhere, [theirs]);
  const [invite] = deal.invites.values();
  expect((await ann.invite(invite?.publicId ?? '')).status).toBe(404);
  expect((await ann.accept(deal, '5')).status).toBe(404);
});
