import { sql } from 'kysely';
import { readCorrected } from '../../shared/domain/change-notices.ts';
import { lockLedgerExclusively } from '../ledger/ledger-lock.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { correctedInWords, receiveNotice } from './receive-notice.ts';
import { returnEntry } from './settle-run.ts';

/** What a bank says about an entry: it came back, or its account has changed. */
export interface BankNotice {
  traceNumber: string;
  /** R and two digits for a return, C and two digits for a change. */
  code: string;
  /** Of a change: what the bank says is right, as it stands in the file. */
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
    const corrected = type === '98' ? line.slice(35, 64).trimEnd() : null;
    return [{ traceNumber, code, corrected }];
  });
}

export interface ReadNotice {
  traceNumber: string;
  code: string;
  /** Of a change: what the bank says is right, with the last four digits of numbers. */
  corrected: string | null;
  /**
   * `entered` also for one that was entered before; `notice` for a change, which waits now; `unknown` if no run has this trace number; `other code`
   * if it came back with another code; `other numbers` if a notification with this code says something else.
   */
  result: 'entered' | 'notice' | 'other code' | 'other numbers' | 'unknown';
}

/** Enters every return and every notification of change of a bank's file. One that is not ours or was entered otherwise keeps none of the others from being entered. */
export async function enterReturnFile(
  tx: Tx,
  tenantId: string,
  { text, encryption }: { text: string; encryption: Encryption },
  by: DeskUser,
): Promise<ReadNotice[]> {
  const notices = readNotices(text);
  const read: ReadNotice[] = [];
  // Each entry locks a cash account and records an event, in the bank's order. Whoever has the next account and waits to record could deadlock.
  await lockLedgerExclusively(tx, tenantId);
  await lockPaid(tx, tenantId, notices);
  for (const { traceNumber, code, corrected } of notices) {
    if (corrected === null) {
      const entering = returnEntry(tx, tenantId, { traceNumber, returnCode: code }, by);
      read.push({ traceNumber, code, corrected, result: await resultOf(entering, 'entered') });
    } else {
      const said = readCorrected(code, corrected);
      const entering = receiveNotice(tx, tenantId, encryption, { traceNumber, code, said }, by);
      const result = await resultOf(entering, 'notice');
      read.push({ traceNumber, code, corrected: correctedInWords(said), result });
    }
  }
  return read;
}

/**
 * An entry refers to its syndicate and to the people who are told of it. Whoever changes an account or a permission has one of these locked
 * and waits to record, so they are locked before anything is recorded here.
 */
async function lockPaid(tx: Tx, tenantId: string, notices: readonly BankNotice[]): Promise<void> {
  const paid = sql`
    select syndicate_id from payout_run_items
    where tenant_id = ${tenantId}::uuid and trace_number = any(${notices.map(({ traceNumber }) => traceNumber)}::text[])`;
  await sql`
    select from syndicates where tenant_id = ${tenantId}::uuid and id in (${paid}) order by id for key share`.execute(
    tx,
  );
  await sql`
    select from memberships where tenant_id = ${tenantId}::uuid and syndicate_id in (${paid}) order by user_id for key share`.execute(
    tx,
  );
}

async function resultOf(
  entering: Promise<unknown>,
  done: 'entered' | 'notice',
): Promise<ReadNotice['result']> {
  try {
    await entering;
    return done;
  } catch (error) {
    // All are found before anything is written.
    if (error instanceof Refusal && error.code === 'payout_unknown') return 'unknown';
    if (error instanceof Refusal && error.code === 'payout_returned_otherwise') return 'other code';
    if (error instanceof Refusal && error.code === 'notice_received_otherwise') return 'other numbers';
    throw error;
  }
}
