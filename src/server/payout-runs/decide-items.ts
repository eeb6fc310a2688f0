import { createHash } from 'node:crypto';
import type { Cents } from '../../shared/domain/money.ts';
import type {
  AccountType,
  CountedItem,
  HolderKind,
  ItemReason,
  RunOutcome,
} from '../../shared/domain/payout-runs.ts';
import { isSayable, MOST_PER_ENTRY } from './nacha-file.ts';

/** The account that a syndicate's money goes to, without its numbers. */
export interface SendTo {
  bankName: string;
  accountNumberLast4: string;
  accountType: AccountType | null;
  holderKind: HolderKind | null;
  /** The syndicate's own where no other is told. */
  holderName: string;
  /** Changes whenever the account does. */
  changedAt: Date;
}

export interface DueSyndicate {
  syndicateId: bigint;
  lineCount: number;
  gross: Cents;
  managementFee: Cents;
  ledger: Cents;
  carriedIn: Cents;
  releasedIn: Cents;
  returnedIn: Cents;
  /** It has a cash account that keeps the payouts of this date. */
  isKept: boolean;
  sendTo: SendTo | null;
  isChanging: boolean;
  /** The bank has returned something since anybody said that the account is right. */
  isRefusing: boolean;
}

export interface DueWithdrawal {
  withdrawalId: bigint;
  syndicateId: bigint;
  amount: Cents;
  /** The account that it was asked to; null where that is not known. */
  askedLast4: string | null;
  askedAt: Date;
  /** What its cash account holds today. */
  posted: Cents;
  sendTo: SendTo | null;
  isChanging: boolean;
  /** The bank has returned something since anybody said that the account is right. */
  isRefusing: boolean;
}

export interface RunItem extends CountedItem {
  syndicateId: bigint;
  withdrawalId: bigint | null;
  lineCount: number;
  gross: Cents;
  managementFee: Cents;
  reason: ItemReason;
  sendTo: SendTo | null;
}

/** What becomes of an amount that is not kept. What is negative is taken from the next payouts; nobody is debited. */
function outcomeOf(
  amount: Cents,
  { sendTo, isChanging, isRefusing }: Pick<DueSyndicate, 'sendTo' | 'isChanging' | 'isRefusing'>,
): { outcome: RunOutcome; reason: ItemReason } {
  if (amount <= 0n) return { outcome: 'carried', reason: '' };
  if (isChanging) return { outcome: 'held', reason: 'bank change pending' };
  if (sendTo === null) return { outcome: 'blocked', reason: 'no account' };
  if (sendTo.accountType === null || sendTo.holderKind === null)
    return { outcome: 'blocked', reason: 'type unknown' };
  if (isRefusing) return { outcome: 'blocked', reason: 'returned' };
  if (!isSayable(sendTo.holderName)) return { outcome: 'blocked', reason: 'name' };
  return amount > MOST_PER_ENTRY
    ? { outcome: 'blocked', reason: 'too large' }
    : { outcome: 'in file', reason: '' };
}

/** Nothing of somebody whose figures differ goes to the bank. */
export const heldBack = (item: RunItem): RunItem =>
  item.outcome === 'in file' ? { ...item, outcome: 'held', reason: 'not reconciled' } : item;

const NOTHING_IN = { carriedIn: 0n, releasedIn: 0n, returnedIn: 0n } as const;

/** The items of a syndicate: one, or two where a cash account keeps the payout and earlier runs left something for the bank. */
export function itemsOfSyndicate(due: DueSyndicate): RunItem[] {
  const { syndicateId, lineCount, gross, managementFee, ledger, carriedIn, releasedIn, returnedIn } = due;
  const broughtIn = carriedIn + releasedIn + returnedIn;
  const isBroughtIn = [carriedIn, releasedIn, returnedIn].some((part) => part !== 0n);
  const of = { syndicateId, withdrawalId: null, sendTo: due.sendTo };
  const ofDate = { ...of, kind: 'payout', lineCount, gross, managementFee, ledger } as const;
  const parts = { carriedIn, releasedIn, returnedIn };
  if (!due.isKept) {
    if (lineCount === 0 && !isBroughtIn) return [];
    const amount = ledger + broughtIn;
    return [{ ...ofDate, ...parts, amount, ...outcomeOf(amount, due) }];
  }
  const items: RunItem[] =
    lineCount === 0
      ? []
      : [{ ...ofDate, ...NOTHING_IN, amount: ledger, outcome: 'kept', reason: '', sendTo: null }];
  const nothing = { lineCount: 0, gross: 0n, managementFee: 0n, ledger: 0n };
  if (isBroughtIn)
    items.push({
      ...of,
      ...nothing,
      ...parts,
      kind: 'owed',
      amount: broughtIn,
      // What is owed is taken from the account: no payout that it could be taken from comes here any more.
      ...(broughtIn < 0n ? ({ outcome: 'kept', reason: '' } as const) : outcomeOf(broughtIn, due)),
    });
  return items;
}

/**
 * The items of withdrawals, the oldest first: each is paid as far as its cash account covers it and those before it, after what the payouts
 * take from it.
 */
export function itemsOfWithdrawals(
  withdrawals: readonly DueWithdrawal[],
  payouts: readonly RunItem[],
): RunItem[] {
  const spent = new Map<bigint, Cents>();
  for (const { kind, outcome, syndicateId, amount } of payouts)
    if (kind === 'owed' && outcome === 'kept') spent.set(syndicateId, -amount);
  return withdrawals.map((due) => {
    const { syndicateId, withdrawalId, amount, sendTo, posted } = due;
    const decided = outcomeOfWithdrawal(due, posted - (spent.get(syndicateId) ?? 0n));
    if (decided.outcome === 'in file') spent.set(syndicateId, (spent.get(syndicateId) ?? 0n) + amount);
    const nothing = { lineCount: 0, gross: 0n, managementFee: 0n, ledger: 0n, ...NOTHING_IN };
    return { ...nothing, syndicateId, withdrawalId, kind: 'withdrawal', amount, sendTo, ...decided };
  });
}

function outcomeOfWithdrawal(due: DueWithdrawal, covered: Cents): ReturnType<typeof outcomeOf> {
  const { amount, sendTo, askedLast4, askedAt } = due;
  const decided = outcomeOf(amount, due);
  if (decided.outcome !== 'in file' || sendTo === null) return decided;
  // Another account can end with the same digits. A system of the funder names none.
  const isOther =
    (askedLast4 !== null && askedLast4 !== sendTo.accountNumberLast4) || sendTo.changedAt > askedAt;
  if (isOther) return { outcome: 'blocked', reason: 'other account' };
  return amount > covered ? { outcome: 'blocked', reason: 'not covered' } : decided;
}

/** Equal for equal drafts: whoever approves names the draft that they saw, and whose file it will be where there is one. */
export function fingerprintOf(items: readonly RunItem[], originatorId: bigint | null): string {
  const isSent = items.some(({ outcome }) => outcome === 'in file');
  const told = items.map(({ sendTo, ...item }) =>
    [
      ...Object.entries(item)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, value]) => String(value)),
      sendTo &&
        `${sendTo.accountNumberLast4} ${sendTo.accountType} ${sendTo.holderKind} ${sendTo.holderName} ${+sendTo.changedAt}`,
    ].join('|'),
  );
  return createHash('sha256')
    .update([...told, isSent && `originator ${originatorId}`].join('\n'))
    .digest('hex')
    .slice(0, 32);
}
