import type { PaymentSourceKind } from '../../shared/domain/payment-source.ts';
import { type Operator, operatorName, userOfOperator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';

interface NewSource {
  kind: PaymentSourceKind;
  fileName: string;
  /** Of a day file. */
  runId?: bigint;
  /** Of an import at the desk. */
  importRunId?: bigint | undefined;
  by: Operator | undefined;
}

/** Notes that somebody begins to post the payments of a file, so that each of them can name it. */
export async function openPaymentSource(
  tx: Tx,
  tenantId: string,
  { kind, fileName, runId, importRunId, by }: NewSource,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('paymentSources')
    .values({
      ...{ tenantId, kind, fileName },
      postingRunId: runId ?? null,
      importRunId: importRunId ?? null,
      postedBy: by ? operatorName(by) : null,
      postedByUser: userOfOperator(by),
      postedByToken: by?.via === 'service token' ? by.id : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
