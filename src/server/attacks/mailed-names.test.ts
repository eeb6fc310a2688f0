import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { type CommandLine, commandLineOn } from '../testing/command-line.ts';
import { type AtDesk, sitDown } from '../testing/desk.ts';
import { type GuestsPortal, openGuestsPortal } from '../testing/guests-portal.ts';
import { waitForMail } from '../testing/mailbox.ts';
import { operatorOf, type TestOperator } from '../testing/operator.ts';
import { createProfileOwner } from '../testing/profile.ts';
import { startTestWorker } from '../testing/test-worker.ts';

let portal: GuestsPortal;
let ada: AtDesk;
let system: TestOperator;
let owner: Awaited<ReturnType<typeof createProfileOwner>>;
let portalCommand: CommandLine;
beforeAll(async () => {
  portal = await openGuestsPortal();
  ada = await sitDown(portal, 'Ada Vance');
  system = await operatorOf(portal, ['import', 'users', 'payout-accounts']);
  owner = await createProfileOwner(portal, 'names');
  portalCommand = commandLineOn(portal.database, {
    ENCRYPTION_KEY: Buffer.alloc(32, 'a key for tests').toString('base64'),
  });
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('syndicates')
      .set({ contactPerson: 'Ann Lee' })
      .where('id', '=', owner.syndicateId)
      .execute(),
  );
  await importRow('syndicates', { ...SYNDICATE, name: 'Cedar Point', abbreviation: 'CPC' });
  expect(await importRow('payout_accounts', ACCOUNT)).toBe('taken');
});
afterAll(() => portal.close());

const EVIL = 'Urgent: verify at https://evil.example/login';
const newEmail = () => `n-${crypto.randomUUID().slice(0, 8)}@names.example`;
const SYNDICATE = {
  ...{ external_id: 'SYN-N', pay_days: 'Fri', default_share_percent: '5', management_fee_percent: '4' },
  ...{ syndication_fee_percent: '0', esign_email: 'esign@names.example' },
};
const ACCOUNT = {
  ...{ external_id: 'PA-N', syndicate: 'SYN-N', bank_name: 'Union Bank', account_number: '000481200416' },
  ...{ routing_number: '021000021', account_type: 'checking', holder_kind: 'business', holder_name: '' },
};

/** 'taken', or why the row was not. */
async function importRow(kind: string, row: Record<string, string>): Promise<string> {
  const response = await portal.app.fetch(`/api/operator/v1/imports?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: system.authorization, 'content-type': 'text/csv' },
    body: `${Object.keys(row).join()}\n${Object.values(row)
      .map((cell) => `"${cell}"`)
      .join()}\n`,
  });
  const { problems = [], code } = (await response.json()) as {
    problems?: { reason: string }[];
    code?: string;
  };
  return problems[0]?.reason ?? code ?? 'taken';
}

const importedBroker = (more: object) =>
  importRow('brokers', { external_id: 'B', name: 'Tess', company_name: 'Oak', email: newEmail(), ...more });
const importedInvestor = (more: object) =>
  importRow('syndicates', {
    ...SYNDICATE,
    external_id: 'SYN-X',
    name: 'Elm',
    abbreviation: 'ELM',
    contact_person: 'Lee',
    ...more,
  });
const newInvestor = (more: object) =>
  ada.post('investors', {
    ...{ name: 'Elm Street', abbreviation: 'ELS', pay_days: [2], default_share_percent: '5' },
    ...{ management_fee_percent: '4', syndication_fee_percent: '0', esign_email: newEmail(), cc_emails: [] },
    ...{ uses_cash_balance: false, ...more },
  });
const codeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { code?: string }).code;
const person = (name: string) => ({
  name,
  email: newEmail(),
  role: 'syndication',
  syndicate: String(portal.syndicateId),
});
const ofInvestor = () => `investors/${portal.syndicateId}`;

/** Each way in of each name that a mail greets or says, with what it answers to the name. */
const WAYS_IN: Record<string, (name: string) => Promise<unknown>> = {
  'guest, by an investor': (name) => codeOf(portal.invite(newEmail(), { name })),
  'user, at the desk': async (name) => (await ada.post('people', person(name)))['code'],
  'user, by a system': (name) => codeOf(system.post('users', person(name))),
  'user, by command': async (name) =>
    (
      await portalCommand(
        'user',
        'invite',
        newEmail(),
        '--tenant',
        portal.slug,
        '--name',
        name,
        '--role',
        'syndication',
        '--syndicate',
        String(portal.syndicateId),
      )
    ).stderr,
  'user, by import': (name) =>
    importRow('users', {
      external_id: 'U',
      email: newEmail(),
      name,
      role: 'syndication',
      syndicate: 'SYN-N',
    }),
  'user, by themselves': (name) =>
    codeOf(owner.post('/api/updatePortalUserProfile', { ...owner.ids, ...contactOf(name) })),
  'investor, added at the desk': async (name) => (await newInvestor({ name }))['code'],
  'short name, added at the desk': async (name) =>
    (await newInvestor({ abbreviation: name.slice(-19) }))['code'],
  'investor, changed at the desk': async (name) => (await ada.put(ofInvestor(), { name }))['code'],
  'investor, by import': (name) => importedInvestor({ name }),
  'short name, by import': (name) => importedInvestor({ abbreviation: name.slice(-19) }),
  'contact person, by import': (name) => importedInvestor({ contact_person: name }),
  'broker, by import': (name) => importedBroker({ name }),
  'broker’s company, by import': (name) => importedBroker({ company_name: name }),
  'payee, at the desk': async (name) => {
    const { id } = await syndicateOf('Cedar Point');
    return (
      await ada.put(`payouts/accounts/${id}`, {
        account_type: 'checking',
        holder_kind: 'business',
        holder_name: name,
      })
    )['code'];
  },
  'payee, by import': (name) => importRow('payout_accounts', { ...ACCOUNT, holder_name: name }),
  'bank, by import': (name) => importRow('payout_accounts', { ...ACCOUNT, bank_name: name }),
  'bank, by an investor': (name) =>
    codeOf(
      owner.post('/api/updateSyndicateBankInfo', {
        ...owner.ids,
        syndicate_bank_name: name,
        syndicate_account_number: '123456786789',
        syndicate_routing_number: '021000021',
      }),
    ),
};

const contactOf = (name: string) => ({
  ...{
    name,
    syndicate_phone_number: '(216) 555-0134',
    syndicate_phone_type: 'Office',
    syndicate_street: '1 Main St',
  },
  ...{ syndicate_city: 'Akron', syndicate_state: 'OH', syndicate_zip: '44301', syndicate_cc_emails: [] },
  syndicate_esign_email: owner.esignEmail,
});
const syndicateOf = (name: string) =>
  withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('syndicates').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
  );

test.each(Object.keys(WAYS_IN))(
  'TELL-15 security rule: no name with an address comes in as that of a %s',
  async (way) => {
    const refused = await WAYS_IN[way]?.(EVIL);
    expect(refused).toMatch(/^name_like_address$|cannot look like a web or mail address/);
    // An administrator who breaks lines is refused as well, whichever rule comes first.
    const broken = await WAYS_IN[way]?.('Ann Lee\nhello there');
    expect(broken).toMatch(/name_like_address|name_ambiguous|invalid_request|not understood|address/);
  },
);

test('TELL-15 a mail greets nobody by a stored name that looks like an address', async () => {
  const guest = await portal.addGuest();
  await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await tx.updateTable('memberships').set({ name: EVIL }).where('userId', '=', guest.userId).execute();
    await tx
      .updateTable('memberships')
      .set({ acceptedAt: new Date() })
      .where('userId', '=', guest.userId)
      .execute();
  });
  const other = await portal.addSyndicate();
  const manager = await portal.addManager('other', { syndicateId: other });
  const answer = await portal.send('POST', `/api/syndicates/${other}/guests`, manager.accessToken, {
    ...{ email: guest.email, name: 'Lee Book', parts: ['payouts'], until: '2026-12-31' },
  });
  expect(answer.status).toBe(200);
  const worker = await startTestWorker(portal.database);
  const { text } = await waitForMail(guest.email, 'You are a guest of another syndicate at Harbor Capital');
  await worker.stop();
  expect(text).toMatch(/^Hello,/);
  expect(text).not.toContain('evil');
});
