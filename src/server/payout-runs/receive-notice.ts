import { lastFourOf, maskedNumber } from '../../shared/domain/bank-account.ts';
import { type Corrected, noticeInWords } from '../../shared/domain/change-notices.ts';
import type { AccountType } from '../../shared/domain/payout-runs.ts';
import { type BankNumbers, type PayoutAccount, sealNumber } from '../payout-accounts/bank-numbers.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findItem } from './settle-run.ts';

interface ReceivedNotice {
  traceNumber: string;
  code: string;
  said: Corrected;
  /** The entry of ours, where a file names it. Without one, a person typed the notice in. */
  item?: { id: bigint; syndicateId: bigint };
  /** Who read that file. */
  readBy?: bigint;
}

/**
 * Keeps what a bank has written about the account of an entry, until it is decided. The same again changes nothing. Something else under the same
 * code is refused: what somebody has asked for must not become another thing, nor must what the bank says be lost without a word.
 */
export async function receiveNotice(
  tx: Tx,
  tenantId: string,
  encryption: Encryption,
  { traceNumber, code, said, item, readBy }: ReceivedNotice,
  by: DeskUser,
): Promise<bigint> {
  const { id: itemId, syndicateId } = item ?? (await findItem(tx, tenantId, traceNumber));
  const last4 = lastFoursOf(said);
  const received = await tx
    .insertInto('changeNotices')
    .values({
      tenantId,
      itemId,
      syndicateId,
      code,
      ...last4,
      accountType: said.accountType,
      source: item ? 'file' : 'typed',
      receivedBy: by.userId,
      readBy: readBy ?? null,
      ...sealCorrected(encryption, { tenantId, syndicateId }, said),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!received) {
    const known = await tx
      .selectFrom('changeNotices')
      .select(['id', 'accountNumberLast4', 'routingNumberLast4', 'accountType'])
      .where('tenantId', '=', tenantId)
      .where('itemId', '=', itemId)
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const isSame =
      known.accountNumberLast4 === last4.accountNumberLast4 &&
      known.routingNumberLast4 === last4.routingNumberLast4 &&
      known.accountType === said.accountType;
    if (!isSame) throw new Refusal('notice_received_otherwise');
    return known.id;
  }
  await recordAudit(tx, {
    actorId: by.userId,
    operator: by,
    action: 'change notice received',
    subject: `syndicate ${syndicateId}`,
    details: { code, meaning: noticeInWords(code), traceNumber, corrected: correctedInWords(said) },
  });
  return received.id;
}

const lastFoursOf = ({ accountNumber, routingNumber }: Corrected) => ({
  accountNumberLast4: accountNumber && lastFourOf(accountNumber),
  routingNumberLast4: routingNumber && lastFourOf(routingNumber),
});

function sealCorrected(
  encryption: Encryption,
  account: PayoutAccount,
  { accountNumber, routingNumber }: Corrected,
) {
  const sealed = (which: keyof BankNumbers, number: string | null) =>
    number === null ? null : sealNumber(encryption, account, which, number).cipher;
  return {
    accountNumberCipher: sealed('accountNumber', accountNumber),
    routingNumberCipher: sealed('routingNumber', routingNumber),
    keyId: accountNumber === null && routingNumber === null ? null : encryption.keyId,
  };
}

/** 'account •••• 1614, savings'; nobody reads a full number here. */
export const correctedInWords = (said: Corrected): string =>
  lastFoursInWords({ ...lastFoursOf(said), accountType: said.accountType });

export function lastFoursInWords({
  accountNumberLast4,
  routingNumberLast4,
  accountType,
}: CorrectedLastFours): string {
  const parts = [
    routingNumberLast4 && `routing number ${maskedNumber(routingNumberLast4)}`,
    accountNumberLast4 && `account ${maskedNumber(accountNumberLast4)}`,
    accountType,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : 'nothing that could be used';
}

interface CorrectedLastFours {
  accountNumberLast4: string | null;
  routingNumberLast4: string | null;
  accountType: AccountType | null;
}
