import type { Rate } from '../../../src/shared/domain/rate.ts';
import { halfPointPercent } from '../merchants/contract.ts';
import type { Random } from '../random.ts';

/** The values are in half points. A share is 2 to 25 %, and the funder keeps 20 to 50 % of a deal. */
const SMALLEST_SHARE = 4;
const LARGEST_SHARE = 50;
const LEAST_SOLD = 100;
const MOST_SOLD = 160;

export interface Appetite {
  /** How much of a deal it takes compared with the other syndicates. */
  readonly appetite: number;
}

export interface Share<S> {
  readonly syndicate: S;
  readonly sharePercent: Rate;
}

export function drawShares<S extends Appetite>(random: Random, buyers: readonly S[]): Share<S>[] {
  const sold = Math.min(random.int(LEAST_SOLD, MOST_SOLD), buyers.length * LARGEST_SHARE);
  const shares = buyers.map(({ appetite }) => ({ appetite, halfPoints: SMALLEST_SHARE }));
  let left = sold - buyers.length * SMALLEST_SHARE;
  while (left > 0) {
    const share = random.weighted(
      shares.flatMap((open) => (open.halfPoints < LARGEST_SHARE ? [[open, open.appetite] as const] : [])),
    );
    const more = Math.min(left, random.int(1, 4), LARGEST_SHARE - share.halfPoints);
    share.halfPoints += more;
    left -= more;
  }
  return buyers.map((syndicate, index) => ({
    syndicate,
    sharePercent: halfPointPercent(shares[index]?.halfPoints ?? 0),
  }));
}
