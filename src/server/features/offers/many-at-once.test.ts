import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentLink } from '../../identity/capabilities.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createBroker, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

// `npm run prove offers` sets both to their full size.
const OFFERS = Number(process.env['OFFERS'] ?? 10);
const GUESSES = Number(process.env['GUESSES'] ?? 1_000);
const AT_ONCE = 50;
const LONG = { timeout: 60 * 60_000 };

const say = (text: string) => process.stdout.write(`${text}\n`);

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const newOffer = () => createOpenOffer(portal.database.owner, portal.tenantId);

test(
  `OFFER-06 ${AT_ONCE} acceptances at once of each of ${OFFERS} offers are ${OFFERS} acceptances`,
  LONG,
  async () => {
    const offers: OpenOffer[] = [];
    for (let number = 0; number < OFFERS; number += 1) offers.push(await newOffer());
    const counts = new Map<string, number>();
    const started = performance.now();
    for (const offer of offers) {
      const broker = createBroker(portal.app, offer);
      const shared = crypto.randomUUID();
      const answers = await Promise.all(
        // Half of them repeat one click with the same key. The others have keys of their own.
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const response = await broker.accept({}, index % 2 === 0 ? shared : crypto.randomUUID());
          const { code } = (await response.json()) as { code?: string };
          return code ?? 'accepted';
        }),
      );
      for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
      expect(answers).toContain('accepted');
    }
    const seconds = (performance.now() - started) / 1000;

    const { rows } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
      sql<Record<string, bigint>>`
        select
          (select count(*) from offers where status = 'Offer Accepted' and version = 2) as accepted,
          (select count(*) from capability_links where used_at is not null) as links,
          (select count(*) from deals where status = 'Contract Request') as deals,
          (select count(*) from deal_notes where kind = 'Offer') as messages,
          (select count(*) from deal_notes where kind = 'Activity') as activities,
          (select count(*) from deal_status_changes where status = 'Request Price Adjustment') as adjustments,
          (select count(*) from deal_status_changes where status = 'Contract Request') as requests,
          (select count(*) from offer_mails where reader = 'desk') as desk_mails,
          (select count(*) from offer_mails where reader = 'broker') as broker_mails,
          (select count(*) / 2 from graphile_worker.jobs where task_identifier = 'mail acceptance') as queued,
          (select count(*) from audit_events where action = 'offer accepted') as audited,
          (select count(*) from idempotency_keys) as keys`.execute(tx),
    );
    const [found] = rows;
    for (const [what, count] of Object.entries(found ?? {}))
      expect({ what, count }).toEqual({ what, count: BigInt(OFFERS) });
    expect([...counts.keys()].sort()).toEqual(['accepted', 'link_used']);
    const told = [...counts].map(([answer, count]) => `${count} ${answer}`).join(', ');
    say(`${OFFERS * AT_ONCE} acceptances of ${OFFERS} offers in ${seconds.toFixed(1)} s: ${told}`);
  },
);

test(`OFFER-07 of ${GUESSES} guesses none opens a link, however near`, LONG, async () => {
  const { tenantId, token } = await newOffer();
  const real = Buffer.from(token, 'base64url');
  const tenant = real.subarray(0, 16);
  const guesses = [
    () => randomBytes(48),
    // The tenant's id is not secret, so only the 256 random bits protect a link.
    () => Buffer.concat([tenant, randomBytes(32)]),
    () => Buffer.concat([real.subarray(0, 40), randomBytes(8)]),
    (index: number) => {
      const near = Buffer.from(real);
      const bit = index % 384;
      near[bit >> 3] = (near[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return near;
    },
  ];
  let opened = 0;
  const isOpened = async (guess: Buffer) =>
    portal.database.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => (await presentLink(tx, 'offer', guess.toString('base64url'))) !== null);
  const started = performance.now();
  for (let index = 0; index < GUESSES; index += 20) {
    const batch = Array.from({ length: 20 }, (_, at) => guesses[(index + at) % guesses.length]?.(index + at));
    const found = await Promise.all(batch.map((guess) => guess && !guess.equals(real) && isOpened(guess)));
    opened += found.filter(Boolean).length;
  }
  say(
    `${GUESSES} guesses in ${((performance.now() - started) / 1000).toFixed(1)} s: ${opened} opened a link`,
  );
  expect(opened).toBe(0);
  expect(await isOpened(real)).toBe(true);
  expect(tenantId).toBe(portal.tenantId);
});
