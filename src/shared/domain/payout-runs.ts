import { type Cents, sumMoney } from './money.ts';

/** What has become of a run. One that is discarded leaves its pay date to another. */
export const RUN_STATES = ['draft', 'approved', 'file made', 'settled', 'discarded'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** From its approval on, nothing more is posted for the pay date of a run. */
export const CLOSED_RUN_STATES = ['approved', 'file made', 'settled'] as const satisfies readonly RunState[];

/** What becomes of a syndicate's money in a run. */
export const RUN_OUTCOMES = ['in file', 'kept', 'held', 'blocked', 'carried'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** Of a cash account, what is owed from earlier runs is apart from the payout, which is kept; a withdrawal is no payout. */
export const RUN_ITEM_KINDS = ['payout', 'owed', 'withdrawal'] as const;
export type RunItemKind = (typeof RUN_ITEM_KINDS)[number];

/** Money that goes for the first time to an investor, or to the account that the investor has now. */
export const FIRST_PAYOUTS = ['to investor', 'to account'] as const;
export type FirstPayout = (typeof FIRST_PAYOUTS)[number];

/** Why something is not in the file. */
export const ITEM_REASONS = [
  '',
  'bank change pending',
  'no account',
  'type unknown',
  'other account',
  'too large',
  'name',
  'returned',
  'not covered',
  'not reconciled',
] as const;
export type ItemReason = (typeof ITEM_REASONS)[number];

export const ACCOUNT_TYPES = ['checking', 'savings'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** A business is paid by a CCD entry, a person by a PPD entry. */
export const HOLDER_KINDS = ['business', 'person'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

export interface CountedItem {
  kind: RunItemKind;
  outcome: RunOutcome;
  ledger: Cents;
  carriedIn: Cents;
  releasedIn: Cents;
  returnedIn: Cents;
  amount: Cents;
}

export interface RunTotals {
  ledger: Cents;
  broughtIn: Cents;
  inFile: Cents;
  kept: Cents;
  held: Cents;
  blocked: Cents;
  carried: Cents;
  /** Withdrawals are in the same file and in none of the above. */
  withdrawn: Cents;
}

/** In file + kept + held + blocked + carried out = net pay of the date + brought in, to the cent; otherwise it throws. */
export function totalsOf(items: readonly CountedItem[]): RunTotals {
  const payouts = items.filter(({ kind }) => kind !== 'withdrawal');
  const sumOf = (outcome: RunOutcome) =>
    sumMoney(payouts.filter((item) => item.outcome === outcome).map(({ amount }) => amount));
  const withdrawn = items.filter(({ kind, outcome }) => kind === 'withdrawal' && outcome === 'in file');
  const totals = {
    ledger: sumMoney(payouts.map(({ ledger }) => ledger)),
    broughtIn: sumMoney(
      payouts.map(({ carriedIn, releasedIn, returnedIn }) => carriedIn + releasedIn + returnedIn),
    ),
    inFile: sumOf('in file'),
    kept: sumOf('kept'),
    held: sumOf('held'),
    blocked: sumOf('blocked'),
    carried: sumOf('carried'),
    withdrawn: sumMoney(withdrawn.map(({ amount }) => amount)),
  };
  const { inFile, kept, held, blocked, carried, ledger, broughtIn } = totals;
  if (inFile + kept + held + blocked + carried !== ledger + broughtIn)
    throw new Error('A run does not equal the ledger.');
  return totals;
}
