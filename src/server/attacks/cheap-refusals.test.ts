import { createRequire } from 'node:module';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { USUAL_BODY_BYTES } from '../access/endpoints.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createBankLink } from '../testing/bank-links.ts';
import { sitDown } from '../testing/desk.ts';
import { createBroker, createOpenOffer, issueOfferLink, type OpenOffer } from '../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { ORIGIN } from '../testing/test-app.ts';
import { addressOf, MATRIX } from './matrix.ts';

// The parser that the sanitizer walks through a text with. The work is counted and not timed, which a busy machine would falsify.
const requireBySanitizer = createRequire(createRequire(import.meta.url).resolve('sanitize-html'));
const { Parser } = requireBySanitizer('htmlparser2') as { Parser: { prototype: { onopentagname(): void } } };
const tags = vi.spyOn(Parser.prototype, 'onopentagname');

const FLOOD = '<b>'.repeat(85_000);
const STATES = ['used', 'expired', 'revoked', 'unknown'] as const;
type State = (typeof STATES)[number];

let portal: TestPortal;
let offer: OpenOffer;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
  offer = await createOpenOffer(portal.database.owner, portal.tenantId);
});
afterEach(() => void tags.mockClear());
afterAll(() => portal.close());

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, portal.tenantId, work);

const END = {
  used: sql`used_at = now()`,
  expired: sql`expires_at = now() - interval '1 minute'`,
  revoked: sql`revoked_at = now()`,
  unknown: sql`token_hash = sha256(token_hash)`,
} as const;

/** A link to the offer, or to a company's bank, that is over in this way. */
async function linkThatIs(state: State, kind: Kind): Promise<string> {
  const token =
    kind === 'offer'
      ? await asOwner((tx) => issueOfferLink(tx, portal.tenantId, offer.offerId))
      : (await createBankLink(portal.database.owner, portal.tenantId)).token;
  await asOwner((tx) =>
    sql`update capability_links set ${END[state]} where id = (select max(id) from capability_links)`.execute(
      tx,
    ),
  );
  return token;
}

type Kind = 'offer' | 'bank link';
const EXPIRED = { status: 410, code: 'link_expired' };
const REFUSED: Record<State, (kind: Kind) => { status: number; code: string }> = {
  used: (kind) => ({ status: 410, code: kind === 'offer' ? 'link_used' : 'bank_link_used' }),
  expired: () => EXPIRED,
  revoked: () => EXPIRED,
  unknown: () => ({ status: 404, code: 'link_unknown' }),
};

const byLink = MATRIX.map(({ name, endpoint }) => ({ name, endpoint })).filter(
  ({ endpoint: { access } }) => access === 'offer link' || access === 'bank link',
);

/** A call under a link with as large a body as it accepts. It fits every call under a link; what one does not know, it ignores. */
function send(endpoint: Endpoint, token: string, message = FLOOD) {
  const { method, maxBodyBytes = USUAL_BODY_BYTES } = endpoint;
  const isFile = endpoint.path.includes('deal_files');
  const params = {
    id: isFile ? crypto.randomUUID() : offer.offerId,
    lender_id: offer.offerId,
    unique_id: token,
  };
  const body = {
    ...{ file_name: 'a.pdf', file_size: 1, public_token: 'public', company_plaid_id: token },
    ...{ lender_commission_percentage: '10', iso_message: message.slice(0, maxBodyBytes - 1_000) },
  };
  return portal.app.fetch(addressOf(endpoint, { params }), {
    method,
    headers: {
      origin: ORIGIN,
      authorization: `Link ${token}`,
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
}

describe.each(byLink)('$name', ({ endpoint }) => {
  test.each(STATES)(
    'ACCESS-08 security rule: refuses a link that is %s before anything is cleaned, whatever the body',
    async (state) => {
      const kind = endpoint.access === 'offer link' ? 'offer' : 'bank link';
      const response = await send(endpoint, await linkThatIs(state, kind));
      const { code } = (await response.json()) as { code: string };
      expect({ status: response.status, code }).toEqual(REFUSED[state](kind));
      expect(tags).not.toHaveBeenCalled();
    },
  );
});

const acceptOffer = byLink.find(({ name }) => name === 'offers.acceptOffer')?.endpoint as Endpoint;

test.each([
  ['nested tags', '<b>'.repeat(40_000), 'message_too_formatted'],
  ['tags side by side', '<b></b>'.repeat(18_000), 'message_too_formatted'],
  ['a text that is too long', 'x'.repeat(240_000), 'message_too_long'],
])(
  'ACCESS-08 under an open link, %s are counted and refused, and nothing is cleaned',
  async (_what, message, code) => {
    const open = await createOpenOffer(portal.database.owner, portal.tenantId);
    const broker = createBroker(portal.app, open);
    const refused = await broker.accept({ iso_message: message });
    expect([refused.status, await refused.json()]).toEqual([422, expect.objectContaining({ code })]);
    expect(tags).not.toHaveBeenCalled();
    expect((await broker.accept({ iso_message: '<p>By <b>E-Sign</b>.</p>' })).status).toBe(200);
    expect(tags).toHaveBeenCalledTimes(2);
  },
);

test('ACCESS-08 an open link to an offer that somebody else accepted cleans nothing either', async () => {
  const token = await asOwner((tx) => issueOfferLink(tx, portal.tenantId, offer.offerId));
  await asOwner((tx) =>
    sql`update offers set status = 'Offer Accepted' where id = ${offer.offerId}`.execute(tx),
  );
  const response = await send(acceptOffer, token);
  expect(response.status).toBe(410);
  expect(tags).not.toHaveBeenCalled();
});

test('ACCESS-08 the desk refuses a note with too much formatting before it is cleaned', async () => {
  const renee = await sitDown(portal, 'Renee Ash', { role: 'administrator' });
  const body = { kind: 'Activity', note: '<b>'.repeat(20_000), is_pinned: false };
  expect(await renee.post(`deals/${offer.dealId}/notes`, body)).toMatchObject({
    code: 'message_too_formatted',
  });
  expect(tags).not.toHaveBeenCalled();
});

const large = MATRIX.map(({ name, endpoint }) => ({ name, endpoint })).filter(
  ({ endpoint: { maxBodyBytes = 0 } }) => maxBodyBytes > USUAL_BODY_BYTES,
);

describe.each(large)('$name by a stranger', ({ endpoint }) => {
  const { method, maxBodyBytes = 0 } = endpoint;
  const params = { id: '1', run_id: '1', syndicate_id: '1', request_id: '1', deal_id: '1' };
  const body = JSON.stringify({ text: Array.from({ length: maxBodyBytes / 3 - 10 }, () => ({})) });
  const inPieces = () => new Blob([body]).stream();

  test.each([
    ['with its length', () => ({ body })],
    ['in pieces', () => ({ body: inPieces(), duplex: 'half' as const })],
  ])('ACCESS-08 security rule: a large body, sent %s, is refused unread', async (_how, sent) => {
    const parsed = vi.spyOn(JSON, 'parse');
    for (const scheme of ['Bearer', 'Link']) {
      const response = await portal.app.fetch(addressOf(endpoint, { params }), {
        method,
        headers: {
          origin: ORIGIN,
          'x-tenant': portal.tenantId,
          authorization: `${scheme} ${'x'.repeat(43)}`,
          'content-type': 'application/json',
        },
        ...sent(),
      });
      expect([401, 404]).toContain(response.status);
      await response.body?.cancel();
    }
    expect(Math.max(0, ...parsed.mock.calls.map(([text]) => String(text).length))).toBeLessThan(10_000);
    parsed.mockRestore();
  });
});

test('ACCESS-08 security rule: a large body of staff without the permission is refused unread', async () => {
  const clerk = await sitDown(portal, 'Cleo Hart', { permissions: ['view-desk'] });
  const parsed = vi.spyOn(JSON, 'parse');
  const text = 'x'.repeat(USUAL_BODY_BYTES);
  expect(await clerk.post('return_files', { name: 'returns', text })).toMatchObject({ status: 403 });
  expect(Math.max(...parsed.mock.calls.map(([read]) => String(read).length))).toBeLessThan(10_000);
  parsed.mockRestore();
});

test('ACCESS-08 more pasted lines than can be compared are counted and not read', async () => {
  const lamar = await sitDown(portal, 'Lamar Kent', { permissions: ['view-desk'] });
  const kept = vi.spyOn(Map.prototype, 'set');
  const pasted = Array.from({ length: 100_000 }, (_, mid) => `${mid} 1`).join('\n');
  const compared = lamar.post(`why/${portal.syndicateId}/compare`, { figure: 'investment-cost', pasted });
  expect(await compared).toMatchObject({ status: 400 });
  expect(kept.mock.calls.length).toBeLessThan(5_000);
  kept.mockRestore();
});

const PUBLIC = ['anyone', 'cookie', 'offer link', 'bank link'];
const open = MATRIX.map(({ name, endpoint }) => ({ name, endpoint })).filter(
  ({ endpoint: { access, method } }) => PUBLIC.includes(access) && method !== 'GET',
);

describe.each(open)('$name by a stranger', ({ endpoint }) => {
  const limit = endpoint.maxBodyBytes ?? USUAL_BODY_BYTES;
  const params = { id: '1', remember_token: 'current', token: 'x', lender_id: '1', unique_id: 'x' };
  const post = (body: string) =>
    portal.app.fetch(addressOf(endpoint, { params }), {
      method: endpoint.method,
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body,
    });

  test('ACCESS-08 security rule: a body over the limit is refused unread, and one at the limit is parsed once and not cleaned', async () => {
    const parsed = vi.spyOn(JSON, 'parse');
    const bytesParsed = () => parsed.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
    expect((await post(' '.repeat(limit + 1))).status).toBeGreaterThanOrEqual(400);
    expect(bytesParsed()).toBeLessThan(limit);
    const largest = JSON.stringify({ iso_message: FLOOD.slice(0, limit - 100) });
    await (await post(largest)).arrayBuffer();
    expect(bytesParsed()).toBeLessThan(2 * limit);
    expect(tags).not.toHaveBeenCalled();
    parsed.mockRestore();
  });
});
