import { SHARED_ADDRESS, type SheetKind } from '../../../shared/domain/import-runs.ts';
import type { StaffPermission } from '../../../shared/domain/staff-permissions.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import type { Remembered } from '../../import/mapping/columns-of-file.ts';
import type { MappedFile } from '../../import/mapping/map-book.ts';
import type { RunPlan } from '../../import/mapping/plan.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readEarlierRuns, type StoredRun } from './import-runs.queries.ts';

/** A file of an earlier import, of which rows are in the book, with what was said of it. */
interface EarlierFile {
  kind: SheetKind;
  columns: MappedFile['columns'];
  plan: RunPlan;
}

/** Who may do by hand what the rows of a file do. */
const NEEDED: Readonly<Record<SheetKind, StaffPermission>> = {
  syndicates: 'manage-people',
  brokers: 'send-offers',
  deals: 'change-deals',
  participations: 'send-offers',
  payments: 'post-payments',
};

/**
 * The files whose answers a run takes over, the newest first. Whoever answers decides where rows go, so answers of others count only where they
 * may do the same by hand, and only of rows that are in the book. One's own count after undoing as well.
 */
export async function readEarlierFiles(
  tx: Tx,
  tenantId: string,
  { id, startedBy }: Pick<StoredRun, 'id' | 'startedBy'>,
): Promise<EarlierFile[]> {
  const holders = new Map<SheetKind, ReadonlySet<bigint>>();
  for (const [kind, permission] of Object.entries(NEEDED) as [SheetKind, StaffPermission][])
    holders.set(kind, new Set((await holdersOf(tx, tenantId, permission)).map(({ userId }) => userId)));
  const runs = (await readEarlierRuns(tx, tenantId)).filter((run) => run.id !== id);
  return runs.flatMap(({ state, report, plan, confirmedBy }) =>
    report.files.flatMap(({ kind, columns }) => {
      if (kind === null || confirmedBy === null) return [];
      const isIn = report.counts.some((rows) => rows.kind === kind && rows.new + rows.changed > 0);
      const isTrusted =
        confirmedBy === startedBy || (state === 'done' && holders.get(kind)?.has(confirmedBy));
      return isIn && isTrusted ? [{ kind, columns, plan }] : [];
    }),
  );
}

/** The files of a run as it was checked, with what was said of them then. */
export const checkedFiles = ({ report, plan }: Pick<StoredRun, 'report' | 'plan'>): EarlierFile[] =>
  report.files.flatMap(({ kind, columns }) => (kind === null ? [] : [{ kind, columns, plan }]));

const headerOf = (columns: readonly string[]) => [...columns].toSorted().join('\n');

const fileLike = (earlier: readonly EarlierFile[], headers: readonly string[]): EarlierFile | undefined =>
  earlier.find(({ columns }) => headerOf(columns.map(({ name }) => name)) === headerOf(headers));

/** The columns of the last file with the same header. */
export const rememberedIn =
  (earlier: readonly EarlierFile[]): Remembered =>
  (headers) => {
    const file = fileLike(earlier, headers);
    if (!file) return null;
    return {
      kind: file.kind,
      columns: file.columns.flatMap(({ name, field, unit }) =>
        field === null ? [] : [{ name, field, ...(unit && { unit }) }],
      ),
    };
  };

/** Where mail goes is typed for each new investor or broker, and said again for another one. */
const ADDRESSES: readonly string[] = ['esign_email', 'email', SHARED_ADDRESS];

/** What words and names mean, and the constants, are taken over as well, until somebody says something else. */
export function withEarlierWords(
  plan: RunPlan,
  earlier: readonly EarlierFile[],
  headers: readonly (readonly string[])[],
): RunPlan {
  if (plan.files.length > 0 || plan.meanings.length > 0 || plan.constants.length > 0) return plan;
  const files = headers.flatMap((header) => fileLike(earlier, header) ?? []);
  return {
    ...plan,
    meanings: files.flatMap(({ kind, plan: said }) =>
      said.meanings.filter((one) => one.kind === kind && !one.isNamesake && !ADDRESSES.includes(one.field)),
    ),
    constants: files.flatMap(({ kind, plan: said }) => said.constants.filter((one) => one.kind === kind)),
  };
}
