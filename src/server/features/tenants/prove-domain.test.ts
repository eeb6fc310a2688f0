import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { domainCheck } from '../../operator/doctor/domain-check.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createDomainRecords } from '../../platform/integrations/domain-records.ts';
import { domainProofsOf } from '../../tenant-settings/domain-proofs.ts';
import { readSignOnSettings } from '../../tenant-settings/single-sign-on.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts';
import { createTenant } from '../../testing/factories.ts';
import { openSignOnPortal, type SignOnPortal } from '../../testing/sign-on.ts';

let names: TestDnsServer;
let portal: SignOnPortal;
let ada: AtDesk;
beforeAll(async () => {
  names = await startDnsServer();
  portal = await openSignOnPortal({ domainRecords: createDomainRecords({ servers: [names.address] }) });
  ada = await sitDown(portal, 'Ada Vance');
  await portal.addStaff('una@harbor.example');
});
afterAll(async () => {
  await portal.close();
  await names.close();
});
beforeEach(async () => {
  names.records.clear();
  names.isSilent = false;
  await setProofs({ provenDomains: [], unprovenDomains: [], unprovenUntil: null });
});

const PLACE = 'settings/single_sign_on';
const EMAIL = 'una@harbor.example';
const RECORD = 'TXT _syndicate-portal.harbor.example';

interface Proofs {
  provenDomains?: string[];
  unprovenDomains?: string[];
  unprovenUntil?: Date | null;
}

const setProofs = (proofs: Proofs) =>
  withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.updateTable('singleSignOn').set(proofs).where('tenantId', '=', portal.tenantId).execute(),
  );

async function shown() {
  const answer = await ada.get(PLACE);
  return answer['domain_proofs'] as {
    record_name: string;
    record_value: string;
    is_proven: boolean;
    counts_until: string | null;
  }[];
}

const check = (domain = 'harbor.example') => ada.post(`${PLACE}/check_domain`, { domain });
const byDomain = async () => (await portal.visit('/api/non-tenant/sso/start?domain=harbor.example')).location;
const startBySlug = async () => (await portal.visit('/api/non-tenant/sso/start?tenant=harbor')).location;
const signOnBySlug = async () => (await portal.signOn({ email: EMAIL }, 'tenant=harbor')).location;
const hashes = async () =>
  ((await (await portal.app.fetch('/api/non-tenant/sign-in-page')).json()) as { single_sign_on: string[] })
    .single_sign_on;

test('DESK-161 a domain counts once its DNS has the record that the desk shows', async () => {
  const [proof] = await shown();
  expect(proof).toMatchObject({ record_name: '_syndicate-portal.harbor.example', is_proven: false });
  const expectNobody = async () => {
    expect(await hashes()).toEqual([]);
    expect(await byDomain()).toContain('sso_not_set_up');
    expect(await startBySlug()).toBe('/login?sso=sso_domain_unproven');
  };
  await expectNobody();

  const answers: [string[][] | undefined, string][] = [
    [undefined, 'has no TXT record yet'],
    [[['v=spf1 -all', `${proof?.record_value}x`]], 'has another value'],
    [[[`prefix ${proof?.record_value}`]], 'has another value'],
  ];
  for (const [records, words] of answers) {
    if (records) names.records.set(RECORD, records);
    expect(await check()).toMatchObject({
      status: 200,
      is_proven: false,
      words: expect.stringContaining(words),
    });
  }
  names.isSilent = true;
  expect(await check()).toMatchObject({ is_proven: false, words: expect.stringContaining('No name server') });
  names.isSilent = false;
  await expectNobody();

  names.records.set(RECORD, [['v=spf1 -all', proof?.record_value ?? '']]);
  expect(await check('Harbor.example')).toMatchObject({ status: 200, is_proven: true });
  expect(await shown()).toMatchObject([{ is_proven: true }]);
  expect(await hashes()).toHaveLength(1);
  expect(await byDomain()).toContain(portal.provider.issuer);
  expect(await signOnBySlug()).toBe('/desk');
  expect((await trailOf(portal.database, portal.tenantId, 'single sign-on')).at(-1)?.details).toMatchObject({
    domainProven: 'harbor.example',
  });
  // Asked again, nothing happens twice.
  expect(await check()).toMatchObject({ is_proven: true });
  expect(await check('other.example')).toMatchObject({ status: 409, code: 'sign_on_missing' });
});

test('DESK-161 the record of one funder proves nothing for another, who cannot take a domain that is proven', async () => {
  const other = await createTenant(portal.database.owner, { name: 'Summit', slug: `summit-${Date.now()}` });
  // Nobody's yet, so both may name it.
  const named = { issuer: 'https://sign-in.example', clientId: 'p', clientSecret: 's' };
  await portal.set({ ...named, domains: ['summit.example'] }, other);
  await withTenant(portal.database.owner, other, (tx) =>
    tx
      .updateTable('singleSignOn')
      .set({ domains: ['harbor.example'], provenDomains: [] })
      .execute(),
  );
  const theirs = await withTenant(portal.database.db, other, async (tx) => {
    const settings = await readSignOnSettings(tx, other);
    return settings ? domainProofsOf(other, settings)[0] : undefined;
  });
  const [ours] = await shown();
  expect(theirs?.recordName).toBe(ours?.record_name);
  names.records.set(RECORD, [[theirs?.recordValue ?? '']]);
  expect(await check()).toMatchObject({ is_proven: false });

  await withTenant(portal.database.owner, other, (tx) =>
    tx
      .updateTable('singleSignOn')
      .set({ provenDomains: ['harbor.example'] })
      .execute(),
  );
  names.records.set(RECORD, [[ours?.record_value ?? '']]);
  expect(await check()).toMatchObject({ status: 422, code: 'setting_invalid' });
  expect(await shown()).toMatchObject([{ is_proven: false }]);
  await withTenant(portal.database.owner, other, (tx) => tx.deleteFrom('singleSignOn').execute());
});

test('DESK-161 a domain that was in use at the upgrade counts until its date, and no longer', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const doctor = async () => (await domainCheck(portal.database.db).look())[0];
  const until = inDays(10);
  await setProofs({ unprovenDomains: ['harbor.example'], unprovenUntil: until });
  expect(await shown()).toMatchObject([{ is_proven: false, counts_until: until.toISOString() }]);
  expect(await byDomain()).toContain(portal.provider.issuer);
  expect(await signOnBySlug()).toBe('/desk');
  expect(await doctor()).toMatchObject({
    state: 'warning',
    text: expect.stringContaining(
      `harbor: harbor.example not verified by DNS; count until ${until.toISOString().slice(0, 10)}`,
    ),
  });

  await setProofs({ unprovenUntil: inDays(-1) });
  expect(await byDomain()).toContain('sso_not_set_up');
  expect(await startBySlug()).toBe('/login?sso=sso_domain_unproven');
  expect((await doctor())?.text).toContain('their staff cannot sign in there');
  await setProofs({ provenDomains: ['harbor.example'] });
  expect(await doctor()).toMatchObject({ state: 'ok' });
});

test('DESK-161 beside a domain that is proven, another one still opens nothing', async () => {
  await portal.setSignOn({ domains: ['harbor.example', 'west.example'] });
  await setProofs({ provenDomains: ['west.example'] });
  expect(await signOnBySlug()).toBe('/login?sso=sso_domain_unproven');
  await portal.setSignOn({ domains: ['harbor.example'] });
});

test('DESK-161 a domain that is added later, or taken away and named again, is proven anew', async () => {
  const proven = () =>
    withTenant(portal.database.db, portal.tenantId, async (tx) => {
      const { provenDomains, unprovenDomains } = await tx
        .selectFrom('singleSignOn')
        .select(['provenDomains', 'unprovenDomains'])
        .executeTakeFirstOrThrow();
      return { provenDomains, unprovenDomains };
    });
  await portal.setSignOn({ domains: ['harbor.example', 'west.example'] });
  await setProofs({
    provenDomains: ['west.example'],
    unprovenDomains: ['harbor.example'],
    unprovenUntil: new Date(Date.now() + 1e9),
  });
  await portal.setSignOn({ domains: ['harbor.example'] });
  expect(await proven()).toEqual({ provenDomains: [], unprovenDomains: ['harbor.example'] });
  await portal.setSignOn({ domains: ['harbor.example', 'west.example'] });
  expect(await proven()).toEqual({ provenDomains: [], unprovenDomains: ['harbor.example'] });
  expect((await shown()).map(({ counts_until }) => counts_until === null)).toEqual([false, true]);
});
