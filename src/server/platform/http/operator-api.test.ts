import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/all.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { createBankLink } from '../../testing/bank-links.ts';
import { createStoredDealFile } from '../../testing/deal-files.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createUser,
} from '../../testing/factories.ts';
import { createInvitedDeal } from '../../testing/invites.ts';
import { createCategory, createOpenOffer } from '../../testing/offers.ts';
import { operatorWith } from '../../testing/operator.ts';
import { readExamples, runExample, shapeOf } from '../../testing/page-examples.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { createProfileOwner } from '../../testing/profile.ts';
import { readToday } from '../db/today.ts';
import { withClaims, withTenant } from '../db/transactions.ts';

const examples = await readExamples(new URL('../../../../docs/operator-api.md', import.meta.url));

type Variables = Record<string, string>;

/** What the examples of a section speak of, by the names they use. A section without any needs nothing here. */
const PREPARATIONS: Record<string, (portal: TestPortal, token: string) => Promise<Variables>> = {
  async Book({ tenantId, syndicateId, database }) {
    await withTenant(database.owner, tenantId, async (tx) => {
      await createSyndicate(tx, tenantId);
      const dealId = await createFundedDeal(tx, tenantId);
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      const own = { kind: 'deals', externalId: 'D-12', contentHash: Buffer.alloc(32) };
      await tx
        .insertInto('externalIds')
        .values({ tenantId, id: dealId, ...own })
        .execute();
      const [clearedDate, postedOn] = [calendarDate('2026-11-10'), calendarDate('2026-11-11')];
      const payment = { reference: 'ACH-1', amount: 70_000n, clearedDate, postedOn };
      await postPayment(tx, tenantId, { dealId, ...payment });
    });
    return {};
  },
  async Cash({ tenantId, database }) {
    const cash = { balance: 5_000_000n };
    await withTenant(database.owner, tenantId, (tx) =>
      createSyndicate(tx, tenantId, { abbreviation: 'ACME', cash }),
    );
    return {};
  },
  async Documents({ tenantId, database }) {
    const { owner } = database;
    const bytes = Buffer.from('%PDF-1.7\nthe form\n%%EOF\n');
    const size = BigInt(bytes.length);
    const { id } = await withTenant(owner, tenantId, async (tx) => {
      await createSyndicate(tx, tenantId, { abbreviation: 'NGP' });
      return tx
        .insertInto('documents')
        .values({
          ...{ tenantId, name: 'NGP-1099-2026.pdf', byteSize: size, state: 'clean', keptByteSize: size },
          ...{ contentType: 'application/pdf', sha256: Buffer.alloc(32) },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    return { UPLOADED: id };
  },
  async Files({ tenantId, database }) {
    const { dealId } = await createOpenOffer(database.owner, tenantId);
    const categoryId = BigInt(await createCategory(database.owner, tenantId));
    const bytes = Buffer.from('%PDF-1.7\nthe signed contract\n%%EOF\n');
    const fileId = await createStoredDealFile(database.owner, tenantId, dealId, { bytes, categoryId });
    return { DEAL: String(dealId), FILE: String(fileId) };
  },
  async Links(portal, token) {
    const { tenantId, syndicateId, database, app } = portal;
    const { offerId } = await createOpenOffer(database.owner, tenantId);
    const { companyId } = await createBankLink(database.owner, tenantId);
    const deal = await createInvitedDeal(database.owner, tenantId, [syndicateId]);
    const [invite] = deal.invites.values();
    await portal.addInvestor('dana@northgate.example');
    const operator = operatorWith(app, token);
    const offer = { kind: 'offer', offer_id: Number(deal.offerId), mail: false };
    const issued = await operator.post('links', offer);
    const { id } = (await issued.json()) as { id: number };
    return {
      OFFER: String(offerId),
      COMPANY: String(companyId),
      SYNDICATE: String(syndicateId),
      INVITE: String(invite?.id),
      USER_EMAIL: 'dana@northgate.example',
      LINK: String(id),
    };
  },
  async 'Payout-accounts'(portal) {
    const { syndicateId, ids, changeBank } = await createProfileOwner(portal, 'dana');
    await changeBank(ids);
    const { id } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx
        .selectFrom('bankAccountChanges')
        .select('id')
        .where('syndicateId', '=', syndicateId)
        .executeTakeFirstOrThrow(),
    );
    return { CHANGE: String(id) };
  },
  async Post({ tenantId, database }) {
    await withTenant(database.owner, tenantId, (tx) => createFundedDeal(tx, tenantId, { mid: 'P-12' }));
    return { MID: 'P-12' };
  },
  async 'Post: corrections'({ tenantId, syndicateId, database }) {
    await withTenant(database.owner, tenantId, async (tx) => {
      // Its pay date is to come, so that a system may correct it.
      const clearedDate = await readToday(tx);
      const dealId = await createFundedDeal(tx, tenantId);
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      const payment = { dealId, amount: 70_000n, clearedDate, postedOn: clearedDate };
      for (const reference of ['ACH-1112-0042', 'ACH-1112-0043'])
        await postPayment(tx, tenantId, { ...payment, reference });
    });
    return {};
  },
  async 'Post: the status of a deal'({ tenantId, database }) {
    const mid = 'HC1077';
    await withTenant(database.owner, tenantId, (tx) => createFundedDeal(tx, tenantId, { mid }));
    return { MID: mid };
  },
  async 'Post: the terms of a deal'({ tenantId, database }) {
    const mid = 'HC1078';
    await withTenant(database.owner, tenantId, (tx) => createFundedDeal(tx, tenantId, { mid }));
    return { MID: mid };
  },
  async Users({ tenantId, syndicateId, database }) {
    const member = async (email: string, acceptedAt: Date | null) => {
      const userId = await createUser(database.owner, { email });
      await withTenant(database.owner, tenantId, (tx) =>
        createMembership(tx, tenantId, userId, { syndicateId, acceptedAt }),
      );
      return String(userId);
    };
    const lostId = await createUser(database.owner, { email: 'ann@stoneharbor.example' });
    await withClaims(database.owner, { tenantId, userId: lostId }, async (tx) => {
      await createMembership(tx, tenantId, lostId, { syndicateId });
      const secretCipher = Buffer.alloc(32);
      await tx
        .insertInto('userTotp')
        .values({ userId: lostId, secretCipher, keyId: 'k1', lastUsedStep: 0n })
        .execute();
    });
    return {
      SYNDICATE: String(syndicateId),
      LOST: String(lostId),
      INVITED: await member('omar@stoneharbor.example', null),
      INVESTOR: await member('ruth@mapleridge.example', new Date()),
    };
  },
};

let portal: TestPortal;
const variables = new Map<string, Variables>();
beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId } = portal;
  for (const section of new Set(examples.map((example) => example.section))) {
    // A section is named after the scope that its calls need; where it needs none, any will do.
    const scope = SCOPES.find((one) => section.toLowerCase().startsWith(one)) ?? 'links';
    const asked = { name: `crm: ${section}`, scopes: [scope], days: 90 };
    const { token } = await withTenant(database.owner, tenantId, (tx) =>
      issueServiceToken(tx, tenantId, asked),
    );
    const made = await PREPARATIONS[section]?.(portal, token);
    variables.set(section, { PORTAL: portal.app.url, TOKEN: token, ...made });
  }
});
afterAll(() => portal.close());

test.each(examples.map((example, index) => [example.section, index + 1, example] as const))(
  'OPS-01 OPS-02 docs/operator-api.md, %s: example %i is answered as the page says',
  async (section, _, example) => {
    const { status, answer } = await runExample(example, variables.get(section) ?? {});
    expect({ status, answer: shapeOf(answer) }).toEqual({
      status: example.status,
      answer: shapeOf(example.answer),
    });
  },
);

test('OPS-01 docs/operator-api.md shows every call of the operator’s API at work', () => {
  const calls: Endpoint[] = Object.values(contract).flatMap((feature) => Object.values(feature));
  const missing = calls
    .filter(({ access }) => access === 'service token')
    .filter(
      (endpoint) => !examples.some(({ command, status }) => status === 200 && isCallOf(endpoint, command)),
    );
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

/** curl posts when it is given something to send, unless it is told another method. */
function isCallOf({ method, path }: Endpoint, command: string): boolean {
  const told = /-X (\w+)/.exec(command)?.[1];
  const sent = told ?? (/--json|--data|-d |-F |-T /.test(command) ? 'POST' : 'GET');
  const pattern = path.replace(/:\w+/g, '[^/"?]+');
  return sent === method && new RegExp(`\\$PORTAL${pattern}["?]`).test(command);
}
