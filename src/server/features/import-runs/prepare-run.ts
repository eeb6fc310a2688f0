import { nameOfMember } from '../../identity/members.queries.ts';
import type { ImportRequest } from '../../import/import-book.ts';
import { columnsOf } from '../../import/mapping/columns-of-file.ts';
import { type MappedBook, mapBook } from '../../import/mapping/map-book.ts';
import type { RunPlan } from '../../import/mapping/plan.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { checkedFiles, readEarlierFiles, rememberedIn, withEarlierWords } from './earlier-answers.ts';
import { filesSeen, readRun, readRunFiles } from './import-runs.queries.ts';
import { loadSheets, type SheetToLoad } from './load-sheets.ts';

export interface PreparedRun {
  /** How many files it was made of. */
  fileCount: number;
  book: MappedBook;
  plan: RunPlan;
  request: Pick<ImportRequest, 'tenantId' | 'sources' | 'named' | 'operator'>;
}

/** Reads the files of a run and makes our own out of them. Null while it has none that can be read. */
export async function prepareRun(
  deps: JobDeps,
  tenantId: string,
  runId: bigint,
  userId: bigint,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Promise<PreparedRun | null> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(deps.db, tenantId, work, { readOnly: true });
  const files = await inTenant(async (tx) => {
    const known = await readRunFiles(tx, tenantId, runId);
    return isConfirmed ? filesSeen(await readRun(tx, tenantId, runId), known) : known;
  });
  const clean = files.filter(({ state }) => state === 'clean');
  if (clean.length === 0) return null;
  const readPlan = async (tx: Tx, headers: string[][]) => {
    const run = await readRun(tx, tenantId, runId);
    // Between its check and its end, another import may have been confirmed that answers otherwise.
    const earlier = isConfirmed ? checkedFiles(run) : await readEarlierFiles(tx, tenantId, run);
    return { plan: withEarlierWords(run.plan, earlier, headers), remembered: rememberedIn(earlier) };
  };
  const { sheets, unreadable, planned } = await loadSheets(
    deps,
    { tenantId, files: clean },
    async (found) => {
      const headers = found.map(({ columns }) => columns);
      const { plan, remembered } = await inTenant((tx) => readPlan(tx, headers));
      const columnsRead = (sheet: SheetToLoad) =>
        columnsOf(sheet, plan, remembered).columns.map(({ name }) => name);
      return { plan, remembered, columnsRead };
    },
  );
  const { plan, remembered } = planned;
  return inTenant(async (tx) => {
    const { name } = await tx
      .selectFrom('tenants')
      .select('name')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const book = await mapBook(tx, { id: tenantId, name }, sheets, plan, remembered);
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
