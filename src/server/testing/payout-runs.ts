import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { payDateAfter } from '../../shared/domain/pay-date.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type Answer, type AtDesk, sitDown } from './desk.ts';
import { createFundedDeal, createParticipation, createSyndicate, createTenant } from './factories.ts';
import { putInForce } from './payout-accounts.ts';
import type { TestPortal } from './portal.ts';
import { postPayment } from './posting.ts';
import { ENCRYPTION_KEY } from './test-app.ts';

const EVERY_DAY = [1, 2, 3, 4, 5];
const ROUTINGS = ['021000021', '011401533'];

interface Paid {
  name: string;
  /** Its account has a type and a holder, unless this says otherwise. */
  account?: 'described' | 'type unknown' | 'none';
  holder?: 'business' | 'person';
}

interface FunderOfBook {
  database: Pick<TestPortal['database'], 'owner'>;
  tenantId: string;
  /** That of the server. */
  key?: Buffer;
}

/** A book whose syndicates are all paid on the next pay date: each has a tenth of one deal. */
export async function openRunBook(
  { database, tenantId, key = ENCRYPTION_KEY }: FunderOfBook,
  paid: readonly Paid[],
) {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.owner, tenantId, work);
  const encryption = createEncryption({ key });
  const today = await inTenant(readToday);
  let count = 0;
  const { dealId, syndicates } = await inTenant(async (tx) => {
    const id = await createFundedDeal(tx, tenantId);
    const made = new Map<string, bigint>();
    for (const [place, { name, account = 'described', holder = 'business' }] of paid.entries()) {
      const syndicateId = await createSyndicate(tx, tenantId, { name, payDays: EVERY_DAY });
      made.set(name, syndicateId);
      await createParticipation(tx, tenantId, { dealId: id, syndicateId }, { sharePercent: '10' });
      if (account === 'none') continue;
      const numbers = { accountNumber: `10000${place}7890`, routingNumber: ROUTINGS[place % 2] ?? '' };
      await putInForce(tx, encryption, { tenantId, syndicateId }, { bankName: 'First Bank', ...numbers });
      if (account === 'described')
        await tx
          .updateTable('syndicateBankAccounts')
          .set({ accountType: place % 2 === 0 ? 'checking' : 'savings', holderKind: holder })
          .where('tenantId', '=', tenantId)
          .where('syndicateId', '=', syndicateId)
          .execute();
    }
    return { dealId: id, syndicates: made };
  });
  const payDate = payDateAfter(today, EVERY_DAY);
  return {
    today,
    payDate,
    nextPayDate: payDateAfter(payDate, EVERY_DAY),
    syndicates,
    inTenant,
    /** A payment that cleared today. Returns the reference. */
    async pay(amount = 100_000n): Promise<string> {
      count += 1;
      const reference = `run payment ${dealId} ${count}`;
      const on = { clearedDate: today, postedOn: today };
      await inTenant((tx) => postPayment(tx, tenantId, { dealId, reference, amount, ...on }));
      return reference;
    },
    /** A draft of a date whose time has not come. */
    async draft(date: CalendarDate, by: AtDesk): Promise<number> {
      const { id } = await inTenant((tx) =>
        tx
          .insertInto('payoutRuns')
          .values({ tenantId, payDate: date, preparedBy: by.userId })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return Number(id);
    },
    /** As though the effective date of a run's file had come. */
    async reachEffectiveDate(runId: number): Promise<void> {
      await inTenant((tx) =>
        tx
          .updateTable('payoutRuns')
          .set({ effectiveDate: today })
          .where('tenantId', '=', tenantId)
          .where('id', '=', BigInt(runId))
          .execute(),
      );
    },
    /** What bank files say about the funder, approved. */
    async nameOriginator(offset = false): Promise<void> {
      const sealed = encryption.seal('99887766', ['payout_originators', tenantId, 'offset_account_cipher']);
      await inTenant((tx) =>
        tx
          .insertInto('payoutOriginators')
          .values({
            tenantId,
            odfiRouting: '021000021',
            bankName: 'Hudson Trust',
            immediateOrigin: '1234567890',
            companyId: '1987654321',
            companyName: 'Harbor Capital',
            cutoffMinute: 1439,
            approvedAt: new Date(),
            ...(offset && {
              offsetAccountCipher: sealed.cipher,
              offsetAccountLast4: '7766',
              keyId: sealed.keyId,
            }),
          })
          .execute(),
      );
    },
  };
}

export type RunBook = Awaited<ReturnType<typeof openRunBook>>;

export interface RunDesk {
  tenantId: string;
  /** The portal of this funder. */
  own: TestPortal;
  book: RunBook;
  ingrid: AtDesk;
  marcus: AtDesk;
}

/** A funder of its own, because a pay date has one run: Ingrid prepares, Marcus approves. */
export async function openRunDesk(portal: TestPortal, paid: readonly Paid[]): Promise<RunDesk> {
  const tenantId = await createTenant(portal.database.owner);
  const own = { ...portal, tenantId };
  const book = await openRunBook(own, paid);
  const ingrid = await sitDown(own, 'Ingrid Holm', { role: 'accounting' });
  const marcus = await sitDown(own, 'Marcus Lee', { role: 'accounting' });
  return { tenantId, own, book, ingrid, marcus };
}

/** The run of the next pay date, whose time has come. */
export async function prepareNext({ ingrid, book: { payDate } }: RunDesk): Promise<number> {
  const { status, run_id, code } = await ingrid.post('payouts', { pay_date: payDate });
  if (status !== 200) throw new Error(`${status} ${code}`);
  return Number(run_id);
}

export interface RunOnWire {
  status: number;
  run_id: number;
  pay_date: string;
  state: string;
  fingerprint: string | null;
  approvers: string[];
  is_own: boolean;
  is_paid_to_caller: boolean;
  totals: Record<string, string>;
  items: Record<string, unknown>[];
  file: Record<string, unknown> | null;
  effective_date: string;
}

export const readRun = async (who: AtDesk, runId: unknown): Promise<RunOnWire> =>
  (await who.get(`payouts/${runId}`)) as unknown as RunOnWire;

/** Approves the draft as it is now. */
export const approveAsSeen = async (who: AtDesk, runId: unknown) =>
  who.post(`payouts/${runId}/approve`, { fingerprint: (await readRun(who, runId)).fingerprint });

/** Enters a file that was read, as it is now; where that takes two, Ingrid asks and Marcus approves. */
export async function enterFile(
  { ingrid, marcus }: Pick<RunDesk, 'ingrid' | 'marcus'>,
  fileId: unknown,
): Promise<Answer> {
  const { seen } = await ingrid.get(`return_files/${fileId}`);
  const entered = await ingrid.post(`return_files/${fileId}/enter`, seen as object);
  if (entered['code'] !== 'second_person_needed') return entered;
  const { approval_id } = await ingrid.post(`return_files/${fileId}/ask`, seen as object);
  return marcus.post(`approvals/${approval_id}/approve`);
}

/** A bank's file is read and entered. */
export async function enterBankFile(desk: RunDesk, text: string): Promise<Answer> {
  const read = await desk.ingrid.post('return_files', { name: 'returns.ach', text });
  return read.status === 200 ? enterFile(desk, read['file_id']) : read;
}

/** The entry with this trace number comes back: it is typed in and entered. */
export async function giveBack(desk: RunDesk, trace_number: unknown, return_code = 'R03'): Promise<Answer> {
  const amount = await amountOf(desk, trace_number);
  const typed = { trace_number, return_code, amount, reason: 'The bank called' };
  const read = await desk.ingrid.post('return_files/typed', typed);
  return read.status === 200 ? enterFile(desk, read['file_id']) : read;
}

async function amountOf({ book, tenantId }: RunDesk, trace_number: unknown): Promise<string> {
  const { amountCents } = await book.inTenant((tx) =>
    tx
      .selectFrom('payoutRunItems')
      .select('amountCents')
      .where('tenantId', '=', tenantId)
      .where('traceNumber', '=', String(trace_number))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  return toDecimalString(amountCents);
}

/** It has not come back after all. */
export async function takeBack(
  { ingrid, marcus, book, tenantId }: RunDesk,
  trace_number: unknown,
): Promise<Answer> {
  const { id } = await book.inTenant((tx) =>
    tx
      .selectFrom('payoutRunItems')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('traceNumber', '=', String(trace_number))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  const preview = await ingrid.get(`returned/${id}`);
  if (preview.status !== 200) return preview;
  const { return_code, cash_after } = preview;
  const body = { return_code, cash_after, reason: 'The bank found it' };
  const taken = await ingrid.post(`returned/${id}/take_back`, body);
  if (taken['code'] !== 'second_person_needed') return taken;
  const { approval_id } = await ingrid.post(`returned/${id}/ask`, body);
  return marcus.post(`approvals/${approval_id}/approve`);
}
