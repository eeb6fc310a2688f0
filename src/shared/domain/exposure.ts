import type { Cents } from './money.ts';

/** By what the open balance is divided. */
export const EXPOSURE_KINDS = ['industry', 'state', 'broker', 'platform', 'position', 'merchant'] as const;
export type ExposureKind = (typeof EXPOSURE_KINDS)[number];

/** How many of each kind are named; the others are one sum. */
export const NAMED_GROUPS = 10;

export interface ExposureGroup {
  /** Null where the deals say none, such as those without a broker. */
  readonly name: string | null;
  readonly balance: Cents;
  readonly dealCount: number;
}

/** The net balance of a syndicate's open deals by one kind, the largest first. The groups and the others are the whole of it. */
export interface Exposure {
  readonly kind: ExposureKind;
  readonly groups: readonly ExposureGroup[];
  readonly others: { readonly groupCount: number; readonly balance: Cents; readonly dealCount: number };
}

/** Hundredths of a percent, rounded down, so that what is shown is over a limit only where the part is. */
export function partOf(balance: Cents, whole: Cents): number {
  return whole <= 0n ? 0 : Number((balance * 10_000n) / whole);
}

/** Compared exactly: what is shown is rounded. The limit is in hundredths of a percent. */
export const isOver = (balance: Cents, whole: Cents, limit: number): boolean =>
  whole > 0n && balance * 10_000n > BigInt(limit) * whole;

/** Of what a person types or sends as a limit: a percent with at most two decimals, more than nothing and at most the whole. */
export const isLimitPercent = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 100;
