import type { Cents } from '../../shared/domain/money.ts';
import type { DeskUser, Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';

export interface Subject {
  tenantId: string;
  approvalId: bigint;
  subjectId: bigint;
  /** What exactly was asked for, of a kind whose subject does not say it. */
  details: unknown;
  askedByName: string;
}

export interface ApprovalTable {
  columns: string[];
  rows: string[][];
}

/** One of the facts that whoever decides compares, such as the amount. */
export interface Fact {
  label: string;
  value: string;
}

/** What it does to one investor. */
export interface Effect {
  investor: string;
  before: Cents;
  after: Cents;
}

export interface Kind {
  /** The subject in the audit trail. */
  subject: (subjectId: bigint) => string;
  /** What is asked for, as whoever decides reads it. */
  describe: (tx: Tx, subject: Subject) => Promise<string>;
  /** The same as facts: what it is about, what it is now, what it becomes, from when. */
  facts: (tx: Tx, subject: Subject) => Promise<Fact[]>;
  /** What it does to the balances of investors, where it does. */
  effects?: (tx: Tx, subject: Subject) => Promise<Effect[]>;
  /** What exactly it changes, row by row, where a sentence does not say it. */
  tabulate?: (tx: Tx, subject: Subject) => Promise<ApprovalTable>;
  /** Who brought in what it is about, beside who asks: they do not approve it either. */
  sources?: (tx: Tx, subject: Pick<Subject, 'tenantId' | 'subjectId'>) => Promise<readonly bigint[]>;
  /** Does it, in the transaction in which it was approved. It may claim others, so only the record of the approval comes after it. */
  perform: (tx: Tx, subject: Subject, operator: Operator) => Promise<Performed>;
}

/** What else happened instead, in words; the path of a link that is shown once, to whoever approves; or null when it was done as asked. */
export type Performed = string | { path: string } | null;

/** Approvals are given at the desk alone. */
export function requireDeskUser(operator: Operator): DeskUser {
  if (operator.via !== 'desk') throw new Error('Only staff at the desk approve this.');
  return operator;
}
