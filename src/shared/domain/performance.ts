import { type DealStatus, type StatusTone, statusTone } from './deal-status.ts';
import { type Cents, ratioPercent } from './money.ts';
import { formatPercent, type Rate, rate } from './rate.ts';

const CLOSED: ReadonlySet<DealStatus> = new Set([
  'Settled',
  'Early Pay Discount',
  'Advance Completed',
  'Write-off',
  'Complete with discount',
]);

/** No further payments are expected, so the whole contract amount counts as due. */
export function isClosed(status: DealStatus): boolean {
  return CLOSED.has(status);
}

interface DueOf {
  readonly status: DealStatus;
  readonly paybackAmount: Cents;
  /** What its schedule asked for up to the last posted day; null until it is worked out. */
  readonly expected: Cents | null;
}

/** What counts as due: of a closed deal the whole amount, of one that was called off nothing. */
export function amountDue({ status, paybackAmount, expected }: DueOf): Cents | null {
  if (status === 'Cancelled') return 0n;
  return isClosed(status) ? paybackAmount : expected;
}

/** The percent of the amount due that the merchant has paid; null while nothing is due. */
export const performancePercent = (collected: Cents, due: Cents | null): Rate | null =>
  due === null || due === 0n ? null : ratioPercent(collected, due);

export interface PerformanceMark {
  readonly tone: StatusTone;
  readonly words: string;
}

const FULL = rate('100');
const ON_SCHEDULE = rate('95');
const FAR_BEHIND = rate('75');

/** The percent as a word and a color, for readers who scan the table. */
export function performanceMark(
  status: DealStatus,
  performance: Rate | null,
  due: Cents | null,
): PerformanceMark {
  if (status === 'Cancelled') return { tone: 'closed', words: 'Cancelled' };
  if (performance === null) return { tone: 'closed', words: due === null ? 'Not known yet' : 'Not due yet' };
  if (isClosed(status)) {
    return performance.gte(FULL)
      ? { tone: 'closed', words: 'Paid in full' }
      : { tone: statusTone(status), words: `Closed at ${formatPercent(performance)}` };
  }
  if (performance.gte(ON_SCHEDULE)) return { tone: 'good', words: 'On schedule' };
  return performance.gte(FAR_BEHIND)
    ? { tone: 'watch', words: 'Behind schedule' }
    : { tone: 'bad', words: 'Far behind' };
}
