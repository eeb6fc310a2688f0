import { addDays } from '../../../src/shared/domain/calendar-date.ts';
import { officeTime, type Row } from '../book.ts';
import type { Deal } from './deal.ts';

/**
 * What the deal has asked of its merchant, from the contract on. Nothing for a deal whose terms never changed, because the database
 * itself writes the contract of a deal that has no terms.
 */
export function termsRows(tenantId: string, { id, account }: Deal): Row<'dealTerms'>[] {
  const { contract, termsChanges } = account;
  if (termsChanges.length === 0) return [];
  const common = {
    tenantId,
    dealId: id,
    paymentFrequency: contract.paymentFrequency,
    debitWeekday: null,
    firstDebitDate: null,
  };
  return [
    {
      ...common,
      effectiveDate: contract.fundedDate,
      paymentCents: contract.payment,
      reason: 'contract',
      note: '',
      recordedBy: null,
      recordedAt: officeTime(contract.fundedDate, 60),
    },
    ...termsChanges.map(({ date, payment, change, note }) => ({
      ...common,
      // The debit of the day itself was already made.
      effectiveDate: addDays(date, 1),
      paymentCents: payment,
      reason: change,
      note,
      recordedBy: 'Servicing',
      recordedAt: officeTime(date, 90),
    })),
  ];
}
