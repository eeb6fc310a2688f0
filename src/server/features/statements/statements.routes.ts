import type { statementsContract } from '../../../shared/contract/statements.ts';
import type { BookReader } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { RecordUse } from '../../access/recorded-use.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readStatementFile, readStatementList } from '../../statements/read-statements.ts';
import type { StatementFormat } from '../../statements/statement-file.ts';

export const statementsHandlers = (): Handlers<typeof statementsContract> => ({
  async statements({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    return readStatementList(tx, { tenantId: caller.tenantId, syndicateId });
  },

  statementPdf: ({ params, ...context }) => openStatement(context, params, 'pdf'),

  statementWorkbook: ({ params, ...context }) => openStatement(context, params, 'xlsx'),
});

interface Context {
  caller: BookReader;
  tx: Tx;
  recordUse: RecordUse;
}

async function openStatement(
  { caller, tx, recordUse }: Context,
  { syndicateId, statementId }: { syndicateId: bigint; statementId: bigint },
  format: StatementFormat,
) {
  await requireSyndicate(tx, caller, syndicateId);
  const book = { tenantId: caller.tenantId, syndicateId };
  const file = await readStatementFile(tx, book, { statementId, format });
  await recordUse(`syndicate ${syndicateId}`, { file: file.name });
  return file;
}
