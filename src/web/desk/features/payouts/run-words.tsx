import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import type { ItemReason, RunOutcome, RunState } from '../../../../shared/domain/payout-runs.ts';
import { FILE_REFUSED } from '../../../../shared/domain/payout-states.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import type { Run, RunItem } from './payouts.api.ts';

const STATES: Readonly<Record<RunState, readonly [tone: StatusTone, words: string]>> = {
  draft: ['watch', 'Waits for approval'],
  approved: ['watch', 'Approved, no file yet'],
  'file made': ['good', 'File made'],
  settled: ['good', 'Settled'],
  discarded: ['closed', 'Discarded'],
};

export const RunChip = ({ state, isRefused }: { state: RunState; isRefused: boolean }) => {
  if (isRefused) return <Chip tone="bad">File refused</Chip>;
  const [tone, words] = STATES[state];
  return <Chip tone={tone}>{words}</Chip>;
};

const OUTCOMES: Readonly<Record<RunOutcome, readonly [tone: StatusTone, words: string]>> = {
  'in file': ['good', 'In the file'],
  kept: ['closed', 'Kept'],
  held: ['watch', 'Held, bank change'],
  blocked: ['bad', 'Blocked'],
  carried: ['bad', 'Carried forward'],
};

const REASONS: Readonly<Partial<Record<ItemReason, string>>> = {
  'no account': 'Blocked, no account',
  'type unknown': 'Blocked, type unknown',
  'other account': 'Blocked, another account',
  'too large': 'Blocked, too large',
  name: 'Blocked, name',
  returned: 'Blocked, returned before',
  'not covered': 'Blocked, not covered',
  'not reconciled': 'Held, not reconciled',
};

interface OutcomeChipProps {
  item: RunItem;
  /** Of a run that the bank has paid. */
  isSettled: boolean;
}

export function OutcomeChip({ item: { outcome, reason, returnCode }, isSettled }: OutcomeChipProps) {
  if (returnCode === FILE_REFUSED) return <Chip tone="bad">File refused</Chip>;
  if (returnCode !== null) return <Chip tone="bad">Returned, {returnCode}</Chip>;
  if (isSettled && outcome === 'in file') return <Chip tone="good">Paid</Chip>;
  const [tone, words] = OUTCOMES[outcome];
  return <Chip tone={tone}>{REASONS[reason] ?? words}</Chip>;
}

export const titleOf = ({ payDate }: Pick<Run, 'payDate'>): string => `Payout run, ${formatDate(payDate)}`;

/** How many lines and syndicates a run has. */
export function sizeOf(items: readonly RunItem[]): string {
  const syndicates = new Set(items.map(({ syndicateId }) => syndicateId)).size;
  const lines = items.reduce((sum, { lineCount }) => sum + lineCount, 0);
  return `${countOf(syndicates, 'syndicate')}, ${countOf(lines, 'payout line')}`;
}

/** Why somebody gets nothing by this file, and what becomes of it. */
export function whyOf({ syndicateName, outcome, reason, kind }: RunItem): string | null {
  if (kind === 'withdrawal' && reason === 'other account')
    return `${syndicateName} asked for a withdrawal to the account that it had then. It has changed since, so please have it asked for again.`;
  if (reason === 'not reconciled')
    return `The figures of ${syndicateName} don't reconcile, so two people left it out. The money joins a later run.`;
  if (outcome === 'held')
    return `${syndicateName} has a change of bank account that waits. The money joins the first run after it.`;
  if (outcome === 'carried')
    return `${syndicateName} owes this: reversals exceed what its deals brought. It is taken from its next payouts, nothing is debited.`;
  if (reason === 'no account')
    return `${syndicateName} has no bank account yet. The money joins a later run.`;
  if (reason === 'type unknown')
    return `Nobody has said yet whether the account of ${syndicateName} is checking or savings, and whose it is.`;
  if (reason === 'too large') return `The amount of ${syndicateName} is larger than an entry of a bank file.`;
  if (reason === 'returned')
    return `The bank has returned money of ${syndicateName}. It is sent again once its account has changed or somebody says that it is right.`;
  if (reason === 'name')
    return `The name of ${syndicateName} has no letters that a bank file can say. Please set the name of the account's holder.`;
  if (reason === 'not covered')
    return `The cash account of ${syndicateName} no longer covers this withdrawal. It stays asked for.`;
  return null;
}
