import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { BusinessDays } from '../business-days.ts';
import type { Random, Weighted } from '../random.ts';
import type { AccountHistory } from './account-history.ts';
import { type Contract, drawContract, drawRenewal, type Paper, rescinded } from './contract.ts';
import { type Fate, live } from './deal-life.ts';
import { MerchantAccount } from './merchant-account.ts';

export interface FundedDeal {
  readonly paper: Paper;
  readonly account: AccountHistory;
  /** The terms that were offered and accepted. The contract of a rescinded deal has others. */
  readonly accepted: Contract;
  readonly renewalOf: FundedDeal | null;
}

const PAPER: Weighted<Paper> = [
  ['good', 40],
  ['middle', 38],
  ['weak', 22],
];
const RETURN_CHANCE: Readonly<Record<Paper, number>> = { good: 0.01, middle: 0.017, weak: 0.026 };
const DEFAULT_RATE: Readonly<Record<Paper, number>> = { good: 0.06, middle: 0.13, weak: 0.24 };
const RENEWAL_CHANCE: Readonly<Record<Paper, number>> = { good: 0.8, middle: 0.74, weak: 0.6 };
/** Half of the merchants that renewed once renew again, and so on. */
const ANOTHER_RENEWAL_CHANCE = 0.5;
const OTHERWISE: Weighted<Fate> = [
  ['paid', 46],
  ['discounted', 14],
  ['modified', 14],
  ['suspended', 10],
  ['slipped', 16],
];

/** Draws at a steady rate instead of randomly, so that a small book has the intended rates. */
export interface Quota {
  take(rate: number): boolean;
}

export function createQuota(start: number): Quota {
  let due = start;
  return {
    take: (rate) => {
      due += rate;
      if (due < 1) return false;
      due -= 1;
      return true;
    },
  };
}

export type Defaults = Readonly<Record<Paper, Quota>>;

export interface Room {
  readonly days: BusinessDays;
  readonly defaults: Defaults;
  readonly rescissions: Quota;
  /** How many more deals the book takes. */
  readonly deals: number;
  /** What happens to the first deal, if that is not random. */
  readonly firstFate?: Fate;
}

/** A merchant's deals, each of which renews the previous one. */
export function fundMerchant(random: Random, firstFunded: CalendarDate, room: Room): FundedDeal[] {
  const paper = random.weighted(PAPER);
  const deals: FundedDeal[] = [];
  let accepted = drawContract(random, paper, firstFunded);
  let renewalOf: FundedDeal | null = null;
  while (true) {
    const fate = drawFate(random, paper, room, deals.length);
    const contract = fate === 'rescinded' ? rescinded(accepted) : accepted;
    const account = new MerchantAccount(contract, room.days, random, RETURN_CHANCE[paper]);
    const deal: FundedDeal = { paper, account, accepted, renewalOf };
    deals.push(deal);
    const renewedOn = live(fate, { account, random });
    if (renewedOn === null) return deals;
    accepted = drawRenewal(random, accepted, renewedOn);
    renewalOf = deal;
  }
}

function drawFate(random: Random, paper: Paper, room: Room, earlierDeals: number): Fate {
  if (earlierDeals === 0 && room.firstFate) return room.firstFate;
  if (room.defaults[paper].take(DEFAULT_RATE[paper])) return 'defaulted';
  if (room.rescissions.take(1 / 130)) return 'rescinded';
  const renewalChance = earlierDeals === 0 ? RENEWAL_CHANCE[paper] : ANOTHER_RENEWAL_CHANCE;
  if (earlierDeals + 1 < room.deals && random.chance(renewalChance)) return 'renewed';
  return random.weighted(OTHERWISE);
}
