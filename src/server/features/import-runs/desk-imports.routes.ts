import type { deskImportsContract } from '../../../shared/contract/desk-imports.ts';
import { wordKey } from '../../../shared/domain/cell-values.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { type KnownSyndicate, readSyndicates } from '../../import/mapping/known-book.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { readAsks } from './asks.ts';
import { listRuns, readRun, readRunFiles, readRunHeading } from './import-runs.queries.ts';
import { readMailsOfImport } from './mails-of-import.ts';
import { findObstacles } from './obstacles.ts';
import { askToUndo, confirmRun, planRun } from './plan-run.ts';
import { isOffered, requireOffered } from './require-offered.ts';
import { announceRunFile, runFileUploaded } from './run-files.ts';

/** Of two of one name each is told with its short name. */
function toldApart(syndicates: readonly KnownSyndicate[]) {
  const named = Map.groupBy(syndicates, ({ name }) => wordKey(name));
  return syndicates.map(({ id, name, abbreviation }) => {
    const isAlone = named.get(wordKey(name))?.length === 1;
    return { id, name: isAlone ? name : `${name} (${abbreviation})` };
  });
}

export const deskImportsHandlers = (
  deps: Pick<Deps, 'fileStorage' | 'uploadStorage'>,
): Handlers<typeof deskImportsContract> => ({
  runs: ({ query: { page = 1 }, caller: { tenantId }, tx }) => listRuns(tx, tenantId, page),

  async start({ caller: { tenantId, userId: startedBy }, idempotencyKey, tx }) {
    const key = `import ${startedBy} ${idempotencyKey}`;
    const { runId } = await answerOnce(tx, { tenantId, key, request: null }, async () => {
      const { id } = await tx
        .insertInto('importRuns')
        .values({ tenantId, startedBy })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { runId: String(id) };
    });
    return { runId: BigInt(runId) };
  },

  async run({ params: { runId }, caller, tx }) {
    const { tenantId } = caller;
    const heading = await readRunHeading(tx, tenantId, runId);
    const stored = await readRun(tx, tenantId, runId);
    const { revision, plan, report, progress, failure } = stored;
    const files = await readRunFiles(tx, tenantId, runId);
    const { open } = await readSyndicates(tx, tenantId);
    const { files: read, touched: _touched, rehearsal, ...found } = report;
    const asked = await readAsks(tx, caller, stored, await deskOperator(tx, caller));
    return {
      ...{ ...heading, ...found, ...asked, revision, progress, failure },
      rehearsal: rehearsal && {
        ...rehearsal,
        cashAccounts: rehearsal.cashAccounts.map(({ name, amount }) => ({ name, amount: BigInt(amount) })),
      },
      meanings: plan.meanings,
      // An earlier release has kept others.
      constants: plan.constants.filter(isOffered),
      files: files.map(({ sha256: _hash, stagedAt: _at, ...file }) => {
        const mapped = read.find(({ id }) => id === file.id);
        const {
          kind = null,
          isRemembered = false,
          rowCount = 0,
          columns = [],
          totalsLines = [],
        } = mapped ?? {};
        // What earlier releases have checked says less of its columns.
        const shown = columns.map((column) => ({
          ...column,
          unit: column.unit ?? null,
          readAs: column.readAs ?? [],
        }));
        return { ...file, kind, isRemembered, rowCount, totalsLines, columns: shown };
      }),
      syndicates: toldApart(open),
    };
  },

  async obstacles({ params: { runId }, caller: { tenantId }, tx }) {
    const { state } = await readRun(tx, tenantId, runId);
    const mails = await readMailsOfImport(tx, tenantId, runId);
    return {
      obstacles: state === 'undone' ? [] : await findObstacles(tx, tenantId, runId),
      mails: mails.map(({ sentAt, ...mail }) => ({ ...mail, sentAt: sentAt?.toISOString() ?? null })),
    };
  },

  announceFile: ({ params: { runId }, body, inTransaction }) =>
    announceRunFile(inTransaction, deps, runId, body),

  fileUploaded: ({ params, inTransaction }) => runFileUploaded(inTransaction, deps, params),

  async plan({ params: { runId }, body, caller: { tenantId, userId }, tx }) {
    requireOffered(body);
    return { runId, revision: await planRun(tx, tenantId, runId, body, userId) };
  },

  async confirm({ params: { runId }, body: { revision }, caller, tx }) {
    const operator = await deskOperator(tx, caller);
    await confirmRun(tx, caller.tenantId, runId, { revision, operator, permissions: caller.permissions });
    return { runId };
  },

  async undo({ params: { runId }, caller, tx }) {
    const { tenantId, permissions } = caller;
    await askToUndo(tx, tenantId, runId, { operator: await deskOperator(tx, caller), permissions });
    return { runId };
  },
});
