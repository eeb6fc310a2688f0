import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** Refuses what was not found clean among the files that staff have added to this deal. */
export async function requireProof(
  tx: Tx,
  { tenantId, dealId, fileId }: { tenantId: string; dealId: bigint; fileId: string | null },
): Promise<void> {
  if (fileId === null) return;
  const file = await tx
    .selectFrom('deskFiles')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .where('id', '=', fileId)
    .where('state', '=', 'clean')
    .executeTakeFirst();
  if (!file) throw new Refusal('proof_unknown');
}
