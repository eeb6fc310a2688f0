import { ABOVE_LIMIT } from './money-limits.ts';

/** How a return came in: in a bank's file, or typed in by hand. Both are entered the same way. */
export const RETURN_SOURCES = ['file', 'typed'] as const;
export type ReturnSource = (typeof RETURN_SOURCES)[number];

/** Nothing of a file counts while it is only read. */
export const RETURN_FILE_STATES = ['read', 'entered', 'discarded'] as const;
export type ReturnFileState = (typeof RETURN_FILE_STATES)[number];

/** What an entry of a file was found to be. Only one that is `ours` can be entered. */
export const RETURN_FINDINGS = [
  'ours',
  'already entered',
  'other code',
  'other numbers',
  'file refused',
  'twice in file',
  'code unknown',
  'other company',
  'other routing',
  'other class',
  'debit',
  'unknown trace',
  'other receiver',
  'other amount',
] as const;
export type ReturnFinding = (typeof RETURN_FINDINGS)[number];

/** What is true of an entry that went out, as far as a return has to agree with it. */
export interface SentEntry {
  companyId: string;
  routingNumber: string;
  individualId: string;
  amount: bigint;
  /** The code with which it came back. */
  returnCode: string | null;
}

/** What a bank's entry says about one of ours. */
export interface ReturnedEntry extends Omit<SentEntry, 'returnCode'> {
  code: string;
  entryClass: string;
  /** It gives back a debit. All of ours are credits. */
  isDebit: boolean;
}

export const isNotice = ({ code }: Pick<ReturnedEntry, 'code'>): boolean => code.startsWith('C');

/** Whether what a return says whose entry it was disagrees with what went out; null where all of it agrees. A notification has no amount. */
export function disagreement(
  entry: ReturnedEntry,
  sent: Omit<SentEntry, 'returnCode'>,
): ReturnFinding | null {
  if (entry.companyId !== sent.companyId) return 'other company';
  if (entry.routingNumber !== sent.routingNumber) return 'other routing';
  if (!CLASSES.includes(entry.entryClass) && !(isNotice(entry) && entry.entryClass === 'COR'))
    return 'other class';
  if (entry.isDebit) return 'debit';
  if (entry.individualId !== sent.individualId) return 'other receiver';
  return isNotice(entry) || entry.amount === sent.amount ? null : 'other amount';
}

/** Those that files of payouts have. */
const CLASSES: readonly string[] = ['CCD', 'PPD'];

/** After so many bank days money that was paid does not come back because one person says so. */
export const LATE_AFTER_BANK_DAYS = 5;

/** Why a second person is needed to enter a return or to take one back. */
export const RETURN_SECOND_PERSON = [...ABOVE_LIMIT, 'paid long ago', 'below zero'] as const;
export type ReturnSecondPerson = (typeof RETURN_SECOND_PERSON)[number];
