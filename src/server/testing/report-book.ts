import { randomUUID } from 'node:crypto';
import { bankDayBefore, bankDayFrom } from '../../shared/domain/bank-holidays.ts';
import { addDays, calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from './factories.ts';
import { postPayment, reversePayment } from './posting.ts';

/** A report date whose report covers today, because tests enter their data today. */
export async function reportDateNow(db: Database) {
  const { day } = await db.selectNoFrom(today.as('day')).executeTakeFirstOrThrow();
  return bankDayFrom(calendarDate(day));
}

export const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@investor.example`;

export interface ReportBook {
  syndicateId: bigint;
  name: string;
  esignEmail: string;
  subject: string;
}

interface Overrides {
  esignEmail?: string;
  ccEmails?: string[];
  dealCount?: number;
}

/**
 * Creates a book with a payout on the report's day, the next payout begun, a returned payment, a new deal and a change of
 * status. The amounts are chosen so that a lost cent shows.
 */
export async function createReportBook(
  db: Database,
  tenantId: string,
  { dealCount = 6, ...overrides }: Overrides = {},
): Promise<ReportBook> {
  const reportDate = await reportDateNow(db);
  const before = bankDayBefore(reportDate);
  const name = `Bluewater ${randomUUID().slice(0, 6)} & Sons`;
  const esignEmail = overrides.esignEmail ?? newAddress('esign');
  let lastDealId = 0n;
  const syndicateId = await withTenant(db, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId, { ...overrides, name, esignEmail });
    for (let index = 0; index < dealCount; index += 1) {
      const dealId = await createFundedDeal(tx, tenantId, { name: `Bright Oak <${index}>` });
      const agreementDate = addDays(reportDate, index === 0 ? -1 : -90);
      await createParticipation(
        tx,
        tenantId,
        { dealId, syndicateId: id },
        { agreementDate, sharePercent: `${7 + index / 2}`, managementFeePercent: '3.3' },
      );
      const post = paymentPoster(tx, tenantId, dealId);
      await post(before, 70_001n);
      if (index > 1) await post(reportDate, 70_003n);
      if (index === 3) await reverseLast(tx, tenantId, dealId, before);
      lastDealId = dealId;
    }
    return id;
  });
  if (dealCount > 1)
    // The change must come after the syndicate got its share.
    await withTenant(db, tenantId, (tx) =>
      changeDealStatus(tx, tenantId, {
        dealId: lastDealId,
        status: 'Collections',
        reason: '',
        changedBy: null,
      }),
    );
  return {
    syndicateId,
    name,
    esignEmail,
    subject: `Nightly Syndication Report: ${name}, ${formatDate(reportDate)}`,
  };
}

const paymentPoster = (tx: Tx, tenantId: string, dealId: bigint) => {
  let number = 0;
  return (day: ReturnType<typeof calendarDate>, amount: bigint) =>
    postPayment(tx, tenantId, {
      dealId,
      reference: `deal ${dealId} payment ${++number}`,
      amount,
      clearedDate: day,
      postedOn: day,
    });
};

const reverseLast = (tx: Tx, tenantId: string, dealId: bigint, day: ReturnType<typeof calendarDate>) =>
  reversePayment(tx, tenantId, {
    reference: `deal ${dealId} payment 1`,
    returnedDate: day,
    returnCode: 'R01',
    postedOn: addDays(day, 1),
  });
