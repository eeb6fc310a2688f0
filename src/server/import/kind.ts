import type * as z from 'zod';
import type { ImportKind } from '../../shared/contract/operator-imports.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Reference } from './columns.ts';
import { RowRefusal } from './row-refusal.ts';
import type { NamedFile, StatementFiles } from './statement-files.ts';

export interface Work {
  tx: Tx;
  tenantId: string;
  files: StatementFiles;
  /** Null where nothing that comes has to be encrypted. */
  encryption: Encryption | null;
  /** For the audit trail. */
  operator: Operator;
  /**
   * Puts off what leaves an event in the audit trail: an event keeps everybody else's of the tenant waiting to the end of the
   * transaction, so it comes when all rows have been taken. Not done in a dry run, nor if bad rows keep everything out.
   */
  lastly(task: () => Promise<void>): void;
  /** Of a row that is there: the import has looked before it asks for anything to be done. */
  idOf(reference: Reference): bigint;
  idOf(reference: Reference | undefined): bigint | null;
}

/** What each file says of itself, for whoever reads it and for the page that explains it. */
export interface Layout<S extends z.ZodObject = z.ZodObject> {
  /** Also the name of its file. */
  name: ImportKind;
  about: string;
  schema: S;
  /** Its rows have numbers that no report, log or file of ours may hold, also where they stand in the wrong column. */
  hidesNumbers?: true;
  describe: { [K in keyof S['shape']]: string };
  /** Together, those of all kinds are a small book that can be imported. */
  examples: readonly Partial<Record<keyof S['shape'] & string, string>>[];
}

/** What was there already, by another way than an import: it is changed and not new. */
interface Adopted {
  adopted: bigint;
  /** The row says what was there. */
  isUnchanged?: boolean;
}

/** What is taken row by row. */
export interface Kind<S extends z.ZodObject = z.ZodObject> extends Layout<S> {
  /** Its rows lock deals or syndicates in the ledger, in the order of the file. */
  movesLedger?: true;
  /** The file that a row names, where rows of the kind may name one. It is looked at before the transaction begins. */
  fileOf?(row: z.output<S>): NamedFile;
  create(work: Work, row: z.output<S>): Promise<bigint | Adopted>;
  /** Many at once, where there are many: all or none. Their ids in the same order. */
  createAll?(work: Work, rows: readonly z.output<S>[]): Promise<bigint[]>;
  /** The row told again with other values: takes over what may change and refuses the rest. */
  change(work: Work, id: bigint, row: z.output<S>): Promise<'unchanged' | undefined>;
  /**
   * By which a row is known to say the same again, where a plain hash of it would say too much. The first is kept; a row that is
   * known by one of the others says the same too, and is known by the first from then on.
   */
  contentHashes?(work: Work, row: z.output<S>): [Buffer, ...Buffer[]];
  /** Keys of the table by the names of their constraints: the column at fault, and the words. */
  taken?: Readonly<Record<string, readonly [column: string, reason: string]>> | undefined;
}

export const defineKind = <S extends z.ZodObject>(kind: Kind<S>): Kind<S> => kind;

/** Refuses a change of what has to stay, naming the first column that differs. */
export function requireSame(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  reason: string,
): void {
  for (const [column, value] of Object.entries(now)) {
    if (String(before[column] ?? '') !== String(value ?? '')) throw new RowRefusal(column, reason);
  }
}
