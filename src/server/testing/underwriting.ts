import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { DB } from '../platform/db/schema.ts';

type Values<T extends keyof DB, Given extends string> = Partial<Omit<Insertable<DB[T]>, 'tenantId' | Given>>;

export async function companyOf(tx: Tx, tenantId: string, dealId: bigint): Promise<bigint> {
  const { companyId } = await tx
    .selectFrom('deals')
    .select('companyId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  return companyId;
}

export async function createBankAccount(
  tx: Tx,
  tenantId: string,
  companyId: bigint,
  name = 'Operating x1234',
): Promise<bigint> {
  const { id } = await tx
    .insertInto('companyBankAccounts')
    .values({ tenantId, companyId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function createStatementMonth(
  tx: Tx,
  tenantId: string,
  bankAccountId: bigint,
  values: Values<'statementMonths', 'bankAccountId'> & { month: string },
): Promise<void> {
  await tx
    .insertInto('statementMonths')
    .values({
      tenantId,
      bankAccountId,
      depositsCents: 20_000_00n,
      transfersCents: 1_000_00n,
      otherAdvancesCents: 500_00n,
      deductionsCents: 250_00n,
      netDepositsCents: 18_250_00n,
      numberOfDeposits: 10,
      negativeDays: 1,
      averageBalanceCents: 3_000_00n,
      beginningBalanceCents: 2_000_00n,
      endingBalanceCents: 4_000_00n,
      ...values,
    })
    .execute();
}

/** Creates the row of a file. The test itself stores the content under its key. */
export async function createFile(
  tx: Tx,
  tenantId: string,
  values: Values<'files', never> & { storageKey: string },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('files')
    .values({
      tenantId,
      name: 'statement.pdf',
      contentType: 'application/pdf',
      byteSize: 1n,
      sha256: createHash('sha256').update(values.storageKey).digest(),
      scanStatus: 'clean',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function createOffer(
  tx: Tx,
  tenantId: string,
  dealId: bigint,
  values: Values<'offers', 'dealId'> = {},
): Promise<bigint> {
  const { id } = await tx
    .insertInto('offers')
    .values({
      tenantId,
      dealId,
      lenderName: 'Harbor Direct',
      positionNumber: 2,
      status: 'Offer Accepted',
      amountCents: 60_000_00n,
      paybackAmountCents: 84_000_00n,
      paymentCents: 700_00n,
      paymentFrequency: 'DAILY',
      termDays: 120,
      factorRate: '1.4',
      buyRate: '1.3',
      commissionPercent: '10',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
