import type { Tx } from '../../platform/db/database.ts';

/** For how many months after its last use personal data is kept, as the tenant decides. */
export interface RetentionMonths {
  /** Of people and of merchants without a funded deal. */
  retentionMonths: number;
  /** Of the records of funded deals, which are part of the funder's books. */
  dealRecordsMonths: number;
}

/** A subject whose time is over. Files are counted apart, because they are in the file storage. */
export interface PastSubject {
  id: bigint;
  fileCount: number;
}

/** One kind of data that is removed when its time is over. */
export interface DisposalKind {
  /** In the plural, as the command and the audit trail name it. */
  name: string;
  reason(months: RetentionMonths): string;
  /** The subjects of the tenant whose time is over, or the given one if its time is over. */
  find(tx: Tx, tenantId: string, only?: bigint): Promise<PastSubject[]>;
  /** Locks the subject, so that what `find` says about it afterwards holds until the end of the transaction. */
  lock(tx: Tx, tenantId: string, id: bigint): Promise<void>;
  /** Removes the data in the caller's transaction, with the audit events. What is stored elsewhere is left to jobs. */
  remove(tx: Tx, tenantId: string, id: bigint): Promise<void>;
}
