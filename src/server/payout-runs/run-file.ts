import { sql } from 'kysely';
import { holdersOf } from '../approvals/approvers.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { filePlace } from './make-file.ts';
import { lockRun, recordRun, type WhichRun } from './run-record.ts';

/** Whether somebody may still do what files are made for, whatever they did when they might. */
export async function stillMay(
  tx: Tx,
  tenantId: string,
  { userId }: Pick<DeskUser, 'userId'>,
): Promise<boolean> {
  const holders = [
    ...(await holdersOf(tx, tenantId, 'prepare-payouts')),
    ...(await holdersOf(tx, tenantId, 'approve-money')),
  ];
  return holders.some((holder) => holder.userId === userId);
}

/** The file of a run, once, for who made or approved it; again only with a reason. Each download is recorded. */
export async function downloadRunFile(
  tx: Tx,
  which: WhichRun,
  encryption: Encryption,
  { reason, by }: { reason: string | null; by: DeskUser },
): Promise<{ name: string; text: string }> {
  const run = await lockRun(tx, which);
  const file = await tx
    .selectFrom('payoutRunFiles')
    .select(['name', 'fileCipher', 'keyId', 'downloadedBy'])
    .where('tenantId', '=', which.tenantId)
    .where('runId', '=', which.runId)
    .executeTakeFirst();
  if (!file) throw new Refusal('run_without_file');
  // What was in it is paid by another one: sent again, it would be paid twice.
  if (run.refusedAt !== null) throw new Refusal('run_file_refused');
  if (by.userId !== run.madeBy && by.userId !== run.approvedBy) throw new Refusal('run_file_of_others');
  if (!(await stillMay(tx, which.tenantId, by))) throw new Refusal('permission_needed');
  const isFirst = file.downloadedBy === null;
  if (!isFirst && reason === null) throw new Refusal('run_file_downloaded');
  if (isFirst)
    await tx
      .updateTable('payoutRunFiles')
      .set({ downloadedBy: by.userId, downloadedAt: sql<Date>`now()` })
      .where('tenantId', '=', which.tenantId)
      .where('runId', '=', which.runId)
      .execute();
  await recordRun(tx, which.runId, by, {
    action: 'payout file fetched',
    details: { payDate: run.payDate, isFirst, ...(reason !== null && { reason }) },
  });
  const { name, fileCipher: cipher, keyId } = file;
  return { name, text: encryption.open({ cipher, keyId }, filePlace(which)) };
}
