import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../db/transactions.ts';
import { createBankLink } from '../testing/bank-links.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createInvitedDeal } from '../testing/invites.ts';
import { createOpenOffer } from '../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let slug: string;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ slug } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx.selectFrom('tenants').select('slug').executeTakeFirstOrThrow(),
  ));
});
afterAll(() => portal.close());

async function link(...args: string[]): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await commandLineOn(portal.database)('link', ...args);
  return { code, said: code === 0 ? stdout.trim() : (stderr.split('\n')[0] ?? '') };
}

test('OFFER-07 the operator makes a link to an open offer; it is printed once and only its hash is kept', async () => {
  const { tenantId, offerId } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const made = await link('offer', '--tenant', slug, '--offer', String(offerId), '--days', '3');
  expect(made).toEqual({
    code: 0,
    said: expect.stringMatching(/^https:\/\/portal\.example\/offer\/\d+\/[\w-]{64}$/),
  });
  const path = new URL(made.said).pathname.replace('/offer/', '/get_deal_for_iso/');
  expect((await portal.app.fetch(path)).status).toBe(200);
  const token = path.split('/').at(-1) ?? '';
  await withTenant(portal.database.db, tenantId, async (tx) => {
    const links = await tx
      .selectFrom('capabilityLinks')
      .selectAll()
      .where('subjectId', '=', offerId)
      .execute();
    expect(
      JSON.stringify(links, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(token);
    const hours = links.map(
      ({ issuedAt, expiresAt }) => (expiresAt.getTime() - issuedAt.getTime()) / 3_600_000,
    );
    expect(hours.toSorted((a, b) => a - b)).toEqual([72, 336]);
    const audit = await tx
      .selectFrom('auditEvents')
      .select(['action', 'subject'])
      .where('subject', '=', `offer ${offerId}`)
      .execute();
    expect(audit).toEqual([{ action: 'offer link issued', subject: `offer ${offerId}` }]);
  });
});

test('OFFER-07 what is no open offer of the tenant gets no link', async () => {
  const { tenantId, offerId } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const offer = String(offerId);
  expect(await link('offer', '--tenant', slug, '--offer', '999999')).toMatchObject({ code: 2 });
  expect(await link('offer', '--tenant', 'nobody', '--offer', offer)).toMatchObject({ code: 2 });
  expect(await link('offer', '--tenant', slug, '--offer', offer, '--days', '61')).toMatchObject({
    code: 2,
  });
  expect(await link('offer', '--tenant', slug)).toMatchObject({
    code: 2,
    said: '--offer takes a number.',
  });
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx.updateTable('offers').set({ status: 'Offer Declined' }).where('id', '=', offerId).execute(),
  );
  expect(await link('offer', '--tenant', slug, '--offer', offer)).toMatchObject({
    code: 2,
    said: `Offer ${offer} is not open: Offer Declined.`,
  });
});

test('BANK-01 OPS-02 the operator makes a link under which a company connects its bank', async () => {
  const { owner, db } = portal.database;
  const { companyId } = await createBankLink(owner, portal.tenantId);
  const made = await link('bank', '--tenant', slug, '--company', String(companyId), '--days', '3');
  expect(made).toEqual({
    code: 0,
    said: expect.stringMatching(/^https:\/\/portal\.example\/plaid\?id=[\w-]{64}$/),
  });
  await withTenant(db, portal.tenantId, async (tx) => {
    const audit = await tx
      .selectFrom('auditEvents')
      .select('action')
      .where('subject', '=', `company ${companyId}`)
      .execute();
    expect(audit).toEqual([{ action: 'bank link issued' }]);
  });
  expect(await link('bank', '--tenant', slug, '--company', '999999')).toMatchObject({ code: 2 });
  expect(await link('bank', '--tenant', slug, '--offer', '1')).toMatchObject({
    code: 2,
    said: '--company takes a number.',
  });
});

test('PREFUND-01 REPLY-01 OPS-02 the operator prints where an invite is answered', async () => {
  const deal = await createInvitedDeal(portal.database.owner, portal.tenantId, [portal.syndicateId]);
  const [invite] = deal.invites.values();
  const printed = (word: string) => link(word, '--tenant', slug, '--invite', String(invite?.id));
  expect(await printed('prefunding')).toEqual({
    code: 0,
    said: `https://portal.example/prefunding/${invite?.publicId}`,
  });
  expect(await printed('reply')).toEqual({
    code: 0,
    said: `https://portal.example/accounting_reply/${invite?.publicId}`,
  });
  expect(await link('reply', '--tenant', slug, '--invite', '999999')).toMatchObject({ code: 2 });
  expect(await link('something')).toMatchObject({ code: 2 });
});
