import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type Operator, userOfOperator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

interface Withdrawn {
  documentId: string;
  reason: string;
}

/** From then on no investor sees it, and it stays withdrawn. Of several who do it at once, the first one's reason is kept. */
export async function withdrawDocument(
  tx: Tx,
  tenantId: string,
  { documentId, reason }: Withdrawn,
  operator: Operator,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({
      withdrawnAt: sql<Date>`now()`,
      withdrawnBy: userOfOperator(operator),
      withdrawalReason: reason,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', documentId)
    .where('publishedAt', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return requireWithdrawn(tx, tenantId, documentId);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'document withdrawn',
    subject: `document ${documentId}`,
    details: { reason },
  });
}

async function requireWithdrawn(tx: Tx, tenantId: string, documentId: string): Promise<void> {
  const document = await tx
    .selectFrom('documents')
    .select('withdrawnAt')
    .where('tenantId', '=', tenantId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!document) throw new Refusal('not_found');
  if (document.withdrawnAt === null) throw new Refusal('document_not_published');
}
