import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { enterThrough } from '../ledger/cash/enter-movements.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { buildRollups } from '../ledger/rollups.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createSyndicate, createTenant } from './factories.ts';

const SYNDICATES = 40;
const PAY_DAYS = [[1, 2, 3, 4, 5], [5], [2, 4], [1]];
const HEADER = 'reference,mid,amount,date,result,return_code';

/** Creates a funder with this many paying deals, each with 4 to 12 participants, in one go. */
export async function createPayingBook(owner: Database, deals: number): Promise<string> {
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    const syndicates: bigint[] = [];
    for (let index = 0; index < SYNDICATES; index += 1) {
      const payDays = PAY_DAYS[index % PAY_DAYS.length] ?? [1];
      syndicates.push(await createSyndicate(tx, tenantId, { payDays }));
    }
    await createDeals(tx, tenantId, deals);
    await createShares(tx, tenantId, syndicates);
    await buildRollups(tx, tenantId);
  });
  await sql`vacuum analyze`.execute(owner);
  return tenantId;
}

async function createDeals(tx: Tx, tenantId: string, deals: number): Promise<void> {
  await sql`
    with company as (
      insert into companies (tenant_id, name, industry, started_month)
      values (${tenantId}::uuid, 'Bright Oak Dental', 'Dental', '2019-03-01') returning id
    )
    insert into deals (tenant_id, company_id, public_id, mid, name, platform, status, funded_date, funded_amount_cents,
      payback_amount_cents, payment_cents, payment_frequency, term_days, factor_rate)
    select ${tenantId}::uuid, company.id, 'paying-deal-' || lpad(n::text, 8, '0'), (200000 + n)::text,
      'Bright Oak Dental ' || n, 'Harbor', 'Active Advance', '2026-10-01', 6000000 + n * 137, 8400000 + n * 191,
      70000 + n % 977, 'DAILY', 120, 1.4
    from company, generate_series(1, ${deals}::integer) n`.execute(tx);
}

/** Shares are 2 to 7 %, so that twelve of them leave the funder something. */
async function createShares(tx: Tx, tenantId: string, syndicates: readonly bigint[]): Promise<void> {
  await sql`
    insert into participations (tenant_id, syndicate_id, deal_id, agreement_date, share_percent, participation_amount_cents,
      commission_amount_cents, investment_cost_cents, management_fee_percent, management_fee_upfront, anticipated_return_cents)
    select ${tenantId}::uuid, (${syndicates}::bigint[])[1 + (id * 7 + n) % ${SYNDICATES}::integer], id, '2026-10-01', share,
      amount, 0, amount, 3, (id % 5 = 0)::integer, round(payback_amount_cents * share / 100)
    from deals, generate_series(1, 4 + (id % 9)::integer) n,
      lateral (select 2 + ((id + n) % 11) * 0.5 as share) s,
      lateral (select round(funded_amount_cents * share / 100)::bigint as amount) a
    where tenant_id = ${tenantId}`.execute(tx);
}

/**
 * Gives every second syndicate a cash account in which the pay dates of this year have been entered, so that whatever is posted to them is
 * entered with its lines.
 */
export async function openCashAccounts(owner: Database, tenantId: string): Promise<void> {
  await withTenant(owner, tenantId, async (tx) => {
    const syndicates = await tx.selectFrom('syndicates').select('id').orderBy('id').execute();
    for (const { id: syndicateId } of syndicates.filter((_, place) => place % 2 === 0)) {
      const openedOn = calendarDate('2026-10-15');
      const opening = { syndicateId, cash: 1_000_000_00n, contributed: null, openedOn, recordedBy: 'test' };
      await openCashAccount(tx, tenantId, opening);
      await enterThrough(tx, tenantId, syndicateId, calendarDate('2026-12-31'));
    }
  });
}

/** Writes payments that clear, so that a later file can return some of them. */
export const writeFirstDay = (
  owner: Database,
  tenantId: string,
  path: string,
  count: number,
  date?: CalendarDate,
) => writeDay(owner, tenantId, path, 'D1', count, date);

/** Writes one payment that clears for each deal. The prefix makes the references those of this day. */
export async function writeDay(
  owner: Database,
  tenantId: string,
  path: string,
  prefix: string,
  count: number,
  date = calendarDate('2026-11-11'),
) {
  const deals = await readDeals(owner, tenantId, count);
  const lines = deals.map(
    ({ mid, payment }, index) => `${prefix}-${index},${mid},${payment},${date},cleared,`,
  );
  await writeFile(path, `${[HEADER, ...lines].join('\n')}\n`);
}

/** Writes one entry per deal. Of a hundred, 94 clear, 3 are returned at once, and 3 return a payment of the day before. */
export async function writeSecondDay(owner: Database, tenantId: string, path: string, count: number) {
  const deals = await readDeals(owner, tenantId, count);
  const lines = deals.map(({ mid, payment }, index) => {
    const kind = index % 100;
    if (kind < 3) return `D1-${index},${mid},${payment},2026-11-13,returned,R10`;
    if (kind < 6) return `D2-${index},${mid},${payment},2026-11-13,returned,R01`;
    return `D2-${index},${mid},${payment},2026-11-13,cleared,`;
  });
  await writeFile(path, `${[HEADER, ...lines].join('\n')}\n`);
}

async function readDeals(owner: Database, tenantId: string, limit: number) {
  const rows = await withTenant(owner, tenantId, (tx) =>
    tx.selectFrom('deals').select(['mid', 'paymentCents']).orderBy('id').limit(limit).execute(),
  );
  return rows.map(({ mid, paymentCents }) => ({ mid, payment: toDecimalString(paymentCents ?? 0n) }));
}

/** A hash of everything that posting writes. Two books that were posted alike have the same one. */
export async function fingerprint(owner: Database, tenantId: string): Promise<string> {
  return withTenant(owner, tenantId, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    const { rows } = await sql<{ hash: string }>`
      with entry as (
        select 'line ' || row(p.reference, l.participation_id, l.gross_cents, l.management_fee_cents, l.pay_date, l.is_reversal)
        from payout_lines l join payments p on p.tenant_id = l.tenant_id and p.id = l.payment_id
        union all select 'payment ' || row(reference, deal_id, amount_cents, status, cleared_date, returned_date, settles_deal)
        from payments
        union all select 'deal ' || t::text from deal_totals t
        union all select 'participation ' || t::text from participation_totals t
        union all select 'participation and date ' || t::text from participation_pay_dates t
        union all select 'syndicate and date ' || t::text from syndicate_pay_dates t
        -- In how many steps a pay date was entered depends on where the posting was stopped.
        union all select 'cash ' || row(syndicate_id, pay_date, sum(amount_cents)) from cash_entries group by syndicate_id, pay_date
        -- Its version is a random number.
        union all select 'syndicate ' || (to_jsonb(t) - 'version')::text from syndicate_totals t
      )
      select md5(string_agg(md5(entry.*::text), '' order by md5(entry.*::text))) as hash from entry`.execute(
      tx,
    );
    return rows[0]?.hash ?? '';
  });
}

/**
 * Measures what the database alone needs for the rows of a posted file, by removing them and inserting them again with one
 * bare statement per table. Returns the seconds for the lines, and for everything including the rollups.
 */
export async function timeBareInserts(owner: Database, tenantId: string) {
  return withTenant(owner, tenantId, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    const run = (text: string) => sql.raw(text).execute(tx);
    const timed = async (text: string) => {
      const started = performance.now();
      await run(text);
      return (performance.now() - started) / 1000;
    };
    const key = 'tenant_id, participation_id, pay_date';
    await run(`
      create temporary table posted as select * from payout_lines where posted_at > (select max(started_at) from posting_runs);
      create temporary table paid as select * from payments where recorded_at > (select max(started_at) from posting_runs);
      create temporary table dated as select * from participation_pay_dates where (${key}) in (select ${key} from posted);
      create temporary table totals as select * from participation_totals
        where participation_id in (select participation_id from posted);
      analyze posted; analyze paid; analyze dated; analyze totals;
      alter table payout_lines disable trigger user;
      delete from payout_lines where posted_at > (select max(started_at) from posting_runs);
      delete from payments where recorded_at > (select max(started_at) from posting_runs);
      delete from participation_pay_dates where (${key}) in (select ${key} from posted);`);
    const payments = await timed('insert into payments select * from paid');
    const lines = await timed('insert into payout_lines select * from posted');
    const dates = await timed('insert into participation_pay_dates select * from dated');
    const updated = await timed(`
      update participation_totals total set gross_cents = t.gross_cents + 1, remaining_balance_cents = t.remaining_balance_cents - 1,
        net_profit_cents = t.net_profit_cents + 1, net_pay_cents = t.net_pay_cents + 1, last_pay_date = t.last_pay_date
      from totals t where total.tenant_id = t.tenant_id and total.participation_id = t.participation_id`);
    const { rows } = await sql<{ count: bigint }>`select count(*) from posted`.execute(tx);
    await run('alter table payout_lines enable trigger user');
    return { lineCount: Number(rows[0]?.count), lines, all: payments + lines + dates + updated };
  });
}
