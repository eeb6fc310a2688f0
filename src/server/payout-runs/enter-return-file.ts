import { sql } from 'kysely';
import { readCorrected } from '../../shared/domain/change-notices.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { lockCashAccount } from '../ledger/cash/open-cash-account.ts';
import { lockLedgerExclusively } from '../ledger/ledger-lock.ts';
import { markPayDates } from '../ledger/unpaid-dates.ts';
import { recordAll } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import {
  type JudgedEntry,
  judgeReturnFile,
  type OurEntry,
  oursOf,
  type SeenOfFile,
  type SentItem,
} from './judge-return-file.ts';
import { tellOfReturned } from './payout-news.ts';
import { correctedPlace } from './read-return-file.ts';
import { receiveNotice } from './receive-notice.ts';
import { readReturnFile, type WhichReturnFile } from './return-files.queries.ts';
import { enterReturned } from './settle-run.ts';

/**
 * Enters the returns of a file that was read: a payout is owed again and brought into the next run, a withdrawal is put back into its cash
 * account, and the investors are told. It is what somebody saw of the file, or nothing. A file that was entered stays as it is.
 */
export async function enterReturnFile(
  tx: Tx,
  which: WhichReturnFile,
  { seen, encryption }: { seen: SeenOfFile; encryption: Encryption | null },
  by: DeskUser,
): Promise<void> {
  const { tenantId, fileId } = which;
  // Each return puts money into a cash account or the next run and records an event. Whoever has one of them and waits to record could deadlock.
  await lockLedgerExclusively(tx, tenantId);
  if ((await lockReturnFile(tx, which)) === 'entered') return;
  const judged = await judgeReturnFile(tx, which);
  const { returns, notices } = requireSeen(judged, seen);
  const items = returns.map(({ sent, code }) => ({ ...sent, returnCode: code }));
  for (const syndicateId of syndicatesOf(items.filter(({ withdrawal }) => withdrawal !== null)))
    await lockCashAccount(tx, tenantId, syndicateId);
  await markReturned(tx, tenantId, items);
  for (const item of items)
    if (item.withdrawal !== null)
      await enterReturned(tx, tenantId, item, by, {
        reference: `${item.withdrawal}/${item.returnCode}`,
        reason: `The bank returned the withdrawal ${item.withdrawal} (${item.returnCode}).`,
      });
  await tellOfReturned(tx, which, items);
  await settleFile(tx, which, judged, by);
  // From here on events are recorded, and no other row may be waited for.
  if (encryption !== null) await receive(tx, which, notices, { encryption, by });
  const { name } = await readReturnFile(tx, which);
  const event = { actorId: by.userId, operator: by };
  await recordAll(tx, [
    ...returns.map(({ sent, code, traceNumber }) => ({
      ...event,
      action: 'payout returned' as const,
      subject: `payout run ${sent.runId}`,
      details: {
        syndicate: Number(sent.syndicateId),
        amount: toDecimalString(sent.amount),
        returnCode: code,
        traceNumber,
        returnFile: Number(fileId),
      },
    })),
    {
      ...event,
      action: 'return file entered',
      subject: `return file ${fileId}`,
      details: { name, returns: returns.length, amount: toDecimalString(seen.amount) },
    },
  ]);
}

/** Receives the notifications of change of a file. They only wait then: to apply one takes two people. */
export async function receiveNoticesOf(
  tx: Tx,
  which: WhichReturnFile,
  encryption: Encryption,
  by: DeskUser,
): Promise<void> {
  await lockLedgerExclusively(tx, which.tenantId);
  if ((await lockReturnFile(tx, which)) === 'entered') throw new Refusal('return_file_settled');
  const { notices } = oursOf(await judgeReturnFile(tx, which));
  await receive(tx, which, notices, { encryption, by });
}

async function receive(
  tx: Tx,
  which: WhichReturnFile,
  notices: readonly OurEntry[],
  { encryption, by }: { encryption: Encryption; by: DeskUser },
): Promise<void> {
  const { tenantId, fileId } = which;
  const { readBy } = await readReturnFile(tx, which);
  // A notice refers to its syndicate. Whoever changes an account has it locked and waits to record, so all are locked before one is recorded.
  const syndicateIds = notices.map(({ sent }) => sent.syndicateId);
  await sql`
    select from syndicates where tenant_id = ${tenantId}::uuid and id = any(${syndicateIds}::bigint[])
    order by id for key share`.execute(tx);
  for (const { place, code, traceNumber, correctedCipher: cipher, keyId, sent } of notices) {
    // It was received when a second person was asked for the returns.
    if (cipher === null || keyId === null) continue;
    const corrected = encryption.open({ cipher, keyId }, correctedPlace(which, place));
    const received = { traceNumber, code, said: readCorrected(code, corrected), item: sent, readBy };
    await receiveNotice(tx, tenantId, encryption, received, by);
    await tx
      .updateTable('returnFileEntries')
      .set({ finding: 'ours', itemId: sent.id, correctedCipher: null, keyId: null })
      .where('tenantId', '=', tenantId)
      .where('fileId', '=', fileId)
      .where('place', '=', place)
      .execute();
  }
}

/** What can be entered of it. It has to be what somebody saw. */
export function requireSeen(judged: readonly JudgedEntry[], wanted: SeenOfFile): ReturnType<typeof oursOf> {
  const ours = oursOf(judged);
  const { returnCount, amount } = ours.seen;
  if (returnCount !== wanted.returnCount || amount !== wanted.amount) throw new Refusal('return_changed');
  return ours;
}

/** Of several who enter or discard a file at once, the second finds it settled. */
async function lockReturnFile(tx: Tx, which: WhichReturnFile): Promise<'read' | 'entered'> {
  await sql`
    select from return_files where tenant_id = ${which.tenantId}::uuid and id = ${which.fileId} for update`.execute(
    tx,
  );
  const { state } = await readReturnFile(tx, which);
  if (state === 'discarded') throw new Refusal('return_file_settled');
  return state;
}

const syndicatesOf = (items: readonly { syndicateId: bigint }[]): bigint[] =>
  [...new Set(items.map(({ syndicateId }) => syndicateId))].sort((one, other) => Number(one - other));

async function markReturned(
  tx: Tx,
  tenantId: string,
  items: readonly (SentItem & { returnCode: string })[],
): Promise<void> {
  if (items.length === 0) return;
  const itemIds = items.map(({ id }) => id);
  const { numAffectedRows } = await sql`
    update payout_run_items item set returned_at = clock_timestamp(), return_code = given.code
    from unnest(${itemIds}::bigint[], ${items.map(({ returnCode }) => returnCode)}::text[]) as given (id, code)
    where item.tenant_id = ${tenantId}::uuid and item.id = given.id and item.returned_at is null`.execute(tx);
  if (numAffectedRows !== BigInt(items.length)) throw new Refusal('return_changed');
  await markPayDates(tx, { tenantId, itemIds, isPaid: false });
}

/** What was found stays written down. Numbers that were read are deleted. */
async function settleFile(
  tx: Tx,
  { tenantId, fileId }: WhichReturnFile,
  judged: readonly JudgedEntry[],
  by: DeskUser,
): Promise<void> {
  const isOfItem = ({ finding }: JudgedEntry) => OF_ITEM.includes(finding);
  await sql`
    update return_file_entries entry set finding = given.finding, item_id = given.item, corrected_cipher = null, key_id = null
    from unnest(${judged.map(({ place }) => place)}::integer[], ${judged.map(({ finding }) => finding)}::text[],
      ${judged.map((entry) => (isOfItem(entry) ? (entry.sent?.id ?? null) : null))}::bigint[]) as given (place, finding, item)
    where entry.tenant_id = ${tenantId}::uuid and entry.file_id = ${fileId} and entry.place = given.place`.execute(
    tx,
  );
  await tx
    .updateTable('returnFiles')
    .set({ state: 'entered', enteredBy: by.userId, enteredAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .execute();
}

/** Findings that say which entry of ours it was. */
const OF_ITEM: readonly string[] = [
  'ours',
  'already entered',
  'other code',
  'other numbers',
  'file refused',
  'twice in file',
];
