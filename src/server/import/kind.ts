import type * as z from 'zod';
import type { ImportKind } from '../../shared/contract/operator-imports.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import type { DB } from '../platform/db/schema.ts';
import type { Problem } from '../platform/records/problem.ts';
import type { Reference } from './columns.ts';
import { RowRefusal } from './row-refusal.ts';
import type { NamedFile, StatementFiles } from './statement-files.ts';

export interface RowContext {
  tx: Tx;
  tenantId: string;
  files: StatementFiles;
  /** Null when nothing in this import has to be encrypted. */
  encryption: Encryption | null;
  /** Recorded in the audit trail. */
  operator: Operator;
  /**
   * Postpones work that records audit events until all rows have been imported, because an audit event blocks all other
   * events of the tenant until the transaction ends. The task is not run in a dry run, nor when bad rows keep everything
   * from being imported.
   */
  afterAllRows(task: () => Promise<void>): void;
  /** The id of an existing row. The import has checked the reference before calling the kind. */
  idOf(reference: Reference): bigint;
  idOf(reference: Reference | null | undefined): bigint | null;
}

/** Describes the columns of a kind, for validation and for the reference page. */
export interface KindDescription<S extends z.ZodObject = z.ZodObject> {
  /** Also the name of its file. */
  name: ImportKind;
  about: string;
  schema: S;
  /** Its rows contain bank numbers, which no report, log or file may contain, even when they are in the wrong column. */
  hasBankNumbers?: true;
  describe: { [K in keyof S['shape']]: string };
  /** The examples of all kinds together are a small book that can be imported. */
  examples: readonly Partial<Record<keyof S['shape'] & string, string>>[];
}

/** A column of a row that is another after the import, as the report and the audit trail show it. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** The row already existed without an external id, so it is changed, or unchanged if nothing of it is another, and not new. */
export interface ExistingRow {
  existingId: bigint;
  changes: readonly FieldChange[];
}

export type Warning = Omit<Problem, 'line'>;

/** How a re-imported row was compared with what was imported last. */
export interface RowComparison {
  /** True when it is known that the row says something else, but not in which columns: all that it speaks of count as changed. */
  isWhole: boolean;
  /** Reports something about a row that is imported nevertheless. */
  warn(warning: Warning): void;
}

/** A kind that is imported row by row. */
export interface Kind<S extends z.ZodObject = z.ZodObject> extends KindDescription<S> {
  /** The table whose rows it changes. Their old and new values are recorded. Kinds that record their changes otherwise have none. */
  changesOf?: keyof DB;
  /** True when its rows lock deals or syndicates in the ledger, in the order of the file. */
  locksLedger?: true;
  /** The file that a row names, for kinds whose rows may name one. It is prepared before the transaction begins. */
  fileOf?(row: z.output<S>): NamedFile;
  create(work: RowContext, row: z.output<S>): Promise<bigint | ExistingRow>;
  /** Adds many rows in one statement, or none of them. Answers in the same order, for each what `create` would. */
  createAll?(work: RowContext, rows: readonly z.output<S>[]): Promise<(bigint | ExistingRow)[]>;
  /** The fields that hold its columns, where their names differ from the columns' own (stored-fields.ts). */
  storedAs?: { readonly [K in keyof S['shape']]?: string };
  /**
   * Handles a re-imported row. It applies the columns that say something else than last time, or refuses those that may not change, and leaves
   * everything else as it is stored. It returns what it changes outside of the row of `changesOf`.
   */
  change(
    work: RowContext,
    id: bigint,
    row: z.output<S>,
    changed: ReadonlySet<string>,
    comparison: RowComparison,
  ): Promise<readonly FieldChange[] | undefined>;
  /**
   * Hashes that recognize an unchanged row, for rows whose plain hash would reveal too much. The first one is stored. A
   * row that matches one of the others is unchanged too, and the first is stored for it from then on.
   */
  contentHashes?(work: RowContext, row: z.output<S>): [Buffer, ...Buffer[]];
  /** For each constraint of the table that a row can violate: the column to report, and the message. */
  taken?: Readonly<Record<string, readonly [column: string, reason: string]>> | undefined;
}

/** The columns that a file may leave out. */
export const optionalColumns = ({ schema }: Pick<KindDescription, 'schema'>): ReadonlySet<string> =>
  new Set(Object.keys(schema.shape).filter((column) => schema.shape[column]?.safeParse(undefined).success));

export const defineKind = <S extends z.ZodObject>(kind: Kind<S>): Kind<S> => kind;

/** Refuses a change of values that must stay the same, naming the first column that differs. */
export function requireUnchanged(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  reason: string,
): void {
  for (const [column, value] of Object.entries(now)) {
    if (String(before[column] ?? '') !== String(value ?? '')) throw new RowRefusal(column, reason);
  }
}
