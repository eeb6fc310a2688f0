import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/server/features/reconciliation/reconcile.ts';
import { findDifferences } from '../../src/server/ledger/find-differences.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { bankDayFrom, holidayOn } from '../../src/shared/domain/bank-holidays.ts';
import { calendarDate } from '../../src/shared/domain/calendar-date.ts';
import { DEAL_STATUSES } from '../../src/shared/domain/deal-status.ts';
import { DEMO_PEOPLE } from './funders/people.ts';
import { requestsOf } from './link-requests.ts';
import { type LoadedDatabase, loadedDatabase } from './load/loaded-database.ts';
import { makeDemoStatements } from './load/make-statements.ts';

const asOf = calendarDate('2026-11-13');
const HARBOR = '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101';

let loaded: LoadedDatabase;
let ask: LoadedDatabase['ask'];

beforeAll(async () => {
  loaded = await loadedDatabase(asOf);
  ask = loaded.ask;
});
afterAll(() => loaded.database.drop());

/** Returns one number over all tenants. */
async function total(query: string): Promise<number> {
  const rows = await ask<{ count: bigint | number }>(query);
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

test('OPS-06 two funders with twelve syndicates, 400 funded deals and offers that wait for a broker', async () => {
  expect(loaded.tenantIds).toHaveLength(2);
  expect(loaded.report.rows.get('tenants')).toBe(2);
  expect(loaded.report.rows.get('syndicates')).toBe(12);
  expect(await total('select count(*) from deals where funded_date is not null')).toBe(400);
  const waiting = `select count(*) from offers o join deals d on d.id = o.deal_id
    where o.status = 'Offer Made' and d.funded_date is null`;
  expect(await total(waiting)).toBe(15);
  expect(await total('select count(*) from participation_invites')).toBeGreaterThan(20);
});

test('OPS-06 OFFER-01 the broker who can be signed in as has an offer to accept', async () => {
  expect(
    await total(`select count(*) from offers o
      join deals d on d.tenant_id = o.tenant_id and d.id = o.deal_id
      join brokers b on b.tenant_id = d.tenant_id and b.id = d.broker_id
      where o.status = 'Offer Made' and b.email = 'tessa@brightpath.example'`),
  ).toBeGreaterThan(0);
});

test('OPS-06 there is a link for each job that begins with one, and an invite for each of two answers', async () => {
  const requests = await withTenant(loaded.database.owner, HARBOR, (tx) => requestsOf(tx, HARBOR));
  expect(requests.map(({ kind }) => kind)).toEqual(['offer', 'prefunding', 'reply', 'bank', 'ticket']);
  const invites = requests.flatMap((request) => ('inviteId' in request ? [request.inviteId] : []));
  expect(new Set(invites).size).toBe(2);
});

test('DASH-07 every rollup is what the lines say, to the cent', async () => {
  for (const tenantId of loaded.tenantIds) {
    const differences = await withTenant(loaded.database.owner, tenantId, (tx) =>
      findDifferences(tx, tenantId),
    );
    expect(differences).toEqual([]);
  }
});

test('the same day gives the same book', async () => {
  const digests = `select md5(string_agg(line::text, '' order by payment_id, participation_id, is_reversal)) as digest
      from payout_lines line
    union all select md5(string_agg(deal::text, '' order by id)) from deals deal
    union all select md5(string_agg(month::text, '' order by id)) from statement_months month
    union all select md5(string_agg(note::text, '' order by id)) from deal_notes note`;
  const again = await loadedDatabase(asOf);
  try {
    expect(await again.ask(digests)).toEqual(await ask(digests));
  } finally {
    await again.database.drop();
  }
});

describe('what merchants pay', () => {
  test('never goes beyond the payback, and reaches it exactly where a deal is completed', async () => {
    const collected = `select d.id, d.status, payback_amount_cents as payback, collected_cents as collected
      from deals d join deal_totals t on t.deal_id = d.id where`;
    expect(await ask(`${collected} collected_cents > payback_amount_cents`)).toEqual([]);
    expect(
      await ask(`${collected} (status = 'Advance Completed') and collected_cents <> payback_amount_cents`),
    ).toEqual([]);
  });

  test('adds up to the anticipated return of every participant of a paid-off deal', async () => {
    const paidOff = await ask<{ grossCents: bigint; anticipatedReturnCents: bigint }>(`
      select sum(line.gross_cents)::bigint as gross_cents, p.anticipated_return_cents
      from participations p join deals d on d.id = p.deal_id join payout_lines line on line.participation_id = p.id
      where d.status = 'Advance Completed' group by p.id, p.anticipated_return_cents`);
    expect(paidOff.length).toBeGreaterThan(500);
    expect(paidOff.filter((row) => row.grossCents !== row.anticipatedReturnCents)).toEqual([]);
  });

  test('clears on business days up to the last one, 2 to 4 % of it returned', async () => {
    expect(await total(`select count(*) from payments where extract(isodow from cleared_date) > 5`)).toBe(0);
    expect(
      await total(`select count(*) from payments where greatest(cleared_date, returned_date) > '${asOf}'`),
    ).toBe(0);
    const returned = await total(`select count(*) from payments where status = 'returned'`);
    const rate = returned / (await total('select count(*) from payments'));
    expect(rate).toBeGreaterThan(0.02);
    expect(rate).toBeLessThan(0.04);
  });

  test('is paid out on the first pay day after it cleared or came back, on a holiday when banks open again', async () => {
    const moved = await ask<{ payDate: string; expected: string }>(`
      select distinct line.pay_date, expected from payout_lines line
      join payments p on p.id = line.payment_id join syndicates s on s.id = line.syndicate_id
      cross join lateral (select min(day)::date as expected from generate_series(1, 7) ahead
        cross join lateral (select case when is_reversal then returned_date else cleared_date end + ahead as day) d
        where extract(isodow from day) = any (s.pay_days)) first
      where line.pay_date <> expected`);
    expect(moved.length).toBeGreaterThan(10);
    for (const { payDate, expected } of moved) {
      expect({ expected, holiday: holidayOn(calendarDate(expected)) }).toEqual({
        expected,
        holiday: expect.any(String),
      });
      expect({ expected, payDate }).toEqual({ expected, payDate: bankDayFrom(calendarDate(expected)) });
    }
    expect(await total('select count(*) from payout_lines where is_reversal')).toBeGreaterThan(20);
  });
});

describe('the book', () => {
  test('sells 50 to 80 % of a deal to at least three syndicates, 2 to 25 % each', async () => {
    const deals = await ask<{ sold: string; buyers: bigint; least: string; most: string }>(`
      select sum(share_percent) as sold, count(*) as buyers, min(share_percent) as least, max(share_percent) as most
      from participations group by deal_id`);
    expect(deals).toHaveLength(400);
    expect(deals.filter(({ sold }) => Number(sold) < 50 || Number(sold) > 80)).toEqual([]);
    expect(deals.filter(({ buyers }) => buyers < 3n || buyers > 12n)).toEqual([]);
    expect(deals.filter(({ least, most }) => Number(least) < 2 || Number(most) > 25)).toEqual([]);
  });

  test('has sizes, factors, terms and frequencies as the trade has them', async () => {
    const [harbor] = await ask<{
      amount: number;
      factor: number;
      term: number;
      daily: string;
      outside: bigint;
    }>(`
      select percentile_cont(0.5) within group (order by funded_amount_cents / 100.0) as amount,
        percentile_cont(0.5) within group (order by factor_rate) as factor,
        percentile_cont(0.5) within group (order by term_days) as term,
        avg((payment_frequency = 'DAILY')::int) as daily,
        count(*) filter (where factor_rate not between 1.2 and 1.5 or term_days not between 60 and 260
          or funded_amount_cents not between 1000000 and 25000000) as outside
      from deals where funded_date is not null and status <> 'Cancelled'`);
    expect(harbor?.amount).toBeGreaterThan(40_000);
    expect(harbor?.amount).toBeLessThan(62_000);
    expect(harbor?.factor).toBeGreaterThanOrEqual(1.33);
    expect(harbor?.factor).toBeLessThanOrEqual(1.4);
    expect(harbor?.term).toBeGreaterThanOrEqual(110);
    expect(harbor?.term).toBeLessThanOrEqual(145);
    expect(Number(harbor?.daily)).toBeCloseTo(0.65, 1);
    expect(harbor?.outside).toBe(0n);
  });

  test('renews 40 to 65 % of merchants, and each renewal starts as its predecessor ends', async () => {
    const merchants = await total(
      'select count(distinct company_id) from deals where funded_date is not null',
    );
    const renewed = await total(
      'select count(distinct company_id) from deals where renewal_of_deal_id is not null',
    );
    expect(renewed / merchants).toBeGreaterThan(0.4);
    expect(renewed / merchants).toBeLessThan(0.65);
    const unfinished = `select d.mid from deals d join deals before on before.id = d.renewal_of_deal_id
      join deal_totals t on t.deal_id = before.id
      where before.status <> 'Advance Completed' or last_cleared_date <> d.funded_date or before.company_id <> d.company_id`;
    expect(await ask(unfinished)).toEqual([]);
  });

  test('is 70 to 80 % current among the deals that are still open', async () => {
    const open = `select count(*) from deals d join deal_totals t on t.deal_id = d.id
      where d.status in ('Active Advance', 'Payment Modified', 'Early Pay Discount', 'Payment Temporarily Suspended',
        'Partial Payment', 'Default', 'Collections', 'Referred To Legal')`;
    const current = `${open} and d.status in ('Active Advance', 'Payment Modified', 'Early Pay Discount')
      and coalesce(last_cleared_date, funded_date) > '${asOf}'::date - case payment_frequency when 'DAILY' then 8 else 15 end`;
    const share = (await total(current)) / (await total(open));
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
  });

  test('shows every status at the first funder, each deal in the one its history ends with', async () => {
    const statuses = await ask<{ status: string }>(
      `select distinct status from deals where funded_date is not null and tenant_id = '${HARBOR}'`,
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(DEAL_STATUSES));
    const elsewhere = `select mid from deals d join lateral (select status from deal_status_changes c
      where c.deal_id = d.id order by changed_at desc limit 1) last on true where last.status <> d.status`;
    expect(await ask(elsewhere)).toEqual([]);
  });

  test('gives Northgate Partners 3 to 5 million dollars of it, and the newcomer nothing', async () => {
    const [northgate] = await ask<{ cost: bigint; deals: number }>(`
      select investment_cost_cents / 100 as cost, participation_count as deals
      from syndicate_totals t join syndicates s on s.id = t.syndicate_id where abbreviation = 'NGP'`);
    expect(northgate?.cost).toBeGreaterThan(3_000_000n);
    expect(northgate?.cost).toBeLessThan(5_000_000n);
    expect(northgate?.deals).toBeGreaterThan(200);
    const newcomer = `select count(*) from participations p join syndicates s on s.id = p.syndicate_id where abbreviation = 'FLF'`;
    expect(await total(newcomer)).toBe(0);
  });
});

describe('how deals stand', () => {
  test('SCHED-02 terms change with the status: lowered and back, paused and resumed, each after its debit', async () => {
    const changes = await ask<{ reason: string; count: bigint }>(
      `select reason, count(*) from deal_terms where reason <> 'contract' group by 1`,
    );
    expect(new Set(changes.map(({ reason }) => reason))).toEqual(new Set(['modified', 'paused', 'resumed']));
    const unlike = `select d.mid from deals d join lateral (select payment_cents from deal_terms t
      where t.tenant_id = d.tenant_id and t.deal_id = d.id order by effective_date desc, id desc limit 1) now on true
      where (d.status in ('Payment Temporarily Suspended', 'Early Pay Discount')) <> (now.payment_cents = 0)
        and d.status in ('Active Advance', 'Payment Modified', 'Payment Temporarily Suspended', 'Early Pay Discount')`;
    expect(await ask(unlike)).toEqual([]);
  });

  test('SCHED-04 most open deals are on schedule, and each reason for a look is there', async () => {
    const open = `select count(*) from deals d join deal_standings s on s.deal_id = d.id
      where d.status = 'Active Advance' and expected_cents > 0`;
    const share = (await total(`${open} and arrears_cents < 3 * d.payment_cents`)) / (await total(open));
    expect(share).toBeGreaterThan(0.6);
    const reasons = await ask<{ reason: string }>(`select distinct reason from deal_alerts`);
    expect(new Set(reasons.map(({ reason }) => reason))).toEqual(
      new Set(['status', 'refused', 'missed', 'slow', 'paused', 'modified']),
    );
  });
});

test('FCS-03 FCS-05 FCS-06 Northgate Partners finds a file of every kind behind its deals', async () => {
  const [kinds] = await ask<Record<'full' | 'unscrubbed' | 'bare' | 'paidOff' | 'onPaper', bigint>>(`
    with deal as (
      select d.id, d.company_id from deals d join participations p on p.deal_id = d.id
      join syndicates s on s.id = p.syndicate_id where abbreviation = 'NGP'
    ), statements as (
      select company_id, count(distinct bank_account_id) as accounts, count(distinct month) as months,
        bool_or(not is_scrubbed) as has_unscrubbed
      from company_bank_accounts a join statement_months m on m.bank_account_id = a.id group by 1
    )
    select count(*) filter (where accounts = 3 and months = 6 and not has_unscrubbed and (select count(distinct status)
        from existing_advances e where e.company_id = deal.company_id) = 3) as full,
      count(*) filter (where has_unscrubbed) as unscrubbed,
      count(*) filter (where accounts is null) as bare,
      count(*) filter (where exists (select from existing_advances e
        where e.company_id = deal.company_id and status = 'paid off')) as "paidOff",
      count(*) filter (where not exists (select from offers o
        where o.deal_id = deal.id and status = 'Offer Accepted')) as "onPaper"
    from deal left join statements using (company_id)`);
  for (const [kind, count] of Object.entries(kinds ?? {}))
    expect({ kind, isThere: count > 0n }).toEqual({ kind, isThere: true });
  expect(Object.keys(kinds ?? {})).toHaveLength(5);
});

test('FCS-07 every statement has its file, under a key that its tenant leads', async () => {
  expect(await total('select count(*) from statement_months where file_id is null')).toBe(0);
  expect(
    await total(`select count(*) from files where storage_key not like tenant_id || '/statements/%.pdf'`),
  ).toBe(0);
});

test('OPS-06 every investor has statements since January of last year, with the year and one that was corrected', async () => {
  await makeDemoStatements(loaded.database.owner, loaded.tenantIds);
  const northgate = await ask<{ kind: string; periodStart: string; version: number; reason: string }>(`
    select statement.kind, statement.period_start::text as "periodStart", statement.version, statement.reason from statements statement
    join syndicates s on s.tenant_id = statement.tenant_id and s.id = statement.syndicate_id
    where s.abbreviation = 'NGP' order by statement.period_start, statement.kind, statement.version`);
  const ofLastYear = northgate.filter(
    ({ periodStart }) => periodStart.slice(0, 4) === northgate[0]?.periodStart.slice(0, 4),
  );
  expect(ofLastYear.map(({ kind }) => kind).sort()).toEqual([...Array(12).fill('month'), 'year']);
  const corrected = northgate.filter(({ version }) => version > 1);
  expect(corrected).toEqual([
    expect.objectContaining({
      kind: 'month',
      periodStart: northgate.at(-1)?.periodStart,
      version: 2,
      reason: expect.stringContaining('WIRE-20371'),
    }),
  ]);
  expect(await total(`select count(*) from statements where made_at::date <= period_start`)).toBe(0);
  for (const tenantId of loaded.tenantIds) {
    const { differences } = await reconcile(loaded.database.db, tenantId);
    expect(differences).toEqual([]);
  }
});

test('OPS-06 there are documents of each kind for an investor, one that is new, one that was opened and one that expires', async () => {
  const sent = await ask<{ title: string; category: string; expires: boolean; isOpened: boolean }>(`
    select document.title, category, expires_on is not null as expires, exists (
        select from document_openings opened where opened.document_id = document.id) as "isOpened"
    from documents document
    join document_recipients sent on sent.tenant_id = document.tenant_id and sent.document_id = document.id
    join syndicates s on s.tenant_id = sent.tenant_id and s.id = sent.syndicate_id
    where abbreviation = 'NGP' and withdrawn_at is null order by published_at`);
  expect(sent.map(({ category, expires, isOpened }) => ({ category, expires, isOpened }))).toEqual([
    { category: 'agreement', expires: false, isOpened: true },
    { category: 'tax form', expires: false, isOpened: false },
    { category: 'letter', expires: true, isOpened: false },
  ]);
});

test('OPS-06 GUEST-01 the guest of Northgate Partners may read parts of its book, and who let them in looks after guests', async () => {
  const guests = await ask<{ parts: string[]; isOpen: boolean; isManager: boolean }>(`
    select parts, until_date >= '${asOf}' as "isOpen", 'manage-guests' = any (inviter.permissions) as "isManager" from guests
    join memberships inviter on inviter.tenant_id = guests.tenant_id and inviter.user_id = invited_by
      and inviter.syndicate_id = guests.syndicate_id`);
  expect(guests).toEqual([{ parts: ['statements', 'documents', 'payouts'], isOpen: true, isManager: true }]);
  expect(await total('select count(*) from notification_choices')).toBe(3);
});

test('nobody in it can be written to', () => {
  expect(DEMO_PEOPLE.filter(({ email }) => !email.endsWith('.example'))).toEqual([]);
});
