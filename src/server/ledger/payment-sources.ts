import type { PaymentSourceKind } from '../../shared/domain/payment-source.ts';
import { type Operator, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';

interface NewSource {
  kind: PaymentSourceKind;
  fileName: string;
  /** Of a day file. */
  runId?: bigint;
  by: Operator | undefined;
}

/** Notes that somebody begins to post the payments of a file, so that each of them can name it. */
export async function openPaymentSource(
  tx: Tx,
  tenantId: string,
  { kind, fileName, runId, by }: NewSource,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('paymentSources')
    .values({
      ...{ tenantId, kind, fileName },
      postingRunId: runId ?? null,
      postedBy: by ? operatorName(by) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
