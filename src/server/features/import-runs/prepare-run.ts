import { nameOfMember } from '../../identity/members.queries.ts';
import type { ImportRequest } from '../../import/import-book.ts';
import { type MappedBook, mapBook, type Remembered } from '../../import/mapping/map-book.ts';
import type { RunPlan } from '../../import/mapping/plan.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { readEarlierRuns, readRun, readRunFiles, type StoredRun } from './import-runs.queries.ts';
import { loadSheets } from './load-sheets.ts';

export interface PreparedRun {
  /** How many files it was made of. */
  fileCount: number;
  book: MappedBook;
  plan: RunPlan;
  request: Pick<ImportRequest, 'tenantId' | 'sources' | 'named' | 'operator'>;
}

type RunFiles = Awaited<ReturnType<typeof readRunFiles>>;
type ChosenFiles = (run: StoredRun, files: RunFiles) => RunFiles;

/** Reads the files of a run and makes our own out of them. Null while it has none that can be read. */
export async function prepareRun(
  deps: JobDeps,
  tenantId: string,
  runId: bigint,
  userId: bigint,
  { ofFiles = (_run, files) => files }: { ofFiles?: ChosenFiles } = {},
): Promise<PreparedRun | null> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(deps.db, tenantId, work, { readOnly: true });
  const files = await inTenant(async (tx) =>
    ofFiles(await readRun(tx, tenantId, runId), await readRunFiles(tx, tenantId, runId)),
  );
  const clean = files.filter(({ state }) => state === 'clean');
  if (clean.length === 0) return null;
  const { sheets, unreadable } = await loadSheets(deps, tenantId, clean);
  return inTenant(async (tx) => {
    const run = await readRun(tx, tenantId, runId);
    const earlier = (await readEarlierRuns(tx, tenantId)).filter(({ id }) => id !== runId);
    const plan = withEarlierWords(
      run.plan,
      earlier,
      sheets.map(({ columns }) => columns),
    );
    const { name } = await tx
      .selectFrom('tenants')
      .select('name')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const book = await mapBook(tx, { id: tenantId, name }, sheets, plan, rememberedIn(earlier));
    for (const { name: fileName, problems } of unreadable)
      for (const { line, reason } of problems)
        book.problems.add({ kind: '', fileName, field: '', line, reason: `${fileName} ${reason}` });
    const operator: DeskUser = { via: 'desk', userId, name: await nameOfMember(tx, tenantId, userId) };
    return {
      fileCount: clean.length,
      book,
      plan,
      request: { tenantId, sources: book.sources, named: book.named, operator },
    };
  });
}

const headerOf = (columns: readonly string[]) => [...columns].toSorted().join('\n');

/** The columns of the last confirmed run that had a file with the same header. */
const rememberedIn =
  (earlier: readonly StoredRun[]): Remembered =>
  (headers) => {
    for (const { report } of earlier)
      for (const { kind, columns } of report.files)
        if (kind && headerOf(columns.map(({ name }) => name)) === headerOf(headers))
          return {
            kind,
            columns: columns.flatMap(({ name, field, unit }) =>
              field === null ? [] : [{ name, field, ...(unit && { unit }) }],
            ),
          };
    return null;
  };

/** What words and names mean, what was typed for each, and the constants are taken over as well, until somebody says something else. */
function withEarlierWords(
  plan: RunPlan,
  earlier: readonly StoredRun[],
  headers: readonly (readonly string[])[],
): RunPlan {
  if (plan.files.length > 0 || plan.meanings.length > 0 || plan.constants.length > 0) return plan;
  const ours = new Set(headers.map(headerOf));
  const same = earlier.find(({ report }) =>
    report.files.some(({ columns }) => ours.has(headerOf(columns.map(({ name }) => name)))),
  );
  return same ? { ...plan, meanings: same.plan.meanings, constants: same.plan.constants } : plan;
}
