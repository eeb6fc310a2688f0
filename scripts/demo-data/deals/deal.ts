import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { officeTime, overnight, type Row } from '../book.ts';
import type { Funder } from '../funders/funder.ts';
import type { MerchantPayment, StatusChange } from '../merchants/account-history.ts';
import type { FundedDeal } from '../merchants/merchant.ts';
import type { Company } from '../underwriting/company.ts';
import type { Participation } from './participations.ts';

export interface Broker {
  readonly id: bigint;
  readonly name: string;
  readonly companyName: string;
  readonly email: string;
  readonly phoneNumber: string;
}

/** The data of a submission before it is funded. */
export interface Submission {
  readonly id: bigint;
  readonly publicId: string;
  readonly mid: string;
  readonly company: Company;
  readonly broker: Broker;
  readonly platform: string;
  readonly submittedOn: CalendarDate;
  readonly offeredOn: CalendarDate;
}

export interface Deal extends Submission, FundedDeal {
  readonly acceptedOn: CalendarDate;
  readonly participations: readonly Participation[];
}

const NEXT_PROCESSOR: Readonly<Record<string, string>> = {
  'Request Price Adjustment': 'Credit Analyst',
  'Contract Request': 'Credit Analyst',
  'Payment Temporarily Suspended': 'Servicing',
  'Payment Modified': 'Servicing',
  'Partial Payment': 'Servicing',
  'Early Pay Discount': 'Accounting',
  Default: 'Collections',
  Collections: 'Collections',
  'Referred To Legal': 'Legal',
};

export const nextProcessorOf = (status: string): string | null => NEXT_PROCESSOR[status] ?? null;

export function submissionRow({ tenantId }: Funder, submission: Submission, status: Row<'deals'>['status']) {
  return {
    tenantId,
    id: submission.id,
    publicId: submission.publicId,
    companyId: submission.company.id,
    brokerId: submission.broker.id,
    mid: submission.mid,
    name: submission.company.dba ?? submission.company.name,
    platform: submission.platform,
    status,
    nextProcessorRole: nextProcessorOf(status),
    feeSplitPercent: '0',
    syndicationCapPercent: '100',
    renewalOfDealId: null,
    fundedDate: null,
    fundedAmountCents: null,
    paybackAmountCents: null,
    paymentCents: null,
    paymentFrequency: null,
    termDays: null,
    factorRate: null,
    createdAt: officeTime(submission.submittedOn, 20),
  } satisfies Row<'deals'>;
}

export function dealRow(funder: Funder, deal: Deal, previous: Deal | undefined): Row<'deals'> {
  const { contract, statusChanges } = deal.account;
  return {
    ...submissionRow(funder, deal, currentStatus(statusChanges)),
    renewalOfDealId: previous?.id ?? null,
    fundedDate: contract.fundedDate,
    fundedAmountCents: contract.amount,
    paybackAmountCents: contract.paybackAmount,
    paymentCents: contract.payment,
    paymentFrequency: contract.paymentFrequency,
    termDays: contract.termDays,
    factorRate: contract.factorRate.toFixed(),
  };
}

function currentStatus(changes: readonly StatusChange[]): StatusChange['status'] {
  const last = changes.at(-1);
  if (!last) throw new Error('A funded deal has a status.');
  return last.status;
}

export function paymentRow(
  ids: { tenantId: string; dealId: bigint; id: bigint },
  payment: MerchantPayment,
  settlesDeal: boolean,
): Row<'payments'> {
  const day = payment.clearedDate ?? payment.returnedDate;
  if (!day) throw new Error('A payment has cleared or was returned.');
  return {
    ...ids,
    reference: `${payment.method}-${String(ids.id).padStart(8, '0')}`,
    amountCents: payment.amount,
    // The bank says it only of what came back; otherwise it is the day on which it cleared.
    debitDate: payment.debitDate === payment.clearedDate ? null : payment.debitDate,
    status: payment.status,
    clearedDate: payment.clearedDate,
    returnedDate: payment.returnedDate,
    returnCode: payment.returnCode,
    settlesDeal,
    recordedAt: overnight(day),
  };
}
