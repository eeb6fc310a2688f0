import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';

export interface Subject {
  tenantId: string;
  subjectId: bigint;
  /** What exactly was asked for, of a kind whose subject does not say it. */
  details: unknown;
  askedByName: string;
}

export interface ApprovalTable {
  columns: string[];
  rows: string[][];
}

export interface Kind {
  /** The subject in the audit trail. */
  subject: (subjectId: bigint) => string;
  /** What is asked for, as whoever decides reads it. */
  describe: (tx: Tx, subject: Subject) => Promise<string>;
  /** What exactly it changes, row by row, where a sentence does not say it. */
  tabulate?: (tx: Tx, subject: Subject) => Promise<ApprovalTable>;
  /**
   * Does it, in the transaction in which it was approved. It may claim others, so only the record of the approval comes after it. Returns what else happened instead, in
   * words, or null when it was done as asked.
   */
  perform: (tx: Tx, subject: Subject, operator: Operator) => Promise<string | null>;
}
