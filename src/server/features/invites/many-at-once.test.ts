import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxAllowedPercent } from '../../../shared/domain/pre-funding.ts';
import { type Rate, rate, ZERO_RATE } from '../../../shared/domain/rate.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createInvitedDeal,
  createSignedInInvestor,
  type Investor,
  type InvitedDeal,
} from '../../testing/invites.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

// `npm run prove pre-funding` sets it to its full size.
const DEALS = Number(process.env['DEALS'] ?? 3);
const AT_ONCE = 50;
const CAPS = ['100', '60', '49.5', '12.5'];
const LONG = { timeout: 60 * 60_000 };

let portal: TestPortal;
let investors: Investor[];
beforeAll(async () => {
  portal = await openTestPortal();
  const { app, tenantId, database } = portal;
  investors = [];
  for (let number = 0; number < AT_ONCE; number += 1)
    investors.push(await createSignedInInvestor(database.owner, app, tenantId));
}, 120_000);
afterAll(() => portal.close());

type Told = Record<'accepted' | 'told what is left' | 'too late', number>;

/** Takes the most it may, twice at the same moment as an impatient click does; told what is left, takes that. */
async function take(investor: Investor, deal: InvitedDeal, most: Rate, told: Told): Promise<void> {
  const answers = await Promise.all([1, 2].map(() => investor.accept(deal, most.toFixed())));
  if (answers.every(({ status }) => status === 200)) {
    told.accepted += 1;
    return;
  }
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  const { remaining_percent } = (await (await investor.deal(deal)).json()) as { remaining_percent: string };
  const left = maxAllowedPercent(most, rate(remaining_percent));
  if (left.eq(ZERO_RATE)) {
    told['too late'] += 1;
    return;
  }
  told['told what is left'] += 1;
  await take(investor, deal, left, told);
}

test(
  `PREFUND-03 ${AT_ONCE} syndicates at once for each of ${DEALS} deals get exactly its cap`,
  LONG,
  async () => {
    const { database, tenantId } = portal;
    const everybody = investors.map(({ syndicateId }) => syndicateId);
    const told: Told = { accepted: 0, 'told what is left': 0, 'too late': 0 };
    const caps = new Map<bigint, string>();
    const started = performance.now();
    for (let number = 0; number < DEALS; number += 1) {
      const capPercent = CAPS[number % CAPS.length] ?? '100';
      const deal = await createInvitedDeal(database.owner, tenantId, everybody, {
        capPercent,
        maxSharePercent: '7.5',
      });
      caps.set(deal.dealId, capPercent);
      await Promise.all(investors.map((investor) => take(investor, deal, rate('7.5'), told)));
    }
    const seconds = (performance.now() - started) / 1000;
    const { rows } = await withTenant(database.db, tenantId, (tx) =>
      sql<{ dealId: bigint; taken: string; count: bigint }>`
        select invite.deal_id, sum(acceptance.share_percent)::float8::text as taken, count(*)
        from pre_funding_acceptances acceptance join participation_invites invite on invite.id = acceptance.invite_id
        group by 1`.execute(tx),
    );
    expect(new Map(rows.map(({ dealId, taken }) => [dealId, taken]))).toEqual(caps);
    const count = rows.reduce((sum, row) => sum + row.count, 0n);
    expect(count).toBe(BigInt(told.accepted));
    const { rows: left } = await withTenant(database.db, tenantId, (tx) =>
      sql<Record<string, bigint>>`
        select
          (select count(*) from accounting_mails) as mails,
          (select count(*) from graphile_worker.jobs where task_identifier = 'mail accounting') as queued,
          (select count(*) from audit_events where action = 'pre-funding accepted') as audited`.execute(tx),
    );
    expect(left).toEqual([{ mails: count, queued: count, audited: count }]);
    const figures = Object.entries(told).map(([what, times]) => `${times} ${what}`);
    process.stdout.write(
      `${DEALS} deals, ${AT_ONCE} syndicates each, in ${seconds.toFixed(1)} s: ${figures.join(', ')}\n`,
    );
  },
);
