import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type ReturnedEntry, returnEntry } from './settle-run.ts';

/** What a bank says about an entry: it came back, or its account has changed. */
export interface BankNotice {
  traceNumber: string;
  /** R and two digits for a return, C and two digits for a change. */
  code: string;
  /** Of a change: what the bank says is right, as it wrote it. */
  corrected: string | null;
}

const LINE = 94;

/** The addenda of a bank's file of returns (type 99) and notifications of change (type 98), in its order. */
export function readNotices(text: string): BankNotice[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.some((line) => line.length > LINE) || !lines[0]?.startsWith('101'))
    throw new Refusal('return_file_unreadable');
  return lines.flatMap((line) => {
    const [, type, code = '', traceNumber = ''] = /^7(98|99)([RC]\d{2})(\d{15})/.exec(line) ?? [];
    if (type === undefined || (type === '99') !== code.startsWith('R')) return [];
    const corrected = type === '98' ? line.slice(35, 64).trim() : null;
    return [{ traceNumber, code, corrected }];
  });
}

export interface ReadNotice extends BankNotice {
  /** `entered` also for one that was entered before; `unknown` if no run has this trace number; `other code` if it came back with another code. */
  result: 'entered' | 'notice' | 'other code' | 'unknown';
}

/** Enters every return of a bank's file. One that is not ours or was entered otherwise keeps none of the others from being entered. */
export async function enterReturnFile(
  tx: Tx,
  tenantId: string,
  text: string,
  by: DeskUser,
): Promise<ReadNotice[]> {
  const read: ReadNotice[] = [];
  for (const notice of readNotices(text)) {
    const { traceNumber, code, corrected } = notice;
    const result =
      corrected === null ? await enter(tx, tenantId, { traceNumber, returnCode: code }, by) : 'notice';
    read.push({ ...notice, result });
  }
  return read;
}

async function enter(
  tx: Tx,
  tenantId: string,
  entry: ReturnedEntry,
  by: DeskUser,
): Promise<'entered' | 'other code' | 'unknown'> {
  try {
    await returnEntry(tx, tenantId, entry, by);
    return 'entered';
  } catch (error) {
    // Both are found before anything is written.
    if (error instanceof Refusal && error.code === 'payout_unknown') return 'unknown';
    if (error instanceof Refusal && error.code === 'payout_returned_otherwise') return 'other code';
    throw error;
  }
}
