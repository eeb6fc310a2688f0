import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { noticeInWords } from '../../../../shared/domain/change-notices.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { FILE_REFUSED } from '../../../../shared/domain/payout-states.ts';
import { returnCodeWords } from '../../../../shared/domain/return-codes.ts';
import type { ReturnFinding, ReturnSecondPerson } from '../../../../shared/domain/return-files.ts';
import { formatMoment } from '../../../lib/moment.ts';
import type { ReturnEntry, RunItem } from './payouts.api.ts';

/** Why an entry cannot be entered. */
const FINDINGS: Readonly<Record<Exclude<ReturnFinding, 'ours'>, string>> = {
  'already entered': 'Already entered',
  'other code': 'Entered with another code',
  'other numbers': 'Notification says something else',
  'file refused': 'NACHA file was rejected',
  'twice in file': 'Twice in this file',
  'code unknown': 'Unknown return code',
  'other company': 'Another company',
  'other routing': 'Another bank',
  'other class': 'Another entry class',
  debit: 'Returned debit',
  'unknown trace': 'Unknown trace',
  'other receiver': 'Another receiver',
  'other amount': 'Another amount',
};

export const findingWords = (finding: ReturnFinding): string =>
  finding === 'ours' ? 'Ours' : FINDINGS[finding];

/** Whether it is someone else's entry, although its trace number can be one of ours. */
export const isOfAnother = (finding: ReturnFinding): boolean =>
  ['other company', 'other routing', 'other class', 'debit', 'unknown trace', 'other receiver'].includes(
    finding,
  );

/** The value in which an entry that cannot be entered differs. */
export function differenceOf({ finding, companyId, routingNumber, individualId, sent }: ReturnEntry): string {
  const like = sent && isOfAnother(finding) ? ` · trace of ${sent.syndicateName}` : '';
  if (finding === 'other company') return `Company ID ${companyId}${like}`;
  if (finding === 'other routing') return `Routing number ${routingNumber}${like}`;
  if (finding === 'other receiver') return `Individual ID ${individualId}${like}`;
  const isEntered = finding === 'already entered' || finding === 'other code';
  if (isEntered && sent?.returnedAt) return `${sent.returnCode}, ${formatMoment(sent.returnedAt)}`;
  return sent ? sent.syndicateName : '';
}

export const codeInWords = (code: string): string =>
  code.startsWith('C') ? `${code} ${noticeInWords(code)}` : returnCodeWords(code);

export interface WhoCan {
  secondPerson: ReturnSecondPerson | null;
  limitDollars: number;
  alone: bigint;
  deciders: readonly string[];
}

/** Why another approver is required, and who can approve; null where one person can do it. */
export function approverWords({ secondPerson, limitDollars, alone, deciders }: WhoCan): string | null {
  if (secondPerson === null) return null;
  const limit = formatMoney(BigInt(limitDollars) * 100n);
  const why = {
    'over limit': `It is above ${limit}, the limit of one person.`,
    'over limit of the day': `You entered ${formatMoney(alone)} today. The limit of one person is ${limit} a day.`,
    'paid long ago': 'The bank paid it more than 5 bank days ago.',
    'below zero': 'The cash account would go below zero.',
  }[secondPerson];
  const who =
    deciders.length > 0
      ? `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(deciders)} can approve.`
      : 'No one else can approve yet. An administrator can give someone the permission.';
  return `${why} ${who}`;
}

/** 'Sent before: 11/18/2026, returned R03 (typed in by Ingrid Solberg)'. */
export function sentBeforeWords({
  payDate,
  returnCode,
  source,
  byName,
}: Omit<RunItem['sentBefore'][number], 'amount'>): string {
  const day = formatDate(payDate);
  if (returnCode === FILE_REFUSED) return `Sent before: ${day}, NACHA file rejected`;
  const by =
    source === null ? '' : ` (${source === 'typed' ? 'typed in by' : 'return file read by'} ${byName})`;
  return `Sent before: ${day}, returned ${returnCode}${by}`;
}
