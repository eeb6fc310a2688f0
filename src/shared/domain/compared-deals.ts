import { type Cents, sizeOf } from './money.ts';
import { type ComparedAs, midKey, type PastedPair } from './pasted-pairs.ts';

export interface OurDeal {
  mid: string;
  merchantName: string;
  amount: Cents;
}

export interface DealDifference {
  mid: string;
  merchantName: string | null;
  kind: ComparedAs;
  ours: Cents | null;
  theirs: Cents | null;
  /** Ours less theirs. */
  difference: Cents;
}

export interface ComparedDeals {
  /** The largest first. Together they are what the two totals are apart. */
  differences: DealDifference[];
  sameCount: number;
  ours: Cents;
  theirs: Cents;
}

/** Compares the deals of a book with pasted pairs. A deal of ours without an amount that nobody has pasted is no difference. */
export function compareDeals(
  deals: readonly OurDeal[],
  pasted: ReadonlyMap<string, PastedPair>,
): ComparedDeals {
  const left = new Map(pasted);
  const compared: ComparedDeals = { differences: [], sameCount: 0, ours: 0n, theirs: 0n };
  for (const { mid, merchantName, amount: ours } of deals) {
    const pair = left.get(midKey(mid));
    left.delete(midKey(mid));
    compared.ours += ours;
    compared.theirs += pair?.amount ?? 0n;
    if (!pair && ours === 0n) continue;
    if (pair?.amount === ours) compared.sameCount += 1;
    else
      compared.differences.push({
        ...{ mid, merchantName, ours, theirs: pair?.amount ?? null },
        kind: pair ? 'other amount' : 'only ours',
        difference: ours - (pair?.amount ?? 0n),
      });
  }
  for (const { mid, amount: theirs } of left.values()) {
    compared.theirs += theirs;
    const nothingOfOurs = { merchantName: null, ours: null, kind: 'only theirs' } as const;
    compared.differences.push({ mid, theirs, difference: -theirs, ...nothingOfOurs });
  }
  compared.differences.sort((a, b) => inOrder(sizeOf(b.difference), sizeOf(a.difference)));
  return compared;
}

const inOrder = (a: Cents, b: Cents): number => (a < b ? -1 : a > b ? 1 : 0);
