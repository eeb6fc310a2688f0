import type { DealStatus } from '../../../src/shared/domain/deal-status.ts';
import type { Random } from '../random.ts';
import type { Fate } from './deal-life.ts';
import { type FundedDeal, fundMerchant, type Room } from './merchant.ts';

export interface PassingStatus {
  readonly status: DealStatus;
  readonly fate: Fate;
  /** Business days before the book's last day between which such a deal was funded. */
  readonly fundedBefore: readonly [least: number, most: number];
}

/** Deals stay in these statuses only for days or weeks, so on most days a small book would lack one of them. */
export const PASSING_STATUSES: readonly PassingStatus[] = [
  { status: 'Payment Temporarily Suspended', fate: 'suspended', fundedBefore: [25, 110] },
  { status: 'Payment Temporarily Suspended', fate: 'suspended', fundedBefore: [25, 110] },
  { status: 'Payment Modified', fate: 'modified', fundedBefore: [30, 110] },
  { status: 'Partial Payment', fate: 'slipped', fundedBefore: [30, 110] },
  { status: 'Partial Payment', fate: 'slipped', fundedBefore: [30, 110] },
  { status: 'Early Pay Discount', fate: 'discounted', fundedBefore: [50, 110] },
  { status: 'Default', fate: 'defaulted', fundedBefore: [70, 140] },
  { status: 'Collections', fate: 'defaulted', fundedBefore: [80, 160] },
  { status: 'Referred To Legal', fate: 'defaulted', fundedBefore: [110, 220] },
];

const ATTEMPTS = 2_000;

/** Tries one merchant after another until one is in that status on the last day. */
export function fundUntilStatus(
  random: Random,
  { status, fate, fundedBefore }: PassingStatus,
  room: Room,
): FundedDeal[] {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const firstFunded = room.days.at(room.days.days.length - 1 - random.int(...fundedBefore));
    const deals = fundMerchant(random, firstFunded, { ...room, firstFate: fate });
    if (deals.at(-1)?.account.statusChanges.at(-1)?.status === status) return deals;
  }
  throw new Error(`No deal came to be in status ${status}.`);
}
