import type { ImportKind } from '../../../shared/contract/operator-imports.ts';
import { wordKey } from '../../../shared/domain/cell-values.ts';
import type { ProblemFix, SheetKind } from '../../../shared/domain/import-runs.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TextRecord } from '../../platform/records/read-csv.ts';
import { type NamedRow, ownNameOf } from '../external-ids.ts';
import type { AddressOwners } from './address-owners.ts';
import type { BrokersOfRun, KnownSyndicates } from './known-book.ts';
import type { Meaning, RunPlan } from './plan.ts';
import type { Problems } from './problems.ts';
import { type FieldRow, readConstant } from './read-fields.ts';

/** What the mappers of the kinds share: the plan, what is wrong, and the rows of our own files that they make. */
export interface MappingWork {
  tx: Tx;
  tenantId: string;
  tenantName: string;
  plan: RunPlan;
  problems: Problems;
  syndicates: KnownSyndicates;
  /** What somebody has said that a value of a field means. */
  meant: (kind: SheetKind, field: string, value: string) => Meaning | undefined;
  /** The open investors of the book with a name like this one, as meanings. */
  similar: (name: string) => string[];
  /** The other name in these files that a new name may be a spelling of, as a meaning. */
  spelling: (name: string) => string[];
  /** Whose the addresses are that mail about money goes to. */
  addresses: AddressOwners;
  brokers: BrokersOfRun;
  records: Map<ImportKind, TextRecord[]>;
  /** By kind and number. */
  named: Map<string, NamedRow>;
  /** Of the deals that this run has: external id and commission. */
  dealsOfRun: Map<string, { externalId: string; commissionPercent: string | undefined }>;
  /** What the files of this run call their deals, also those that cannot be imported yet. */
  dealsInFiles: ReadonlySet<string>;
  /** The external ids of the investors that the files of this run have, by the key of what they call them. */
  syndicatesOfRun: Map<string, Set<string>>;
  /** Those of them that can be imported. */
  syndicatesReady: Set<string>;
}

export function constantOf({ plan }: MappingWork, kind: SheetKind, field: string): string | undefined {
  const given = plan.constants.find((constant) => constant.kind === kind && constant.field === field);
  return given && readConstant(plan, given);
}

export function addRecord({ records }: MappingWork, kind: ImportKind, record: TextRecord): void {
  const known = records.get(kind);
  if (known) known.push(record);
  else records.set(kind, [record]);
}

/** What is said of the values of a field. Of two that are said of one value the first counts. */
export function meaningsIn({ meanings }: RunPlan): MappingWork['meant'] {
  const keyOf = (kind: SheetKind, field: string, value: string) => `${kind} ${field} ${wordKey(value)}`;
  const said = new Map(meanings.toReversed().map((one) => [keyOf(one.kind, one.field, one.value), one]));
  return (kind, field, value) => said.get(keyOf(kind, field, value));
}

/** Each file of a kind has lines of its own: the second one's begin here, so that one number tells both. */
const LINES_PER_FILE = 10_000_000;

export const lineIn = (fileIndex: number, line: number): number => fileIndex * LINES_PER_FILE + line;

export const placeOf = (line: number): { fileIndex: number; line: number } => ({
  fileIndex: Math.floor(line / LINES_PER_FILE),
  line: line % LINES_PER_FILE,
});

/** The cells of some fields, of those that the row speaks of. */
export const pick = (
  values: Readonly<Record<string, string>>,
  fields: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
  );

/** The portal's rows have an external id only if they were imported; others get one. */
export function externalIdOf(
  { named }: MappingWork,
  kind: ImportKind,
  row: { id: bigint; externalId: string | null },
): string {
  if (row.externalId !== null) return row.externalId;
  const externalId = ownNameOf(row.id);
  named.set(`${kind} ${row.id}`, { kind, externalId, id: row.id });
  return externalId;
}

interface RowProblem {
  field: string;
  reason: string;
  value?: string | undefined;
  suggested?: string[];
  fix?: ProblemFix | null;
  isNamesake?: boolean;
}

export function addProblem({ problems }: MappingWork, { sheet, line }: FieldRow, problem: RowProblem): void {
  problems.add({ kind: sheet.kind, fileName: sheet.name, line, ...problem });
}
