import { sql } from 'kysely';
import type { AccountType, HolderKind } from '../../shared/domain/payout-runs.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import { type Operator, userOfOperator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { requireCompanyName } from '../platform/mail/mailed-names.ts';
import type { PayoutAccount } from './bank-numbers.ts';

export interface AccountDescription {
  accountType: AccountType;
  holderKind: HolderKind;
  /** Null where it is the syndicate's own name. */
  holderName: string | null;
}

async function missing(tx: Tx, tenantId: string, syndicateId: bigint): Promise<Refusal> {
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  return syndicate ? new Refusal('bank_account_missing') : notFoundInTenant(`syndicate ${syndicateId}`);
}

const COLUMNS = ['accountType', 'holderKind', 'holderName'] as const;

/** What is known of the account that payouts go to; undefined where there is none. */
export const readDescription = (tx: Tx, { tenantId, syndicateId }: PayoutAccount) =>
  tx
    .selectFrom('syndicateBankAccounts')
    .select(COLUMNS)
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();

/**
 * Says what a bank file has to say about a syndicate's account. Where the money goes is not changed by it. A run that was approved before is
 * approved again. After a return it is not paid again by this: somebody has to say that it is right.
 */
export async function describeAccount(
  tx: Tx,
  { tenantId, syndicateId }: PayoutAccount,
  description: AccountDescription,
  by: Operator,
): Promise<void> {
  await lockSyndicate(tx, { tenantId, syndicateId });
  const before = await readDescription(tx, { tenantId, syndicateId });
  if (!before) throw await missing(tx, tenantId, syndicateId);
  if (description.holderName !== null && description.holderName !== before.holderName)
    requireCompanyName(description.holderName);
  const changes = changesBetween(before, description);
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('syndicateBankAccounts')
    .set(description)
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .execute();
  await recordAudit(tx, {
    actorId: userOfOperator(by),
    operator: by,
    action: 'payout account described',
    subject: `syndicate ${syndicateId}`,
    details: changes,
  });
}

/** Says that the account is right although the bank has returned something. The next run sends to it again. */
export async function confirmAccount(
  tx: Tx,
  { tenantId, syndicateId }: PayoutAccount,
  reason: string,
  by: Operator,
): Promise<void> {
  await lockSyndicate(tx, { tenantId, syndicateId });
  const { numUpdatedRows } = await tx
    .updateTable('syndicateBankAccounts')
    .set({ describedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await missing(tx, tenantId, syndicateId);
  await recordAudit(tx, {
    actorId: userOfOperator(by),
    operator: by,
    action: 'payout account described',
    subject: `syndicate ${syndicateId}`,
    details: { confirmed: true, reason },
  });
}

/** Whoever makes a file holds it, so that what is said is in the file or comes after. */
const lockSyndicate = (tx: Tx, { tenantId, syndicateId }: PayoutAccount) =>
  tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .execute();
