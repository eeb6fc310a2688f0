import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES } from '../../shared/domain/deal-status.ts';
import { participationTerms } from '../../shared/domain/participation.ts';
import { rate } from '../../shared/domain/rate.ts';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import { correctCashAccount } from '../ledger/cash/correct-cash-account.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import { changeParticipation } from '../ledger/change-participation.ts';
import { correctPayment } from '../ledger/correct-payment.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { renameDeal } from '../ledger/rename-deal.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../testing/factories.ts';
import { openSession } from '../testing/open-session.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { type Book, sendVersioned, versionedCalls } from '../testing/versioned-calls.ts';

const BOOKS = Number(process.env['BOOKS'] ?? 5);

let portal: TestPortal;
let token: string;
let day: CalendarDate;
beforeAll(async () => {
  portal = await openTestPortal();
  const { owner, db } = portal.database;
  const manager = await portal.addInvestor('manager@northgate.example', {
    permissions: ['switch-syndicates'],
  });
  token = await openSession(owner, manager);
  day = addDays(await readToday(db), -4);
});
afterAll(() => portal.close());

interface Played {
  syndicateIds: bigint[];
  deals: { id: bigint; mid: string; shares: { id: bigint; syndicateId: bigint }[] }[];
  references: { dealId: bigint; reference: string; amount: bigint; date: CalendarDate }[];
}

type Command = (tx: Tx, tenantId: string, book: Played, number: number) => Promise<unknown>;

const at = <T>(list: readonly T[], number: number): T | undefined => list[number % (list.length || 1)];

let serial = 0;

async function post(tx: Tx, tenantId: string, entries: Parameters<typeof postPayments>[2], number: number) {
  const outcomes = await postPayments(tx, tenantId, entries, addDays(day, number % 6));
  for (const outcome of outcomes) if (outcome instanceof Refusal) throw outcome;
}

async function addDeal(tx: Tx, tenantId: string, book: Played, number: number): Promise<void> {
  const mid = `V${++serial}`;
  const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Oak ${mid}` });
  // Some deals are of one syndicate alone, so that the other's book must not need to change.
  const holders = number % 3 === 0 ? book.syndicateIds.slice(0, 1) : book.syndicateIds;
  const shares = [];
  for (const syndicateId of holders)
    shares.push({ syndicateId, id: await createParticipation(tx, tenantId, { dealId, syndicateId }) });
  book.deals.push({ id: dealId, mid, shares });
}

const setSyndicate =
  (values: object): Command =>
  (tx, tenantId, book, number) =>
    tx
      .updateTable('syndicates')
      .set(values)
      .where('tenantId', '=', tenantId)
      .where('id', '=', at(book.syndicateIds, number) ?? 0n)
      .execute();

const COMMANDS: Readonly<Record<string, Command>> = {
  async 'a payment is posted'(tx, tenantId, { deals, references }, number) {
    const dealId = at(deals, number)?.id ?? 0n;
    // A cent is shared by nobody: the lines are zero, and what is collected is not.
    const amount = number % 5 === 0 ? 1n : BigInt(1_000 + number);
    const entry = { dealId, reference: `v${++serial}`, amount, date: addDays(day, number % 3) };
    await post(tx, tenantId, [{ ...entry, result: 'cleared' }], number);
    references.push(entry);
  },
  async 'a deal is paid in full'(tx, tenantId, { deals, references }, number) {
    const dealId = at(deals, number)?.id ?? 0n;
    const { rows } = await sql<{ owed: bigint }>`
      select payback_amount_cents - collected_cents as owed from deals
      join deal_totals total on total.tenant_id = deals.tenant_id and total.deal_id = deals.id
      where deals.id = ${dealId}`.execute(tx);
    const amount = rows[0]?.owed ?? 0n;
    if (amount === 0n) return;
    const entry = { dealId, reference: `v${++serial}`, amount, date: day };
    await post(tx, tenantId, [{ ...entry, result: 'cleared' }], number);
    references.push(entry);
  },
  async 'a payment is posted twice'(tx, tenantId, { references }, number) {
    const entry = at(references, number);
    if (entry) await post(tx, tenantId, [{ ...entry, result: 'cleared' }], number);
  },
  async 'a payment comes back'(tx, tenantId, { references }, number) {
    const entry = at(references, number);
    if (entry) await post(tx, tenantId, [{ ...entry, result: 'returned', returnCode: 'R01' }], number);
  },
  async 'a payment is corrected'(tx, tenantId, { references }, number) {
    const entry = at(references, number);
    if (!entry) return;
    const instead = number % 2 === 0 && entry.amount > 1n ? { amount: entry.amount - 1n, date: null } : null;
    const asked = { reference: entry.reference, reason: 'random', instead };
    await correctPayment(tx, tenantId, asked, { via: 'command line', name: 'test' });
  },
  'a status changes': (tx, tenantId, { deals }, number) =>
    changeDealStatus(tx, tenantId, {
      dealId: at(deals, number)?.id ?? 0n,
      status: at(DEAL_STATUSES, number) ?? 'Settled',
      reason: '',
      changedBy: null,
    }),
  async 'a deal is renamed'(tx, tenantId, { deals }, number) {
    const deal = at(deals, number);
    if (deal) await renameDeal(tx, tenantId, { dealId: deal.id, mid: deal.mid, name: `Elm ${number % 4}` });
  },
  'the platform of a deal changes': (tx, _tenantId, { deals }, number) =>
    tx
      .updateTable('deals')
      .set({ platform: `Platform ${number % 3}` })
      .where('id', '=', at(deals, number)?.id ?? 0n)
      .execute(),
  'a deal is added': addDeal,
  async 'a share changes'(tx, tenantId, { deals }, number) {
    const deal = at(deals, number);
    const share = at(deal?.shares ?? [], number);
    if (!deal || !share) return;
    const sharePercent = rate(`${1 + (number % 9)}`);
    const { fundedAmount, paybackAmount } = { fundedAmount: 6_000_000n, paybackAmount: 8_400_000n };
    const commissionPercent = rate('10');
    await changeParticipation(tx, tenantId, share.id, {
      dealId: deal.id,
      syndicateId: share.syndicateId,
      agreementDate: calendarDate('2026-09-01'),
      sharePercent,
      managementFeePercent: rate('4'),
      managementFeeUpfront: 0,
      terms: participationTerms({ fundedAmount, paybackAmount, sharePercent, commissionPercent }),
    });
  },
  async 'a cash account is opened'(tx, tenantId, book, number) {
    const syndicateId = at(book.syndicateIds, number) ?? 0n;
    if (await hasAccount(tx, syndicateId)) return;
    const opening = { syndicateId, cash: BigInt(number), contributed: null, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, { ...opening, openedOn: calendarDate('2026-08-31') });
  },
  'the cash balance is shown or hidden': (tx, tenantId, book, number) =>
    setSyndicate({ showsCashBalance: number % 2 === 0 })(tx, tenantId, book, number),
  'the cash balance is set': (tx, tenantId, book, number) =>
    correctCash(tx, tenantId, at(book.syndicateIds, number), { cash: BigInt(number) }),
  'the net investment is set': (tx, tenantId, book, number) =>
    correctCash(tx, tenantId, at(book.syndicateIds, number), { contributed: BigInt(number) }),
  'a pay date gets a note': (tx, tenantId, book, number) =>
    sql`
      insert into pay_date_notes (tenant_id, syndicate_id, pay_date, note)
      select tenant_id, syndicate_id, pay_date, ${`Note ${number}`} from syndicate_pay_dates
      where tenant_id = ${tenantId} and syndicate_id = ${at(book.syndicateIds, number)}
      on conflict (tenant_id, syndicate_id, pay_date) do update set note = excluded.note`.execute(tx),
  'the notes are removed': (tx, tenantId, book, number) =>
    sql`delete from pay_date_notes where tenant_id = ${tenantId}
      and syndicate_id = ${at(book.syndicateIds, number)}`.execute(tx),
};

const hasAccount = async (tx: Tx, syndicateId: bigint): Promise<boolean> =>
  (await tx
    .selectFrom('cashEntries')
    .select('id')
    .where('kind', '=', 'opening')
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst()) !== undefined;

/** Only of a syndicate that has an account. */
async function correctCash(
  tx: Tx,
  tenantId: string,
  syndicateId = 0n,
  to: { cash?: bigint; contributed?: bigint } = {},
): Promise<void> {
  if (!(await hasAccount(tx, syndicateId))) return;
  await correctCashAccount(tx, tenantId, { syndicateId, ...to, reason: 'random', recordedBy: 'test' });
}

const step = fc.record({
  name: fc.constantFrom(...Object.keys(COMMANDS), 'a payment is posted', 'the book is reconciled'),
  number: fc.nat(200),
});

/** Makes one change and commits it. One that the ledger refuses changes nothing. */
async function change(book: Played, { name, number }: { name: string; number: number }): Promise<void> {
  const { tenantId, database } = portal;
  if (name === 'the book is reconciled') {
    await reconcile(database.db, tenantId);
    return;
  }
  try {
    await withTenant(database.db, tenantId, async (tx) => COMMANDS[name]?.(tx, tenantId, book, number));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

interface Kept {
  etag: string;
  text: string;
}

const counts = { same: 0, other: 0 };

/** Asks for everything again with the versions kept. Whoever is told that nothing changed must have what is there. */
async function lookAgain(books: Book[], kept: Map<string, Kept>, after: string): Promise<void> {
  const { app, tenantId } = portal;
  const look = async (call: ReturnType<typeof versionedCalls>[number]) => {
    const key = `${call.path} ${JSON.stringify(call.body)}`;
    const known = kept.get(key);
    let answer = await sendVersioned(app, call, { token, tenantId, known: known?.etag });
    const isSame = answer.status === 304;
    if (known) counts[isSame ? 'same' : 'other'] += 1;
    if (isSame) answer = await sendVersioned(app, call, { token, tenantId });
    const text = await answer.text();
    if (isSame) expect({ after, key, text: known?.text }).toEqual({ after, key, text });
    const etag = answer.headers.get('etag');
    if (etag !== null) kept.set(key, { etag, text });
  };
  await Promise.all(books.flatMap(versionedCalls).map(look));
}

test(`BOOK-07 in ${BOOKS} random books, after every command, an answer that is said to be the same is the same`, {
  timeout: 480_000,
}, async () => {
  const { tenantId, database } = portal;
  const commands = fc.array(step, { minLength: 8, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const book: Played = { syndicateIds: [], deals: [], references: [] };
      await withTenant(database.db, tenantId, async (tx) => {
        for (let one = 0; one < 2; one += 1) book.syndicateIds.push(await createSyndicate(tx, tenantId));
      });
      const kept = new Map<string, Kept>();
      const books = () =>
        book.syndicateIds.map((syndicateId) => ({
          syndicateId,
          mid: book.deals[0]?.mid ?? 'none',
          payDate: addDays(day, 1),
        }));
      // The first share of a syndicate comes after its book was looked at for the first time.
      await lookAgain(books(), kept, 'nothing');
      for (const each of [{ name: 'a deal is added', number: 1 }, ...steps]) {
        await change(book, each);
        await lookAgain(books(), kept, each.name);
      }
    }),
    { numRuns: BOOKS },
  );
  expect(counts.same).toBeGreaterThan(BOOKS * 20);
  expect(counts.other).toBeGreaterThan(BOOKS * 20);
});
