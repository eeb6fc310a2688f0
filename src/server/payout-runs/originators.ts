import { sql } from 'kysely';
import { lastFourOf } from '../../shared/domain/bank-account.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser, Operator } from '../platform/audit/operator.ts';
import type { Encryption, Place } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { FileOriginator } from './nacha-file.ts';

export interface GivenOriginator {
  odfiRouting: string;
  bankName: string;
  immediateOrigin: string;
  companyId: string;
  companyName: string;
  cutoffMinute: number;
  /** The account that a balanced file debits; null where the bank does that by itself. */
  offsetAccount: string | null;
}

export interface Originator extends Omit<GivenOriginator, 'offsetAccount'> {
  id: bigint;
  setAt: Date;
  offsetAccountLast4: string | null;
}

/** The number is sealed for the tenant: each of its rows is the same account's, or a new one's. */
export const offsetPlace = (tenantId: string): Place => [
  'payout_originators',
  tenantId,
  'offset_account_cipher',
];

const COLUMNS = [
  'id',
  'setAt',
  'odfiRouting',
  'bankName',
  'immediateOrigin',
  'companyId',
  'companyName',
  'cutoffMinute',
  'offsetAccountLast4',
] as const;

/** Names the originator of the bank files. It counts once a second person has approved it. Returns its number. */
export async function nameOriginator(
  tx: Tx,
  tenantId: string,
  encryption: Encryption,
  { offsetAccount, ...given }: GivenOriginator,
  by: DeskUser,
): Promise<bigint> {
  const sealed = offsetAccount === null ? null : encryption.seal(offsetAccount, offsetPlace(tenantId));
  const { id } = await tx
    .insertInto('payoutOriginators')
    .values({
      tenantId,
      ...given,
      setBy: by.userId,
      offsetAccountCipher: sealed?.cipher ?? null,
      offsetAccountLast4: offsetAccount === null ? null : lastFourOf(offsetAccount),
      keyId: sealed?.keyId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The one that files are made with; null before the first was approved. */
export async function readOriginator(tx: Tx, tenantId: string): Promise<Originator | null> {
  const row = await tx
    .selectFrom('payoutOriginators')
    .select(COLUMNS)
    .where('tenantId', '=', tenantId)
    .where('approvedAt', 'is not', null)
    // By time: numbers that are given in another cell may be lower.
    .orderBy('setAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function readNamedOriginator(tx: Tx, tenantId: string, id: bigint): Promise<Originator> {
  const row = await tx
    .selectFrom('payoutOriginators')
    .select(COLUMNS)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFoundInTenant(`payout originator ${id}`);
  return row;
}

/** A second person has approved it. An older one than the one in use is refused: somebody has named another since. */
export async function approveOriginator(
  tx: Tx,
  tenantId: string,
  id: bigint,
  operator: Operator,
): Promise<void> {
  const current = await readOriginator(tx, tenantId);
  const { companyName, odfiRouting, setAt } = await readNamedOriginator(tx, tenantId, id);
  if (current && current.setAt > setAt) throw new Refusal('approval_settled');
  await tx
    .updateTable('payoutOriginators')
    .set({ approvedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('approvedAt', 'is', null)
    .execute();
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'settings changed',
    subject: `payout originator ${id}`,
    details: { companyName, odfiRouting },
  });
}

/** With the opened number of the account that a balanced file debits. */
export async function openOriginator(
  tx: Tx,
  tenantId: string,
  encryption: Encryption,
): Promise<FileOriginator & { cutoffMinute: number }> {
  const originator = await readOriginator(tx, tenantId);
  if (!originator) throw new Refusal('originator_missing');
  const { offsetAccountCipher: cipher, keyId } = await tx
    .selectFrom('payoutOriginators')
    .select(['offsetAccountCipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', originator.id)
    .executeTakeFirstOrThrow();
  const isSealed = cipher !== null && keyId !== null;
  return {
    ...originator,
    offsetAccount: isSealed ? encryption.open({ cipher, keyId }, offsetPlace(tenantId)) : null,
  };
}
