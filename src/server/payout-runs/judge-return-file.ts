import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { isNoticeCode } from '../../shared/domain/change-notices.ts';
import { type Cents, sumMoney } from '../../shared/domain/money.ts';
import type { AccountType, RunItemKind } from '../../shared/domain/payout-runs.ts';
import { FILE_REFUSED } from '../../shared/domain/payout-states.ts';
import { isReturnCode } from '../../shared/domain/return-codes.ts';
import {
  disagreement,
  isNotice,
  type ReturnedEntry,
  type ReturnFinding,
} from '../../shared/domain/return-files.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/today.ts';
import { readOriginator } from './originators.ts';
import { lastFoursInWords } from './receive-notice.ts';
import type { WhichReturnFile } from './return-files.queries.ts';

/** An entry that went out, which one of a file is of, or at least has the trace number of. */
export interface SentItem {
  id: bigint;
  runId: bigint;
  payDate: CalendarDate;
  syndicateId: bigint;
  syndicateName: string;
  accountNumberLast4: string | null;
  kind: RunItemKind;
  amount: Cents;
  /** The reference of the withdrawal that it is. */
  withdrawal: string | null;
  returnCode: string | null;
  returnedAt: Date | null;
  /** Since when the bank counts as having paid it. */
  paidOn: CalendarDate;
}

export interface JudgedEntry extends ReturnedEntry {
  place: number;
  traceNumber: string;
  correctedWords: string | null;
  correctedCipher: Buffer | null;
  keyId: string | null;
  finding: ReturnFinding;
  sent: SentItem | null;
}

interface Row extends ReturnedEntry {
  place: number;
  traceNumber: string;
  correctedWords: string | null;
  correctedCipher: Buffer | null;
  keyId: string | null;
  kept: ReturnFinding | null;
}

/**
 * Each entry of a file, with the one of ours that it is of and whether everything agrees: as it is now, or as it was when the file was entered.
 * Trace numbers begin anew once they are used up, so of several it is the newest with which everything agrees.
 */
export async function judgeReturnFile(tx: Tx, { tenantId, fileId }: WhichReturnFile): Promise<JudgedEntry[]> {
  const own = await readOriginator(tx, tenantId);
  const { rows } = await sql<Row & Sent>`
    select entry.place, entry.code, entry.company_id as "companyId", entry.routing_number as "routingNumber",
      entry.entry_class as "entryClass", entry.is_debit as "isDebit", entry.trace_number as "traceNumber",
      entry.individual_id as "individualId", entry.amount_cents as amount, entry.corrected_words as "correctedWords",
      entry.corrected_cipher as "correctedCipher", entry.key_id as "keyId", entry.finding as kept, sent.*
    from return_file_entries entry
    left join lateral (
      select item.id as "itemId", item.run_id as "runId", run.pay_date as "payDate", item.syndicate_id as "syndicateId",
        s.name as "syndicateName", item.account_number_last4 as "accountNumberLast4", item.kind,
        item.amount_cents as "sentAmount", asked.reference as withdrawal, item.return_code as "returnCode",
        item.returned_at as "returnedAt", coalesce(least(${dayOf(sql`run.settled_at`)}, run.effective_date), run.pay_date) as "paidOn",
        sender.company_id as "senderCompany", sender.odfi_routing as "senderRouting", notice.id as "noticeId",
        notice.account_number_last4 as "noticeAccountLast4", notice.routing_number_last4 as "noticeRoutingLast4",
        notice.account_type as "noticeType"
      from payout_run_items item
      join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
      join syndicates s on s.tenant_id = item.tenant_id and s.id = item.syndicate_id
      left join withdrawal_requests asked on asked.tenant_id = item.tenant_id and asked.id = item.withdrawal_id
      left join change_notices notice on notice.tenant_id = item.tenant_id and notice.item_id = item.id
        and notice.code = entry.code
      left join lateral (
        select named.company_id, named.odfi_routing from payout_originators named
        where named.tenant_id = run.tenant_id and named.approved_at <= run.made_at
        order by named.set_at desc, named.id desc limit 1
      ) sender on true
      where item.tenant_id = entry.tenant_id and item.trace_number = entry.trace_number
        and item.id = coalesce(entry.item_id, item.id)
      order by sender.company_id is not distinct from entry.company_id
          and sender.odfi_routing is not distinct from entry.routing_number
          and 'S' || item.syndicate_id = entry.individual_id
          and (left(entry.code, 1) = 'C' or item.amount_cents = entry.amount_cents) desc,
        run.made_at desc
      limit 1
    ) sent on true
    where entry.tenant_id = ${tenantId}::uuid and entry.file_id = ${fileId}
    order by entry.place`.execute(tx);
  const taken = new Set<string>();
  return rows.map((row) => {
    const entry = entryOf(row);
    const sent = sentOf(row);
    const finding = row.kept ?? findingOf(entry, row, own);
    const key = `${sent?.id} ${isNotice(entry) ? entry.code : 'returned'}`;
    const isTwice = row.kept === null && finding === 'ours' && taken.has(key);
    if (finding === 'ours') taken.add(key);
    return { ...entry, finding: isTwice ? 'twice in file' : finding, sent };
  });
}

/** Null in each where no entry of ours has the trace number. */
interface Sent {
  itemId: bigint | null;
  runId: bigint;
  payDate: string;
  syndicateId: bigint;
  syndicateName: string;
  accountNumberLast4: string | null;
  kind: RunItemKind;
  sentAmount: Cents;
  withdrawal: string | null;
  returnCode: string | null;
  returnedAt: Date | null;
  paidOn: string;
  senderCompany: string | null;
  senderRouting: string | null;
  noticeId: bigint | null;
  noticeAccountLast4: string | null;
  noticeRoutingLast4: string | null;
  noticeType: AccountType | null;
}

const entryOf = ({ place, code, companyId, routingNumber, entryClass, isDebit, ...row }: Row) => ({
  ...{ place, code, companyId, routingNumber, entryClass, isDebit },
  traceNumber: row.traceNumber,
  individualId: row.individualId,
  amount: row.amount,
  correctedWords: row.correctedWords,
  correctedCipher: row.correctedCipher,
  keyId: row.keyId,
});

const sentOf = (row: Sent): SentItem | null =>
  row.itemId === null
    ? null
    : {
        id: row.itemId,
        runId: row.runId,
        payDate: calendarDate(row.payDate),
        syndicateId: row.syndicateId,
        syndicateName: row.syndicateName,
        accountNumberLast4: row.accountNumberLast4,
        kind: row.kind,
        amount: row.sentAmount,
        withdrawal: row.withdrawal,
        returnCode: row.returnCode,
        returnedAt: row.returnedAt,
        paidOn: calendarDate(row.paidOn),
      };

function findingOf(
  entry: ReturnedEntry & { correctedWords: string | null },
  sent: Sent,
  own: { companyId: string; odfiRouting: string } | null,
): ReturnFinding {
  if (!isReturnCode(entry.code) && !isNoticeCode(entry.code)) return 'code unknown';
  if (sent.itemId === null) {
    if (entry.companyId !== own?.companyId) return 'other company';
    return entry.routingNumber === own.odfiRouting ? 'unknown trace' : 'other routing';
  }
  const differs = disagreement(entry, {
    companyId: sent.senderCompany ?? '',
    routingNumber: sent.senderRouting ?? '',
    individualId: individualIdOf(sent.syndicateId),
    amount: sent.sentAmount,
  });
  if (differs !== null) return differs;
  return isNotice(entry) ? findingOfNotice(entry.correctedWords, sent) : findingOfReturn(entry.code, sent);
}

function findingOfReturn(code: string, { returnCode }: Sent): ReturnFinding {
  if (returnCode === null) return 'ours';
  if (returnCode === FILE_REFUSED) return 'file refused';
  return returnCode === code ? 'already entered' : 'other code';
}

function findingOfNotice(correctedWords: string | null, sent: Sent): ReturnFinding {
  if (sent.noticeId === null) return 'ours';
  const known = lastFoursInWords({
    accountNumberLast4: sent.noticeAccountLast4,
    routingNumberLast4: sent.noticeRoutingLast4,
    accountType: sent.noticeType,
  });
  return known === correctedWords ? 'already entered' : 'other numbers';
}

/** The receiver's number with the originator, as files of payouts have it. */
export const individualIdOf = (syndicateId: bigint): string => `S${syndicateId}`;

/** Names what of a file somebody saw that could be entered. */
export interface SeenOfFile {
  returnCount: number;
  amount: Cents;
  noticeCount: number;
}

export type OurEntry = JudgedEntry & { sent: SentItem };

/** What of a file can be entered. */
export function oursOf(entries: readonly JudgedEntry[]): {
  returns: OurEntry[];
  notices: OurEntry[];
  seen: SeenOfFile;
} {
  const ours = entries.filter((entry): entry is OurEntry => entry.finding === 'ours' && entry.sent !== null);
  const returns = ours.filter((entry) => !isNotice(entry));
  const notices = ours.filter(isNotice);
  const amount = sumMoney(returns.map((entry) => entry.amount));
  return { returns, notices, seen: { returnCount: returns.length, amount, noticeCount: notices.length } };
}
