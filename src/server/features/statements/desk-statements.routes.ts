import type { deskStatementsContract } from '../../../shared/contract/desk-statements.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { RecordUse } from '../../access/recorded-use.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readStatementFile, readStatementList } from '../../statements/read-statements.ts';
import type { StatementFormat } from '../../statements/statement-file.ts';

export const deskStatementsHandlers = (): Handlers<typeof deskStatementsContract> => ({
  statements: ({ caller: { tenantId }, params: { syndicateId }, tx }) =>
    readStatementList(tx, { tenantId, syndicateId }),

  statementPdf: ({ params, ...context }) => openStatement(context, params, 'pdf'),

  statementWorkbook: ({ params, ...context }) => openStatement(context, params, 'xlsx'),
});

interface Context {
  caller: { tenantId: string };
  tx: Tx;
  recordUse: RecordUse;
}

async function openStatement(
  { caller, tx, recordUse }: Context,
  { syndicateId, statementId }: { syndicateId: bigint; statementId: bigint },
  format: StatementFormat,
) {
  const book = { tenantId: caller.tenantId, syndicateId };
  const file = await readStatementFile(tx, book, { statementId, format });
  await recordUse(`syndicate ${syndicateId}`, { file: file.name });
  return file;
}
