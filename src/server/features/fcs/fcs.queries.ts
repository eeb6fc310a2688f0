import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { safeLink } from '../../../shared/domain/deal-link.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';

export async function readCompany(tx: Tx, tenantId: string, companyId: bigint) {
  const { startedMonth, ...company } = await tx
    .selectFrom('companies')
    .select(['id', 'name', 'dba', 'industry', 'startedMonth'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { ...company, startedMonth: calendarDate(startedMonth) };
}

export async function readAddresses(tx: Tx, tenantId: string, companyId: bigint) {
  const rows = await tx
    .selectFrom('companyAddresses')
    .select(['id', 'companyId', 'kind', 'street', 'city', 'state', 'zip'])
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId)
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(({ kind, ...address }) => ({ ...address, kind: kind as 'Main' | 'Mailing' }));
}

export async function readOwners(tx: Tx, tenantId: string, companyId: bigint) {
  const rows = await tx
    .selectFrom('companyOwners')
    .select(['id', 'firstName', 'lastName', 'creditScore', 'ownershipPercent'])
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId)
    .orderBy('ownershipPercent', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ ownershipPercent, ...owner }) => ({
    ...owner,
    ownershipPercent: rate(ownershipPercent),
  }));
}

export async function readBankAccounts(tx: Tx, tenantId: string, companyId: bigint) {
  return tx
    .selectFrom('companyBankAccounts')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId)
    .orderBy('id')
    .execute();
}

/** Leaves out months that are not scrubbed, and files that the virus scan has not found clean. */
export async function readStatementMonths(tx: Tx, tenantId: string, companyId: bigint) {
  const rows = await tx
    .selectFrom('companyBankAccounts as account')
    .innerJoin('statementMonths as s', (join) =>
      join.onRef('s.tenantId', '=', 'account.tenantId').onRef('s.bankAccountId', '=', 'account.id'),
    )
    .leftJoin('files as file', (join) =>
      join
        .onRef('file.tenantId', '=', 's.tenantId')
        .onRef('file.id', '=', 's.fileId')
        .on('file.scanStatus', '=', 'clean'),
    )
    .select([
      's.bankAccountId',
      's.isScrubbed',
      's.month',
      'file.id as fileId',
      's.depositsCents as deposits',
      's.transfersCents as transfers',
      's.otherAdvancesCents as otherAdvances',
      's.deductionsCents as deductions',
      's.netDepositsCents as netDeposits',
      's.numberOfDeposits',
      's.negativeDays',
      's.averageBalanceCents as averageBalance',
      's.beginningBalanceCents as beginningBalance',
      's.endingBalanceCents as endingBalance',
    ])
    .where('account.tenantId', '=', tenantId)
    .where('account.companyId', '=', companyId)
    .where('s.isScrubbed', '=', true)
    .orderBy('s.bankAccountId')
    .orderBy('s.month', 'desc')
    .execute();
  return rows.map(({ month, ...row }) => ({ ...row, month: calendarDate(month) }));
}

export async function readExistingAdvances(tx: Tx, tenantId: string, companyId: bigint) {
  const rows = await tx
    .selectFrom('existingAdvances as advance')
    .leftJoin('lenders as lender', (join) =>
      join
        .onRef('lender.tenantId', '=', 'advance.tenantId')
        .on(sql<boolean>`lower(lender.name) = lower(btrim(advance.lender_name))`),
    )
    .select([
      'advance.id',
      'bankAccountId',
      'dailyPaymentCents as dailyPayment',
      'weeklyPaymentCents as weeklyPayment',
      'balanceCents as balance',
      'originalFundingCents as originalFunding',
      'paymentFrequency',
      'lenderName',
      'lender.id as lenderId',
      'status',
      'advanceDate',
      'description',
      'previousDealUrl',
    ])
    .where('advance.tenantId', '=', tenantId)
    .where('companyId', '=', companyId)
    .orderBy('advanceDate', (order) => order.desc().nullsLast())
    .orderBy('advance.id')
    .execute();
  return rows.map(({ advanceDate, paymentFrequency, previousDealUrl, ...row }) => ({
    ...row,
    advanceDate: advanceDate === null ? null : calendarDate(advanceDate),
    paymentFrequency,
    previousDealUrl: safeLink(previousDealUrl),
  }));
}

/** Offers that were not accepted are between the lender and the broker. */
export async function readAcceptedOffers(tx: Tx, tenantId: string, dealId: bigint) {
  const rows = await tx
    .selectFrom('offers')
    .select([
      'id',
      'dealId',
      'positionNumber',
      'amountCents as amount',
      'paybackAmountCents as paybackAmount',
      'paymentCents as payment',
      'paymentFrequency',
      'factorRate',
      'termDays',
      'note',
      'lenderName',
      'createdAt',
    ])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .where('status', '=', OFFER_STATUS.accepted)
    .execute();
  return rows.map(
    ({ paymentFrequency, factorRate, createdAt, ...offer }) =>
      ({
        ...offer,
        status: OFFER_STATUS.accepted,
        paymentFrequency,
        factorRate: rate(factorRate),
        createdAt: createdAt.toISOString(),
      }) as const,
  );
}
