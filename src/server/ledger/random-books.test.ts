import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankDayFrom } from '../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, calendarDate, firstOfMonth } from '../../shared/domain/calendar-date.ts';
import { type DealStatus, ENDED_STATUSES } from '../../shared/domain/deal-status.ts';
import { lossOf } from '../../shared/domain/loss.ts';
import { percentOf, sumMoney, toDecimalString } from '../../shared/domain/money.ts';
import { rate } from '../../shared/domain/rate.ts';
import { KEPT_PARTS } from '../../shared/domain/returned-deals.ts';
import { readOwnBook } from '../book/own-book.queries.ts';
import { readSummaryStrip } from '../book/portfolio.queries.ts';
import { readReturned } from '../book/since.queries.ts';
import { closeRun, readDraftOf, reopenRun } from '../payout-runs/close-run.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
  createUser,
} from '../testing/factories.ts';
import { forecastsDayByDay } from '../testing/forecast-day-by-day.ts';
import { recordedDayByDay } from '../testing/recorded-day-by-day.ts';
import { standingsDayByDay } from '../testing/standing-day-by-day.ts';
import { compareStatementsWithLines } from '../testing/statements-from-lines.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { findOutdatedAnalyses, keepAnalysis, wholeOf } from './analysis/keep-analyses.ts';
import { readAnalyses } from './analysis/stored-analysis.ts';
import { writeCashEntries } from './cash/cash-entries.ts';
import { lockCashAccount, openCashAccount } from './cash/open-cash-account.ts';
import { postedCash } from './cash/posted-cash.ts';
import { changeDealStatus } from './change-deal-status.ts';
import { wholeBook } from './check-scope.ts';
import { correctPayment } from './correct-payment.ts';
import type { PostingOutcome } from './decide-postings.ts';
import { findDifferences, findDifferencesOfDeals } from './find-differences.ts';
import { findOutdated, keepForecast } from './forecast/keep-forecasts.ts';
import { readForecasts } from './forecast/read-forecasts.ts';
import type { ClearedPayment, PaymentEntry } from './payment-entry.ts';
import { postPayments } from './post-payments.ts';
import { type NewTerms, recordTerms } from './record-terms.ts';
import { readReturns } from './returns/read-returns.ts';
import { readAsOf } from './standings/as-of.ts';
import { completeDay } from './standings/complete-day.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { carryPayDates } from './unpaid-dates.ts';

const BOOKS = Number(process.env['BOOKS'] ?? 50);
/** So that of what the events bring some is paid and some is on its way, whatever day the test runs on. */
const DAYS_BEFORE_TODAY = 8;

let database: TestDatabase;
let firstDay: CalendarDate;
let staff: bigint[];
beforeAll(async () => {
  database = await createTestDatabase();
  staff = [await createUser(database.owner), await createUser(database.owner)];
  const { rows } = await sql<{ day: string }>`select ${today} - ${DAYS_BEFORE_TODAY}::integer as day`.execute(
    database.db,
  );
  firstDay = calendarDate(rows[0]?.day ?? '');
  await sql`
    create or replace function book_day(moment timestamptz) returns date language sql stable as $$
      select coalesce(nullif(current_setting('test.book_day', true), '')::date, (moment at time zone 'America/New_York')::date)
    $$`.execute(database.owner);
});
afterAll(() => database.drop());

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      deal: fc.nat(2),
      partOfRest: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const), payment: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), payment: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      payment: fc.nat(20),
      /** Null voids the payment. */
      percent: fc.option(fc.integer({ min: 1, max: 99 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('terms' as const),
      deal: fc.nat(2),
      reason: fc.constantFrom('modified' as const, 'paused' as const, 'resumed' as const),
      payment: fc.bigInt({ min: 20_000n, max: 200_000n }),
      weekday: fc.option(fc.integer({ min: 1, max: 5 })),
      daysAgo: fc.nat(30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complete' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      daysAhead: fc.nat(1),
      ends: fc.constantFrom('approved' as const, 'reopened' as const, 'file made' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cash' as const),
      syndicate: fc.nat(2),
      moved: fc.constantFrom('deposit' as const, 'withdrawal' as const, 'fee' as const),
      amount: fc.bigInt({ min: 1n, max: 5_000_000n }),
      /** A deposit may be of a day to come. */
      daysAhead: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      deal: fc.nat(2),
      status: fc.constantFrom(
        'Write-off' as const,
        'Active Advance' as const,
        'Complete with discount' as const,
        'Cancelled' as const,
      ),
    }),
  },
);

const share = fc.record({
  halfPercents: fc.integer({ min: 4, max: 50 }),
  feePercent: fc.constantFrom('0', '3', '3.25', '4', '5'),
  upfront: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const),
});

const book = fc.record({
  /** Of the first syndicate's cash account, in days before the first day; deals are agreed on that day. */
  openedDaysBefore: fc.integer({ min: -4, max: 4 }),
  payDays: fc.array(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { minLength: 3, maxLength: 3 }),
  deals: fc.array(
    fc.record({
      funded: fc.bigInt({ min: 1_000_000n, max: 25_000_000n }),
      factorPercent: fc.bigInt({ min: 120n, max: 150n }),
      shares: fc.array(share, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  events: fc.array(event, { minLength: 1, maxLength: 12 }),
  batchSize: fc.integer({ min: 1, max: 6 }),
});

type Book = typeof book extends fc.Arbitrary<infer T> ? T : never;

/** A deal as it should be: what it owes, its status, and the one before an automatic completion that nobody has changed since. */
interface PlayedDeal {
  dealId: bigint;
  owed: bigint;
  owedBefore: bigint;
  status: DealStatus;
  completedFrom: DealStatus | null;
}

/** How often deals were completed by themselves, and how often that was taken back. */
const played = {
  days: 0,
  open: 0,
  closed: 0,
  recent: 0,
  moved: 0,
  reversedInCash: 0,
  returned: 0,
  bought: 0,
  completed: 0,
  undone: 0,
  corrected: 0,
  runs: 0,
  reopened: 0,
  watched: 0,
  unwatched: 0,
  dated: 0,
  undated: 0,
};

/** What the end of a batch does to a deal's status. */
function followBalance(deal: PlayedDeal): void {
  const isPaid = deal.owed === 0n && deal.owed < deal.owedBefore;
  const owesAgain = deal.owed > 0n && deal.owed > deal.owedBefore;
  deal.owedBefore = deal.owed;
  if (isPaid && deal.status === 'Active Advance') {
    Object.assign(deal, { status: 'Advance Completed', completedFrom: deal.status });
    played.completed += 1;
  } else if (owesAgain && deal.completedFrom) {
    Object.assign(deal, { status: deal.completedFrom, completedFrom: null });
    played.undone += 1;
  }
}

/**
 * Approves the run of a pay date, and withdraws the approval again or sends the file. Whatever is posted later than it is closed goes to
 * another date; the comparison of runs with the ledger would tell if not.
 */
async function closePayDate(
  tx: Tx,
  tenantId: string,
  payDate: CalendarDate,
  ends: 'approved' | 'file made' | 'reopened',
): Promise<void> {
  const known = await tx
    .selectFrom('payoutRuns')
    .select(['id', 'state', 'revision'])
    .where('tenantId', '=', tenantId)
    .where('payDate', '=', payDate)
    .executeTakeFirst();
  if (known && known.state !== 'draft') return;
  const [preparedBy = 0n, approvedBy = 0n] = staff;
  const run =
    known ??
    (await tx
      .insertInto('payoutRuns')
      .values({ tenantId, payDate, preparedBy })
      .returning(['id', 'revision'])
      .executeTakeFirstOrThrow());
  const draft = await readDraftOf(tx, tenantId, { id: run.id, payDate });
  await closeRun(tx, { tenantId, runId: run.id }, run, draft, approvedBy);
  played.runs += 1;
  if (ends === 'reopened') {
    await reopenRun(tx, { tenantId, runId: run.id });
    played.reopened += 1;
  }
  if (ends !== 'file made') return;
  await tx
    .updateTable('payoutRuns')
    .set({ state: 'file made', madeBy: preparedBy, madeAt: new Date(), effectiveDate: payDate })
    .where('tenantId', '=', tenantId)
    .where('id', '=', run.id)
    .execute();
  await carryPayDates(tx, { tenantId, runId: run.id });
}

/** Plays a book's events and gives back what each deal should owe, and its status. */
async function play(
  tx: Tx,
  tenantId: string,
  { openedDaysBefore, payDays, deals, events, batchSize }: Book,
  recorded: ReturnType<typeof recordedDayByDay>,
): Promise<Pick<PlayedDeal, 'owed' | 'status'>[]> {
  await recorded.begin(addDays(firstDay, -1));
  const syndicates: bigint[] = [];
  for (const days of payDays) syndicates.push(await createSyndicate(tx, tenantId, { payDays: days }));
  const [withAccount = 0n] = syndicates;
  await openCashAccount(tx, tenantId, {
    syndicateId: withAccount,
    cash: 12_345_67n,
    contributed: null,
    openedOn: addDays(firstDay, -openedDaysBefore),
    recordedBy: 'test',
  });
  const opened: PlayedDeal[] = [];
  for (const { funded, factorPercent, shares } of deals) {
    const payback = (funded * factorPercent) / 100n;
    const dealId = await createFundedDeal(tx, tenantId, {
      fundedAmount: toDecimalString(funded),
      paybackAmount: toDecimalString(payback),
    });
    for (const [index, { halfPercents, feePercent, upfront }] of shares.entries()) {
      const ids = { dealId, syndicateId: syndicates[index] ?? 0n };
      const sharePercent = `${halfPercents / 2}`;
      await createParticipation(tx, tenantId, ids, {
        agreementDate: firstDay,
        sharePercent,
        managementFeePercent: feePercent,
        managementFeeUpfront: upfront,
      });
    }
    opened.push({
      dealId,
      owed: payback,
      owedBefore: payback,
      status: 'Active Advance',
      completedFrom: null,
    });
  }

  const payments: {
    deal: PlayedDeal;
    entry: ClearedPayment;
    reversedOn: CalendarDate | null;
    returnCode?: string;
    isVoid?: true;
  }[] = [];
  let batch: { entry: PaymentEntry; expected: PostingOutcome }[] = [];
  const post = async (postedOn: CalendarDate) => {
    const outcomes = await postPayments(
      tx,
      tenantId,
      batch.map(({ entry }) => entry),
      postedOn,
    );
    expect(outcomes).toEqual(batch.map(({ expected }) => expected));
    batch = [];
    for (const deal of opened) followBalance(deal);
  };
  const correct = async (earlier: (typeof payments)[number], percent: number | null) => {
    const { deal, entry } = earlier;
    const amount = percent === null ? null : (entry.amount * BigInt(percent)) / 100n || 1n;
    if (amount === entry.amount) return;
    const instead = amount === null ? null : { amount, date: null };
    const asked = { reference: entry.reference, reason: 'random', instead };
    const correcting = correctPayment(tx, tenantId, asked, { via: 'command line', name: 'test' });
    if (earlier.reversedOn && !earlier.isVoid)
      return expect(correcting).rejects.toMatchObject({ code: 'payment_returned' });
    if (earlier.isVoid) return expect(correcting.catch(({ code }) => code)).resolves.toBeDefined();
    const { replacement } = await correcting;
    Object.assign(earlier, { reversedOn: entry.date, isVoid: true });
    deal.owed += entry.amount - (amount ?? 0n);
    followBalance(deal);
    played.corrected += 1;
    if (!replacement || amount === null) return;
    const corrected = { ...entry, reference: replacement.reference, amount };
    payments.push({ deal, entry: corrected, reversedOn: null });
  };
  for (const [index, step] of events.entries()) {
    const date = addDays(firstDay, index);
    await recorded.begin(date);
    if (step.kind === 'pay') {
      const deal = opened[step.deal % opened.length];
      if (!deal || deal.owed === 0n) continue;
      const amount = step.partOfRest > 90 ? deal.owed : (deal.owed * BigInt(step.partOfRest)) / 100n || 1n;
      const reference = `payment ${index}`;
      const entry = { result: 'cleared' as const, reference, dealId: deal.dealId, amount, date };
      batch.push({ entry, expected: 'posted' });
      deal.owed -= amount;
      payments.push({ deal, entry, reversedOn: null });
    } else if (step.kind === 'cash') {
      await post(date);
      await moveCash(tx, tenantId, withAccount, step);
    } else if (step.kind === 'run') {
      await post(date);
      await closePayDate(tx, tenantId, bankDayFrom(addDays(date, 1 + step.daysAhead)), step.ends);
    } else if (step.kind === 'complete') {
      await post(date);
      await complete(tx, tenantId, date);
    } else if (step.kind === 'terms') {
      await post(date);
      const deal = opened[step.deal % opened.length];
      if (deal) await changeTerms(tx, tenantId, deal.dealId, step);
    } else if (step.kind === 'status') {
      await post(date);
      const deal = opened[step.deal % opened.length];
      if (!deal) continue;
      if (deal.status !== step.status) Object.assign(deal, { status: step.status, completedFrom: null });
      await changeDealStatus(tx, tenantId, {
        dealId: deal.dealId,
        status: step.status,
        reason: '',
        changedBy: null,
      });
    } else {
      const earlier = payments[step.payment % (payments.length || 1)];
      if (!earlier) continue;
      if (step.kind === 'correct') {
        await post(date);
        await correct(earlier, step.percent);
      } else if (step.kind === 'repeat') {
        batch.push({ entry: earlier.entry, expected: 'already known' });
      } else {
        earlier.returnCode ??= step.payment % 2 === 0 ? 'R01' : 'R02';
        const { returnCode } = earlier;
        const back = { result: 'returned' as const, date: earlier.reversedOn ?? date, returnCode };
        const expected = earlier.reversedOn ? 'already known' : 'reversed';
        if (earlier.isVoid) {
          batch.push({ entry: { ...earlier.entry, ...back }, expected: new Refusal('payment_corrected') });
          continue;
        }
        batch.push({ entry: { ...earlier.entry, ...back }, expected });
        if (!earlier.reversedOn) earlier.deal.owed += earlier.entry.amount;
        earlier.reversedOn ??= date;
      }
    }
    if (batch.length >= batchSize) await post(date);
  }
  const lastDay = addDays(firstDay, events.length);
  await recorded.begin(lastDay);
  await post(lastDay);
  await complete(tx, tenantId, lastDay);
  return opened.map(({ owed, status }) => ({ owed, status }));
}

interface CashStep {
  moved: 'deposit' | 'withdrawal' | 'fee';
  amount: bigint;
  daysAhead: number;
}

async function moveCash(tx: Tx, tenantId: string, syndicateId: bigint, step: CashStep): Promise<void> {
  const { moved: kind, daysAhead } = step;
  const effectiveDate = addDays(firstDay, DAYS_BEFORE_TODAY + (kind === 'deposit' ? daysAhead : 0));
  const amount = kind === 'deposit' ? step.amount : -step.amount;
  await lockCashAccount(tx, tenantId, syndicateId);
  await writeCashEntries(tx, tenantId, [{ syndicateId, kind, effectiveDate, amount, recordedBy: 'test' }]);
  played.moved += 1;
}

/** What the account should hold today, from shares, lines and what was moved, without the sums and the entries of shares and payouts. */
async function cashFromBook(tx: Tx, tenantId: string) {
  const { rows } = await sql<{ expected: bigint; posted: bigint; reversals: bigint; bought: bigint }>`
    with opening as (select * from cash_entries where tenant_id = ${tenantId}::uuid and kind = 'opening')
    select (opening.amount_cents
      + (select coalesce(sum(net_pay_cents), 0) from payout_lines line
          where line.syndicate_id = opening.syndicate_id and pay_date > opening.effective_date and pay_date <= ${today})
      - (select coalesce(sum(investment_cost_cents), 0) from participations p join deals deal on deal.id = p.deal_id
          where p.syndicate_id = opening.syndicate_id and agreement_date > opening.effective_date
            and not (deal.status = 'Cancelled' and not exists (select from payout_lines where participation_id = p.id)))
      + (select coalesce(sum(amount_cents), 0) from cash_entries moved
          where moved.kind in ('deposit', 'withdrawal', 'fee') and moved.effective_date <= ${today}))::bigint as expected,
      (select ${postedCash} from syndicate_totals total where total.syndicate_id = opening.syndicate_id) as posted,
      (select count(*) from cash_entries where kind = 'payout reversal') as reversals,
      (select count(*) from cash_entries where kind = 'participation') as bought
    from opening`.execute(tx);
  return rows[0];
}

/** What each investor is told of returned payments: the syndicate's share of each, with no fee taken off. */
async function compareReturned(tx: Tx, tenantId: string, counted: { returned: number }): Promise<void> {
  const { rows } = await sql<{ syndicateId: bigint; share: bigint }>`
    select p.syndicate_id, sum(taken.gross)::bigint as share
    from payments payment
    join participations p on p.deal_id = payment.deal_id
    cross join lateral (
      select coalesce((select gross_cents from payout_lines line where line.payment_id = payment.id
          and line.participation_id = p.id and not line.is_reversal),
        round(payment.amount_cents * p.share_percent / 100)) as gross
    ) taken
    where payment.tenant_id = ${tenantId}::uuid and payment.returned_date is not null and not payment.is_void
    group by p.syndicate_id`.execute(tx);
  const all = { from: sql<Date>`'-infinity'::timestamptz`, to: sql<Date>`'infinity'::timestamptz` };
  for (const { syndicateId, share } of rows) {
    expect((await readReturned(tx, { tenantId, syndicateId, ...all })).share).toBe(share);
    counted.returned += 1;
  }
}

/** Says that a day is complete, and brings every deal to it. */
async function complete(tx: Tx, tenantId: string, day: CalendarDate): Promise<void> {
  await completeDay(tx, tenantId, day);
  const deals = await tx
    .selectFrom('dealStandings')
    .select('dealId')
    .where('tenantId', '=', tenantId)
    .execute();
  await keepStandings(
    tx,
    tenantId,
    deals.map(({ dealId }) => dealId),
  );
}

interface TermsStep {
  reason: 'modified' | 'paused' | 'resumed';
  payment: bigint;
  weekday: number | null;
  daysAgo: number;
}

async function changeTerms(
  tx: Tx,
  tenantId: string,
  dealId: bigint,
  { reason, payment, weekday, daysAgo }: TermsStep,
): Promise<void> {
  const terms: NewTerms = {
    dealId,
    effectiveDate: addDays(firstDay, -daysAgo),
    payment: reason === 'paused' ? 0n : payment,
    frequency: weekday === null ? 'DAILY' : 'WEEKLY',
    weekday,
    firstDebitDate: null,
    reason,
    note: '',
    recordedBy: 'test',
  };
  await recordTerms(tx, tenantId, [terms]);
  await keepStandings(tx, tenantId, [dealId]);
}

/** What is stored of every deal's standing, in the shape of what counting day by day gives. */
async function storedStandings(tx: Tx, tenantId: string) {
  const { rows } = await sql<{ dealId: bigint; reasons: { reason: string }[]; pace: null | object }>`
    select deal_id, expected_cents as expected, arrears_cents as arrears, missed_count as missed, contract_payoff,
      expected_payoff, reasons, pace_cleared_cents as cleared, pace_asked_cents as asked
    from deal_standings where tenant_id = ${tenantId}::uuid order by deal_id`.execute(tx);
  return rows.map(
    ({ reasons, cleared, asked, ...row }: (typeof rows)[number] & { cleared?: bigint; asked?: bigint }) => ({
      ...row,
      pace: cleared === null ? null : { cleared, asked },
      reasons: reasons.map(({ reason }) => reason),
    }),
  );
}

/** By syndicate, what is stored of its forecast, in the shape of what counting day by day gives. */
async function storedForecasts(tx: Tx, tenantId: string) {
  const forecasts = await readForecasts(tx, tenantId, null);
  return new Map(
    forecasts.map(({ syndicateId, payDates, undated, netBalance, isCurrent }) => {
      expect(isCurrent).toBe(true);
      const dated = payDates.filter(({ agreed }) => agreed !== 0n);
      return [
        syndicateId,
        { payDates: new Map(dated.map(({ payDate, agreed }) => [payDate, agreed])), undated, netBalance },
      ];
    }),
  );
}

/** By syndicate, what is stored of its returns: the cost, the net pay by pay date, the net balance. */
async function storedReturns(tx: Tx, tenantId: string, syndicateIds: Iterable<bigint>) {
  const stored = new Map<bigint, object>();
  for (const syndicateId of syndicateIds) {
    const returns = await readReturns(tx, tenantId, syndicateId);
    expect(returns?.isCurrent).toBe(true);
    const { costs = [], payouts = [], balances = [] } = returns?.basis ?? {};
    stored.set(syndicateId, {
      cost: sumMoney(costs.map(({ amount }) => amount)),
      payouts: payouts.map(({ date, amount }) => `${date} ${amount}`),
      netBalance: sumMoney(balances.map(({ netBalance }) => netBalance)),
    });
  }
  return stored;
}

/** The parts of each book from shares and lines alone: what was paid on each day, and the cost. */
async function compareParts(tx: Tx, tenantId: string, syndicateIds: Iterable<bigint>): Promise<void> {
  for (const syndicateId of syndicateIds)
    for (const part of KEPT_PARTS) {
      const isInPart = {
        open: sql`deal.status <> all(${ENDED_STATUSES}::text[])`,
        closed: sql`deal.status = any(${ENDED_STATUSES}::text[])`,
        recent: sql`p.agreement_date > ${today} - interval '12 months'`,
      }[part];
      const { rows: days } = await sql<{ day: string; amount: bigint }>`
        select line.pay_date as day, sum(line.net_pay_cents)::bigint as amount
        from payout_lines line
        join participations p on p.tenant_id = line.tenant_id and p.id = line.participation_id
        join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
        where line.tenant_id = ${tenantId}::uuid and line.syndicate_id = ${syndicateId} and ${isInPart}
        group by 1 having sum(line.net_pay_cents) <> 0 order by 1`.execute(tx);
      const { rows: costs } = await sql<{ amount: bigint }>`
        select p.investment_cost_cents as amount from participations p
        join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
        where p.tenant_id = ${tenantId}::uuid and p.syndicate_id = ${syndicateId} and ${isInPart} and (deal.status <> 'Cancelled'
          or exists (select from payout_lines line where line.tenant_id = p.tenant_id and line.participation_id = p.id))`.execute(
        tx,
      );
      const stored = await readReturns(tx, tenantId, syndicateId, part);
      const { basis, dealCount, isCurrent } = stored ?? {};
      expect({
        isCurrent,
        dealCount,
        cost: sumMoney((basis?.costs ?? []).map(({ amount }) => amount)),
        days: basis?.payouts.filter(({ amount }) => amount !== 0n),
      }).toEqual({
        isCurrent: true,
        dealCount: costs.length,
        cost: sumMoney(costs.map(({ amount }) => amount)),
        days: days.map(({ day, amount }) => ({ date: day, amount })),
      });
      if (days.length > 0) played[part] += 1;
    }
}

/** The same from shares and lines alone. The net balances were counted day by day. */
async function returnsFromLines(
  tx: Tx,
  tenantId: string,
  counted: ReadonlyMap<bigint, { netBalance: bigint }>,
) {
  const found = new Map<bigint, object>();
  for (const [syndicateId, { netBalance }] of counted) {
    const { rows: days } = await sql<{ day: string; amount: bigint }>`
      select pay_date as day, sum(net_pay_cents)::bigint as amount from payout_lines
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} group by 1 order by 1`.execute(
      tx,
    );
    const { rows: costs } = await sql<{ amount: bigint }>`
      select p.investment_cost_cents as amount from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      where p.tenant_id = ${tenantId}::uuid and p.syndicate_id = ${syndicateId} and (deal.status <> 'Cancelled'
        or exists (select from payout_lines line where line.tenant_id = p.tenant_id and line.participation_id = p.id))`.execute(
      tx,
    );
    found.set(syndicateId, {
      cost: sumMoney(costs.map(({ amount }) => amount)),
      payouts: days.map(({ day, amount }) => `${day} ${amount}`),
      netBalance,
    });
  }
  return found;
}

/** Participations of fully paid deals whose lines do not add up to the contract. */
const unsettled = (tx: Tx) =>
  sql`
  select p.id from participations p
  join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
  join deal_totals total on total.tenant_id = p.tenant_id and total.deal_id = p.deal_id
  left join payout_lines line on line.tenant_id = p.tenant_id and line.participation_id = p.id
  where total.collected_cents = deal.payback_amount_cents
  group by p.tenant_id, p.id having sum(line.gross_cents) <> p.anticipated_return_cents`.execute(tx);

/** Of one syndicate, what the strip tells apart, and the same from the lines and the items of runs. Nobody here has a bank account. */
async function toldApart(tx: Tx, tenantId: string) {
  const { rows } = await sql<{ syndicateId: bigint; paid: bigint; upcoming: bigint }>`
    with most as (
      select syndicate_id, sum(net_pay_cents)::bigint as posted,
        coalesce(sum(net_pay_cents) filter (where pay_date <= ${today} and pay_date < coalesce((
          select min(pay_date) from payout_runs where tenant_id = ${tenantId}), 'infinity')), 0)::bigint as before_runs
      from payout_lines where tenant_id = ${tenantId} group by syndicate_id order by count(*) desc limit 1
    ), by_runs as (
      select coalesce(sum(item.amount_cents), 0)::bigint as paid
      from most join payout_run_items item using (syndicate_id)
      join payout_runs run on run.id = item.run_id and run.revision = item.revision and run.state = 'file made'
      where item.tenant_id = ${tenantId} and item.outcome = 'kept'
    )
    select syndicate_id, before_runs + paid as paid, posted - before_runs - paid as upcoming from most, by_runs`.execute(
    tx,
  );
  const [lines] = rows;
  return lines && { lines, strip: (await readSummaryStrip(tx, tenantId, lines.syndicateId))?.totals };
}

/** The groups of each kind add up to the net balance that counting day by day gives, the quarters to what the lines have paid, and losses to what lines leave of the shares. */
async function compareAnalyses(
  tx: Tx,
  tenantId: string,
  forecasts: ReadonlyMap<bigint, { netBalance: bigint }>,
): Promise<void> {
  const { rows } = await sql<{ syndicateId: bigint; paid: bigint }>`
    select syndicate_id, sum(net_pay_cents)::bigint as paid from payout_lines
    where tenant_id = ${tenantId} and pay_date <= ${today} group by syndicate_id`.execute(tx);
  const paid = new Map(rows.map((row) => [row.syndicateId, row.paid]));
  const lost = await lostByLines(tx, tenantId);
  for (const analysis of await readAnalyses(tx, tenantId, null)) {
    const { syndicateId, isCurrent, exposures, cohorts, losses } = analysis;
    expect(isCurrent).toBe(true);
    const netBalance = forecasts.get(syndicateId)?.netBalance ?? 0n;
    expect(exposures.map(wholeOf)).toEqual(exposures.map(() => netBalance));
    expect(cohorts.reduce((sum, { netPaid }) => sum + netPaid, 0n)).toBe(paid.get(syndicateId) ?? 0n);
    for (const groups of [losses.byFunding, losses.byDate]) {
      const sum = (of: 'lossOfCost' | 'lossOfRtr') => groups.reduce((all, group) => all + group[of], 0n);
      expect({ cost: sum('lossOfCost'), rtr: sum('lossOfRtr') }).toEqual(
        lost.get(syndicateId) ?? { cost: 0n, rtr: 0n },
      );
    }
    expect(losses.byDate.every(({ quarter }) => quarter !== null)).toBe(true);
  }
}

/** By syndicate, what the lines that were paid leave of the cost and the net RTR of its shares in lost deals. */
async function lostByLines(tx: Tx, tenantId: string) {
  const { rows } = await sql<{ syndicateId: bigint; cost: bigint; rtr: bigint; fee: string; paid: bigint }>`
    select p.syndicate_id, p.investment_cost_cents as cost, p.anticipated_return_cents as rtr,
      case when p.management_fee_upfront = 0 then p.management_fee_percent else 0 end as fee,
      coalesce((select sum(line.net_pay_cents) from payout_lines line
        where line.participation_id = p.id and line.pay_date <= ${today}), 0)::bigint as paid
    from participations p join deals deal on deal.id = p.deal_id
    where p.tenant_id = ${tenantId}
      and deal.status in ('Default', 'Referred To Legal', 'Settled', 'Write-off', 'Complete with discount')`.execute(
    tx,
  );
  const lost = new Map<bigint, { cost: bigint; rtr: bigint }>();
  for (const { syndicateId, cost, rtr, fee, paid } of rows) {
    const sum = lost.get(syndicateId) ?? { cost: 0n, rtr: 0n };
    const netRtr = rtr - percentOf(rtr, rate(fee));
    lost.set(syndicateId, { cost: sum.cost + lossOf(cost, paid), rtr: sum.rtr + lossOf(netRtr, paid) });
  }
  return lost;
}

/** Each deal agrees by itself, as the reconciliation compares it; a cent in one of them is found there, and only there. */
async function compareDealByDeal(tx: Tx, tenantId: string): Promise<void> {
  const { rows: deals } = await sql<{ id: bigint }>`
    select distinct deal_id as id from participations where tenant_id = ${tenantId} order by 1`.execute(tx);
  const differing = async () => {
    const found: bigint[] = [];
    for (const { id } of deals)
      if ((await findDifferencesOfDeals(tx, { ...wholeBook(tenantId), dealIds: [id] })).length > 0)
        found.push(id);
    return found;
  };
  expect(await differing()).toEqual([]);
  const bend = (cents: number) =>
    sql`update participation_totals set net_pay_cents = net_pay_cents + ${cents}::integer
      where tenant_id = ${tenantId} and participation_id = (
        select min(id) from participations where tenant_id = ${tenantId} and deal_id = ${deals[0]?.id})`.execute(
      tx,
    );
  await bend(1);
  expect(await differing()).toEqual([deals[0]?.id]);
  await bend(-1);
}

test(`DASH-05 DASH-07 CALC-06 LEDGER-02 LEDGER-03 SCHED-05 CASH-05 RETURN-07 RETURN-10 ASOF-02 RUN-01 STMT-12 in ${BOOKS} random books lines = rollups = totals to the cent, paid and on its way told apart, standings, forecasts, cash, payout runs and the book of each day as counted day by day`, {
  timeout: Math.max(480_000, BOOKS * 1200),
}, async () => {
  const tenantIds = await Promise.all(Array.from({ length: 4 }, () => createTenant(database.owner)));
  let books = 0;
  let withBoth = 0;
  await fc.assert(
    fc.asyncProperty(book, async (randomBook) => {
      const tenantId = tenantIds[books++ % tenantIds.length] ?? '';
      await withTenant(database.db, tenantId, async (tx) => {
        const recorded = recordedDayByDay(tx, tenantId);
        const deals = await play(tx, tenantId, randomBook, recorded);
        played.days += await recorded.compare();
        for (const outdated of await findOutdated(tx, tenantId)) await keepForecast(tx, tenantId, outdated);
        for (const outdated of await findOutdatedAnalyses(tx, tenantId))
          await keepAnalysis(tx, tenantId, outdated);
        expect(await findDifferences(tx, tenantId)).toEqual([]);
        if (books % 10 === 0) await compareDealByDeal(tx, tenantId);
        const cash = await cashFromBook(tx, tenantId);
        expect(cash?.posted).toBe(cash?.expected);
        const { book: ownBook } = await readOwnBook(tx, tenantId);
        expect(ownBook).toMatchObject({
          inCashAccounts: cash?.expected,
          owed: (cash?.expected ?? 0n) + ownBook.onItsWay,
        });
        await compareReturned(tx, tenantId, played);
        played.reversedInCash += Number(cash?.reversals);
        played.bought += Number(cash?.bought);
        const standings = await storedStandings(tx, tenantId);
        const { date: asOf } = await readAsOf(tx, tenantId);
        expect(standings).toEqual(await standingsDayByDay(tx, tenantId, asOf ?? firstDay));
        const forecasts = await storedForecasts(tx, tenantId);
        const counted = await forecastsDayByDay(tx, tenantId, asOf ?? firstDay);
        expect(forecasts).toEqual(counted);
        expect(await storedReturns(tx, tenantId, counted.keys())).toEqual(
          await returnsFromLines(tx, tenantId, counted),
        );
        await compareParts(tx, tenantId, counted.keys());
        await compareAnalyses(tx, tenantId, forecasts);
        await compareStatementsWithLines(tx, tenantId, {
          first: firstOfMonth(addDays(firstDay, -5)),
          last: firstOfMonth(addDays(firstDay, 40)),
        });
        for (const { payDates, undated } of forecasts.values()) {
          if (payDates.size > 0) played.dated += 1;
          if (undated !== 0n) played.undated += 1;
        }
        played.watched += standings.filter(({ reasons }) => reasons.length > 0).length;
        played.unwatched += standings.filter(({ reasons }) => reasons.length === 0).length;
        expect((await unsettled(tx)).rows).toEqual([]);
        const told = await toldApart(tx, tenantId);
        if (told) {
          const { paid: paidPayouts, upcoming: upcomingPayouts } = told.lines;
          const totalPayouts = paidPayouts + upcomingPayouts;
          expect(told.strip).toMatchObject({ paidPayouts, upcomingPayouts, totalPayouts });
          if (paidPayouts !== 0n && upcomingPayouts !== 0n) withBoth += 1;
        }
        const { rows } = await sql<{ owed: bigint; status: string }>`
          select deal.payback_amount_cents - total.collected_cents as owed, deal.status
          from deals deal join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
          order by deal.id`.execute(tx);
        expect(rows).toEqual(deals);
        // Each book starts from nothing: this one is left behind with its transaction.
        throw new Undone();
      }).catch((error) => {
        if (!(error instanceof Undone)) throw error;
      });
    }),
    { numRuns: BOOKS },
  );
  expect(books).toBeGreaterThanOrEqual(BOOKS);
  // In few books something rare may not come up.
  for (const [what, times] of Object.entries(played))
    expect(times, what).toBeGreaterThanOrEqual(Math.floor(BOOKS / 100));
  expect(withBoth).toBeGreaterThan(BOOKS / 20);
});

class Undone extends Error {}
