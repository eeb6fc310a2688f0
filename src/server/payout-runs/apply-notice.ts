import { sql } from 'kysely';
import { maskedNumber } from '../../shared/domain/bank-account.ts';
import { noticeInWords } from '../../shared/domain/change-notices.ts';
import { investorFact } from '../approvals/investor-fact.ts';
import { announceChange } from '../payout-accounts/announce-change.ts';
import { type BankNumbers, openNumber, sealNumbers } from '../payout-accounts/bank-numbers.ts';
import { ACCOUNT_COLUMNS } from '../payout-accounts/current-account.ts';
import { describeAccount } from '../payout-accounts/describe-account.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import {
  type ChangeNotice,
  lockNotice,
  readNotice,
  requireApplicable,
  type WhichNotice,
} from './change-notices.queries.ts';

/**
 * Checks that a notice can be applied, and completes its numbers with the one that the bank has not corrected: whoever approves it later applies
 * them without opening any.
 */
export async function prepareNotice(tx: Tx, which: WhichNotice, encryption: Encryption): Promise<void> {
  const notice = await lockNotice(tx, which);
  requireApplicable(notice);
  if (!correctsNumbers(notice)) return;
  const { tenantId, noticeId } = which;
  const account = { tenantId, syndicateId: notice.syndicateId };
  const said = await readSealed(tx, which);
  const current = await readAccount(tx, account);
  const open = (which: keyof BankNumbers, corrected: Buffer | null, known: Buffer) =>
    openNumber(
      encryption,
      account,
      which,
      corrected ? { cipher: corrected, keyId: said.keyId ?? '' } : { cipher: known, keyId: current.keyId },
    );
  await tx
    .updateTable('changeNotices')
    .set(
      sealNumbers(encryption, account, {
        accountNumber: open('accountNumber', said.accountNumberCipher, current.accountNumberCipher),
        routingNumber: open('routingNumber', said.routingNumberCipher, current.routingNumberCipher),
      }),
    )
    .where('tenantId', '=', tenantId)
    .where('id', '=', noticeId)
    .execute();
}

/**
 * A second person has approved it. Other numbers become a change of the account that waits and is told as any other; another type alone is said
 * at once, because the money goes where it went. It may claim others, so it must come last.
 */
export async function applyNotice(tx: Tx, which: WhichNotice, by: DeskUser): Promise<void> {
  const { tenantId } = which;
  const notice = await lockNotice(tx, which);
  requireApplicable(notice);
  const { syndicateId, code } = notice;
  const { accountNumberCipher, routingNumberCipher, keyId } = await readSealed(tx, which);
  const current = await readAccount(tx, { tenantId, syndicateId });
  await settleNotice(tx, which, 'applied', by);
  await recordAudit(tx, {
    actorId: by.userId,
    operator: by,
    action: 'change notice applied',
    subject: `syndicate ${syndicateId}`,
    details: { code, meaning: noticeInWords(code), traceNumber: notice.traceNumber },
  });
  const { bankName, holderKind, holderName } = current;
  const accountType = notice.accountType ?? current.accountType;
  if (!correctsNumbers(notice)) {
    // A code without numbers has a type; without a holder nothing was ever sent there.
    if (accountType === null || holderKind === null) throw new Refusal('notice_incomplete');
    await describeAccount(tx, { tenantId, syndicateId }, { accountType, holderKind, holderName }, by);
    return;
  }
  if (!accountNumberCipher || !routingNumberCipher || !keyId) throw new Refusal('notice_incomplete');
  await announceChange(tx, {
    tenantId,
    syndicateId,
    bankName,
    accountType,
    holderKind,
    holderName,
    accountNumberCipher,
    routingNumberCipher,
    keyId,
    accountNumberLast4: notice.accountNumberLast4 ?? current.accountNumberLast4,
    routingNumberLast4: notice.routingNumberLast4 ?? current.routingNumberLast4,
    noticeId: which.noticeId,
    by: { actorId: null, operator: by },
  });
}

/** Says that a notice is not followed. */
export async function dismissNotice(tx: Tx, which: WhichNotice, reason: string, by: DeskUser): Promise<void> {
  const { state, syndicateId, code, traceNumber } = await readNotice(tx, which);
  if (state === 'dismissed') return;
  await settleNotice(tx, which, 'dismissed', by);
  await recordAudit(tx, {
    actorId: by.userId,
    operator: by,
    action: 'change notice dismissed',
    subject: `syndicate ${syndicateId}`,
    details: { code, meaning: noticeInWords(code), traceNumber, reason },
  });
}

/** What is asked for, as whoever decides reads it. */
export async function describeNotice(tx: Tx, which: WhichNotice): Promise<string> {
  const notice = await readNotice(tx, which);
  const { syndicateName, code } = notice;
  const parts = partsOf(notice);
  const then = correctsNumbers(notice)
    ? 'It waits as any change of a bank account, and the investor is told.'
    : 'The money goes to the same account as before.';
  return `Change the account of ${syndicateName} after notification ${code} (${noticeInWords(code)}): ${parts.join(', ')}. ${sourceInWords(notice)}. ${then}`;
}

/** The same as facts. */
export async function readNoticeFacts(tx: Tx, which: WhichNotice) {
  const notice = await readNotice(tx, which);
  return [
    await investorFact(tx, which.tenantId, notice.syndicateId),
    { label: 'Notification', value: `${notice.code}, ${noticeInWords(notice.code)}` },
    { label: 'Source', value: sourceInWords(notice) },
    { label: 'After', value: partsOf(notice).join(', ') },
  ];
}

/** A number that a person typed in is not yet the bank's. */
function sourceInWords({ source, receivedBy, receivedByName, readBy, readByName }: ChangeNotice): string {
  const name = receivedByName ?? 'someone';
  if (source === null) return 'Received before sources were recorded';
  if (source === 'typed') return `Typed in by ${name}, without a bank file`;
  return readBy === null || readBy === receivedBy
    ? `From a bank file that ${name} entered`
    : `From a bank file that ${readByName ?? 'someone'} brought in and ${name} entered`;
}

const partsOf = ({ accountNumberLast4, routingNumberLast4, accountType }: ChangeNotice): string[] =>
  [
    routingNumberLast4 && `routing number ${maskedNumber(routingNumberLast4)}`,
    accountNumberLast4 && `account ${maskedNumber(accountNumberLast4)}`,
    accountType && `a ${accountType} account`,
  ].filter((part) => part !== null);

const correctsNumbers = ({ accountNumberLast4, routingNumberLast4 }: ChangeNotice): boolean =>
  accountNumberLast4 !== null || routingNumberLast4 !== null;

/** Of several who decide at once, one does. The numbers are deleted. */
async function settleNotice(
  tx: Tx,
  { tenantId, noticeId }: WhichNotice,
  state: 'applied' | 'dismissed',
  by: DeskUser,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('changeNotices')
    .set({
      state,
      settledAt: sql<Date>`now()`,
      settledBy: by.userId,
      accountNumberCipher: null,
      routingNumberCipher: null,
      keyId: null,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', noticeId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('notice_settled');
}

const readSealed = (tx: Tx, { tenantId, noticeId }: WhichNotice) =>
  tx
    .selectFrom('changeNotices')
    .select(['accountNumberCipher', 'routingNumberCipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', noticeId)
    .forUpdate()
    .executeTakeFirstOrThrow();

const readAccount = (tx: Tx, { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint }) =>
  tx
    .selectFrom('syndicateBankAccounts')
    .select(ACCOUNT_COLUMNS)
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirstOrThrow();
